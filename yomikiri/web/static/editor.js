// Setting up a position by touch or as text; the server says what is wrong with it.

import { post } from "./api.js";
import { Board } from "./board.js";
import { button, h, parseShapes, put, s } from "./dom.js";
import { UNIT } from "./marks.js";
import { dialog, lastRow, messageOf } from "./notices.js";
import { name, t } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Game } from "./game.js" */
/** @import { NewGame, Piece, Position, Scene } from "./types.js" */

const REMOVE = "";

/**
 * The scene with a zone for each place: a stone may be put anywhere, not only into a column.
 * @param {Scene} scene
 * @returns {Scene}
 */
function withPlaces(scene) {
  const known = new Map(scene.zones.map((zone) => [zone.name, zone]));
  const zones = Object.entries(scene.places).map(([place, [x, y]]) => {
    const plain = { name: place, x, y, width: UNIT, height: UNIT, is_round: false };
    return known.get(place) ?? plain;
  });
  return { ...scene, zones };
}

class Editor {
  /**
   * @param {Game} game
   * @param {string | null} set of pieces
   * @param {(form: NewGame) => Promise<boolean>} begin
   */
  constructor(game, set, begin) {
    const { scene, position } = game;
    this.game = game;
    this.scene = scene;
    this.begin = begin;
    this.tool = Object.keys(scene.looks)[0] ?? REMOVE; // the look that is put, or REMOVE
    this.asked = 0;
    /** @type {Map<string, Piece>} place -> what stands there */
    this.pieces = new Map();
    this.board = new Board(withPlaces(scene), set, { onTouch: (place) => this.touch(place) });
    this.text = h("input", {
      type: "text",
      "aria-label": t("edit_title"),
      spellcheck: "false",
      autocomplete: "off",
    });
    this.text.addEventListener("input", () => this.ask("/position", { position: this.text.value }));
    this.verdict = h("p", { class: "small verdict", role: "status" });
    const first = { class: "first-choice", "data-edit": "begin" };
    this.start = button(t("edit_begin"), () => this.beginGame(), first);
    const sides = [0, 1].map((side) => h("option", { value: side }, game.who(side)));
    const mover = { "aria-label": t("edit_mover"), "data-edit": "mover" };
    this.mover = h("select", { ...mover, onchange: () => this.send() }, sides);
    this.palette = h("div", { class: "palette", role: "group", "aria-label": t("pieces") });
    this.box = this.open();
    this.take(position);
    this.board.show(position);
    this.ask("/position", { position: position.text });
  }

  open() {
    this.drawPalette();
    const action = (/** @type {"clear" | "start"} */ word, /** @type {() => void} */ act) =>
      button(t(`edit_${word}`), act, { "data-edit": word });
    const pieces = [
      this.palette,
      h(
        "div",
        { class: "row" },
        h("label", { class: "row small" }, t("edit_mover"), this.mover),
        action("clear", () => this.clear()),
        action("start", () => this.ask("/position", { position: "" })),
      ),
    ];
    const hasPieces = Object.keys(this.scene.looks).length > 0;
    const fields = h(
      "div",
      { class: "fields editor" },
      this.board.box,
      hasPieces && pieces,
      this.text,
      h("p", { class: "small faint" }, t("edit_help")),
    );
    const last = lastRow(() => this.box, "cancel", this.start);
    last.prepend(this.verdict); // where it is seen, however far the dialog is scrolled
    const box = dialog(t("edit_title"), fields, last);
    box.classList.add("wide");
    return box;
  }

  drawPalette() {
    const tool = (
      /** @type {string} */ look,
      /** @type {string} */ label,
      /** @type {Child} */ content,
    ) => {
      const isChosen = this.tool === look;
      const choose = () => {
        this.tool = look;
        this.drawPalette();
      };
      return button(content, choose, {
        "data-piece": look,
        autofocus: isChosen,
        "aria-label": label,
        title: label,
        "aria-pressed": `${isChosen}`,
      });
    };
    const looks = Object.entries(this.scene.looks).map(([look, { names }]) => {
      const shapes = parseShapes(this.board.markup(look));
      const picture = s("svg", { viewBox: "-24 -24 48 48", "aria-hidden": "true" }, shapes);
      return tool(look, name(names), picture);
    });
    put(this.palette, looks, tool(REMOVE, t("edit_remove"), "✕"));
  }

  /**
   * Remember what stands where.
   * @param {Position} position
   */
  take(position) {
    this.pieces = new Map(position.pieces.map((piece) => [piece.place, piece]));
    this.mover.value = `${Math.min(1, position.mover)}`;
    this.text.value = position.text;
  }

  /** @param {string} place */
  touch(place) {
    const stack = this.scene.stacks[place];
    const there = this.pieces.get(place);
    const number = stack ? (there?.number ?? 0) + (this.tool === REMOVE ? -1 : 1) : 1;
    const isGone = stack ? number < 1 : this.tool === REMOVE || there?.look === this.tool;
    if (isGone) this.pieces.delete(place);
    else this.pieces.set(place, { place, look: stack ?? this.tool, number });
    this.send();
  }

  clear() {
    this.pieces.clear();
    this.send();
  }

  /** What stands there now, to the server. */
  send() {
    const pieces = [...this.pieces.values()].map(({ place, look, number }) => ({
      place,
      look,
      number,
    }));
    this.board.show({ pieces, moves: [], last: null, alarms: [], end: null });
    this.ask("/setup", { pieces, mover: Number(this.mover.value) });
  }

  /**
   * Show the position that the server makes of it, or what is wrong with it.
   * @param {"/position" | "/setup"} path
   * @param {object} body
   */
  async ask(path, body) {
    this.asked += 1;
    const number = this.asked;
    try {
      /** @type {Position} */
      const position = await post(path, { game: this.game.view.game, ...body });
      if (number !== this.asked) return;
      const typed = this.text.value;
      this.take(position);
      const isTyping = path === "/position" && document.activeElement === this.text;
      if (isTyping) this.text.value = typed;
      this.board.show({ ...position, last: null });
      this.tell(t("edit_good"), true);
    } catch (error) {
      if (number === this.asked) this.tell(t("edit_bad", { error: messageOf(error) }), false);
    }
  }

  /**
   * @param {string} text
   * @param {boolean} isGood
   */
  tell(text, isGood) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle("bad", !isGood);
    this.start.disabled = !isGood;
  }

  async beginGame() {
    const { game, players } = this.game.view;
    if (await this.begin({ game, players, position: this.text.value })) this.box.close();
  }
}

/**
 * Let the position on the table be changed, and a game begin from there.
 * @param {Game} game
 * @param {string | null} set of pieces
 * @param {(form: NewGame) => Promise<boolean>} begin
 */
export function editPosition(game, set, begin) {
  new Editor(game, set, begin);
}
