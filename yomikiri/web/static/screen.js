// What is on the screen while a game is played: board, players, moves, tools.

import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { h, put } from "./dom.js";
import { editPosition } from "./editor.js";
import { shareDialog } from "./files.js";
import { chosenPieces, rememberPieces } from "./memory.js";
import { moveList, noteBox } from "./moves.js";
import { HUMAN, isWatched, seatRows, watchControls } from "./seats.js";
import { Study } from "./study.js";
import { name, t } from "./words.js";

export class Screen {
  constructor(app, scene, view) {
    Object.assign(this, { app, scene, view });
    this.family = app.families.find((family) => family.name === scene.family);
    this.board = new Board((move) => this.play(move));
    this.board.setScene(scene, chosenPieces(scene));
    this.study = new Study(this);
    this.job = null; // a player who thinks
    this.isPaused = false;
    this.delay = 600; // milliseconds a move lasts at least, if two players are watched
    this.element = h("div", { class: "table" });
    this.clock = new Clock(() => this.timeIsUp());
    this.build();
  }

  build() {
    this.parts = {
      banner: h("div", { class: "banner", hidden: true }),
      history: h("div", { class: "history-box" }),
      seats: h("div", { class: "seats" }),
      status: h("p", { class: "status", role: "status" }),
      tools: h("div", { class: "tools" }),
      watch: h("div", { class: "row", hidden: true }),
      moves: h("div"),
      note: h("div"),
    };
    const { banner, history, seats, status, tools, watch, moves, note } = this.parts;
    const title = [name(this.scene.titles), name(this.scene.label)].filter(Boolean).join(" · ");
    document.title = `${title} · Yomikiri`;
    this.element.replaceChildren(
      h("div", { class: "field-of-play" }, this.board.box, banner, this.board.buttons, history),
      h(
        "div",
        { class: "side" },
        h(
          "section",
          { class: "panel" },
          h(
            "div",
            { class: "row heading" },
            h("h2", null, title),
            h("span", { class: "row settings" }, this.piecesSelect(), this.clock.element),
          ),
          seats,
          status,
          watch,
        ),
        tools,
        this.study.element,
        h("section", { class: "panel" }, h("h2", null, t("moves")), moves, note),
      ),
    );
    this.makeTools();
  }

  makeTools() {
    const tool = (word, action, more = {}) =>
      h("button", { type: "button", "data-tool": word, onclick: action, ...more }, t(word));
    this.parts.tools.replaceChildren(
      tool("undo", () => this.undo()),
      tool("redo", () => this.redo()),
      tool("hint", () => this.hint()),
      tool("analysis", () => this.toggleAnalysis(), { "aria-pressed": `${this.study.isOn}` }),
      tool("why", () => this.why()),
      tool("solve", () => this.toggleSolve()),
      tool("new", () => this.newGame()),
      tool("swap", () => this.swap()),
      tool("resign", () => this.resign()),
      tool("editor", () => editPosition(this)),
      tool("share", () => shareDialog(this)),
    );
  }

  /** Letters, kanji or pictures, where the game has several sets of pieces. */
  piecesSelect() {
    const sets = Object.entries(this.scene.sets);
    if (sets.length < 2) return null;
    const select = h(
      "select",
      {
        class: "plain",
        "data-tool": "pieces",
        "aria-label": t("pieces"),
        onchange: () => {
          rememberPieces(this.scene, select.value);
          this.board.setPieces(select.value);
          this.showSeats();
        },
      },
      sets.map(([set, names]) => h("option", { value: set }, name(names))),
    );
    select.value = this.board.pieces.set;
    return select;
  }

  tool(word) {
    return this.parts.tools.querySelector(`[data-tool="${word}"]`);
  }

  /** In the other language. */
  speak() {
    this.clock.speak();
    this.build();
    this.refresh(false);
  }

  who(side) {
    return name(this.scene.players)[side] ?? "";
  }

  get position() {
    return this.view.position;
  }
  get player() {
    return this.view.players[this.position.mover];
  }
  get isPersonsTurn() {
    return !this.position.end && this.player === HUMAN;
  }

  refresh(animate) {
    this.study.leaveLine();
    this.board.setValues(null);
    this.board.show(this.position, { isOpen: this.isPersonsTurn, animate });
    put(
      this.parts.moves,
      moveList(this.view, (id) => this.go(id)),
    );
    // Only the list scrolls, not the page.
    const current = this.parts.moves.querySelector('[aria-current="true"]');
    const list = this.parts.moves.firstChild;
    if (current)
      list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
    this.showSeats();
    this.showNote();
    this.showWatch();
    this.showStatus();
    this.clock.turn(this.isPersonsTurn && this.isAuto);
    this.study.update();
  }

  showSeats() {
    put(this.parts.seats, ...seatRows(this));
  }

  showStatus(text) {
    const { end, mover } = this.position;
    const who = this.who(mover);
    this.parts.status.classList.toggle("over", Boolean(end));
    if (text) this.parts.status.replaceChildren(text);
    else if (end) this.parts.status.replaceChildren(this.resultText());
    else if (this.job) this.parts.status.replaceChildren(t("thinking", { who }));
    else if (this.isPersonsTurn)
      this.parts.status.replaceChildren(
        t(
          this.view.players.filter((player) => player === HUMAN).length === 1
            ? "your_turn"
            : "to_move",
          { who },
        ),
      );
    else
      put(
        this.parts.status,
        t("to_move", { who }),
        " ",
        h(
          "button",
          { type: "button", "data-tool": "go_on", onclick: () => this.goOn() },
          t("go_on", { who }),
        ),
      );
    this.element.dataset.turn = end ? "over" : this.isPersonsTurn ? "person" : "player";
    this.element.dataset.ply = this.view.line.length;
    this.tool("undo").disabled = this.view.node === 0;
    this.tool("redo").disabled = !this.view.tree.some((node) => node.parent === this.view.node);
    this.tool("hint").disabled = this.tool("resign").disabled = Boolean(end);
  }

  resultText() {
    const { end, count } = this.position;
    const tally = count ? ` ${count.first}–${count.second}` : "";
    const why = end.reason === "rules" ? "" : t(`by_${end.reason}`);
    if (end.winner === "draw") return t("over_draw", { count: tally }) + why;
    return t("over_win", { who: this.who(end.winner === "first" ? 0 : 1), count: tally }) + why;
  }

  showNote() {
    const node = this.view.tree.find((one) => one.id === this.view.node);
    put(this.parts.note, ...noteBox(node, (...request) => this.change(...request)));
  }

  showWatch() {
    this.parts.watch.hidden = !isWatched(this.view.players);
    put(this.parts.watch, ...watchControls(this));
  }
}
