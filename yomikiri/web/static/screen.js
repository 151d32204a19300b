// What is on the screen while a game is played: board, players, moves, tools.

import { button, h, put } from "./dom.js";
import { EndingPanel } from "./ending.js";
import { legendPanel } from "./legend.js";
import { rememberPieces } from "./memory.js";
import { moveList, NoteBox } from "./moves.js";
import { seatRows, watchControls } from "./seats.js";
import { HUMAN, isWatched } from "./tree.js";
import { name, t } from "./words.js";

/** @import { AutoPlay } from "./autoplay.js" */
/** @import { Board } from "./board.js" */
/** @import { Clock } from "./clock.js" */
/** @import { Game } from "./game.js" */
/** @import { Action } from "./keys.js" */
/** @import { Line } from "./line.js" */
/** @import { Study } from "./study.js" */

/**
 * What is on the table.
 * @typedef {object} Parts
 * @property {Game} game
 * @property {Board} board
 * @property {AutoPlay} autoplay
 * @property {Clock} clock
 * @property {Line} line
 * @property {Study} study
 */

/**
 * What people do on the screen, beside touching the board.
 * @typedef {object} Controls
 * @property {(action: Action) => void} act
 * @property {(id: number) => void} go stand at a node
 * @property {(side: number, player: string) => void} sit
 * @property {(id: number, text: string) => void} writeNote
 * @property {(id: number) => void} removeMove
 * @property {() => void} goOn let a player move
 */

/** @type {Action[]} */
const TOOLS = [
  "undo",
  "redo",
  "hint",
  "analysis",
  "why",
  "solve",
  "review",
  "new",
  "swap",
  "resign",
  "editor",
  "share",
];

// A screen on which what was found out is a sheet; as the style sheets have it.
const NARROW = matchMedia("(max-width: 860px) and (min-height: 541px), (max-width: 560px)");

export class Screen {
  /**
   * @param {Parts} parts
   * @param {Controls} controls
   */
  constructor(parts, controls) {
    this.game = parts.game;
    this.board = parts.board;
    this.autoplay = parts.autoplay;
    this.clock = parts.clock;
    this.line = parts.line;
    this.study = parts.study;
    this.controls = controls;
    this.seats = h("div", { class: "seats" });
    this.status = h("p", { class: "status", role: "status" });
    this.ending = new EndingPanel(parts.game, controls.act);
    this.watch = h("div", { class: "row", hidden: true });
    /** @type {Map<number, string>} signs of moves that were judged */
    this.signs = new Map();
    this.moves = h("div");
    this.note = new NoteBox(controls.writeNote, controls.removeMove);
    /** @type {Map<Action, HTMLButtonElement>} */
    this.tools = new Map();
    this.element = h("div", { class: "table" });
    this.build();
    NARROW.addEventListener("change", () => this.element.isConnected && this.build());
  }

  /** Lay everything out, in the language of the moment. */
  build() {
    const { game, board, clock, line, study } = this;
    document.title = `${game.title} · Yomikiri`;
    const settings = h(
      "span",
      { class: "row settings" },
      game.scene.turns && this.flipButton(),
      this.piecesSelect(),
      clock.element,
    );
    const heading = h("div", { class: "row heading" }, h("h2", null, game.title), settings);
    this.tools = new Map(TOOLS.map((action) => [action, this.makeTool(action)]));
    this.showAnalysis();
    study.speak();
    if (NARROW.matches) study.element.append(study.history); // on the sheet
    put(
      this.element,
      h(
        "div",
        { class: "field-of-play" },
        board.box,
        line.element,
        board.buttons,
        !NARROW.matches && study.history,
      ),
      h(
        "div",
        { class: "side" },
        h(
          "section",
          { class: "panel" },
          heading,
          this.seats,
          this.status,
          this.ending.element,
          this.watch,
        ),
        h("div", { class: "tools" }, [...this.tools.values()]),
        study.element,
        h("section", { class: "panel" }, h("h2", null, t("moves")), this.moves, this.note.element),
        legendPanel(game.scene, board.set),
      ),
    );
  }

  flipButton() {
    const words = { title: t("flip"), "aria-label": t("flip"), "data-tool": "flip" };
    return button("⇅", () => this.controls.act("flip"), { class: "quiet", ...words });
  }

  /** @param {Action} action */
  makeTool(action) {
    return button(t(action), () => this.controls.act(action), { "data-tool": action });
  }

  /** Letters, kanji or pictures, where the game has several sets of pieces. */
  piecesSelect() {
    const { game, board } = this;
    const sets = Object.entries(game.scene.sets);
    if (sets.length < 2) return null;
    const items = sets.map(([set, names]) => h("option", { value: set }, name(names)));
    const attributes = { class: "plain", "data-tool": "pieces", "aria-label": t("pieces") };
    const select = h("select", attributes, items);
    select.value = board.set ?? "";
    select.addEventListener("change", () => {
      rememberPieces(game.scene, select.value);
      board.changeSet(select.value);
      this.showSeats();
    });
    return select;
  }

  /** The game has changed. */
  refresh() {
    this.showMoves();
    this.showSeats();
    this.note.show(this.game.node);
    this.showWatch();
    this.showStatus();
    this.ending.show();
  }

  /** @param {Map<number, string>} signs */
  markMoves(signs) {
    this.signs = signs;
    this.showMoves();
  }

  showMoves() {
    const list = moveList(this.game, this.controls.go, this.signs);
    put(this.moves, list);
    // Only the list scrolls, not the page.
    const current = list.querySelector('[aria-current="true"]');
    if (!(current instanceof HTMLElement)) return;
    list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
  }

  showSeats() {
    const { game, board } = this;
    put(this.seats, seatRows(game, board, this.controls.sit));
  }

  showWatch() {
    const { game, autoplay } = this;
    this.watch.hidden = !isWatched(game.view.players);
    const { isPaused, delay } = autoplay;
    const controls = watchControls({
      isPaused,
      delay,
      toggle: () => this.controls.act("pause"),
      setDelay: (milliseconds) => {
        autoplay.delay = milliseconds;
      },
    });
    put(this.watch, controls);
  }

  showAnalysis() {
    const isOn = `${this.study.isAnalysing}`;
    this.tools.get("analysis")?.setAttribute("aria-pressed", isOn);
  }

  /**
   * Whose turn it is, or who has won; or other words for a while.
   * @param {string} [text]
   */
  showStatus(text) {
    const { game } = this;
    const { end } = game.position;
    this.status.hidden = Boolean(end) && text === undefined; // its end has a panel of its own
    put(this.status, text ?? this.statusText());
    const turn = game.isPersonsTurn ? "person" : "player";
    this.element.dataset.turn = end ? "over" : turn;
    this.element.dataset.ply = `${game.view.line.length}`;
    const isLast = !game.view.tree.some((node) => node.parent === game.view.node);
    this.disable("undo", game.view.node === 0);
    this.disable("redo", isLast);
    this.disable("hint", Boolean(end));
    this.disable("resign", Boolean(end));
  }

  /**
   * @param {Action} action
   * @param {boolean} isDisabled
   */
  disable(action, isDisabled) {
    const tool = this.tools.get(action);
    if (tool) tool.disabled = isDisabled;
  }

  statusText() {
    const { game, autoplay } = this;
    const who = game.mover;
    if (game.position.end) return game.stateText;
    if (autoplay.isThinking) return t("thinking", { who });
    if (game.isPersonsTurn) {
      const [only, ...others] = game.position.moves;
      const word = only && !only.at ? game.scene.choices[only.path[0]] : undefined;
      if (word && !others.length) return t("only_choice", { who, what: name(word) });
      const people = game.view.players.filter((player) => player === HUMAN).length;
      return game.turnText(people === 1 || game.seat !== null ? "your_turn" : "to_move");
    }
    if (game.isElsewhere) return t("waiting", { who });
    const goOn = button(t("go_on", { who }), this.controls.goOn, { "data-tool": "go_on" });
    return [t("to_move", { who }), " ", goOn];
  }
}
