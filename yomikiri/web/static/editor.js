// Setting up a position by touch or as text; the server says what is wrong with it.

import { post } from "./api.js";
import { Board } from "./board.js";
import { dialog, h, parseShapes, put, s } from "./dom.js";
import { name, t } from "./words.js";

const UNIT = 48; // a cell, in the units of scenes
const REMOVE = "";

/** The scene with a zone for each place: a stone may be put anywhere, not only into a column. */
function withPlaces(scene) {
  const known = new Map(scene.zones.map((zone) => [zone.name, zone]));
  const zones = Object.entries(scene.places).map(
    ([place, [x, y]]) =>
      known.get(place) ?? { name: place, x, y, width: UNIT, height: UNIT, is_round: false },
  );
  return { ...scene, zones };
}

class Editor {
  constructor(table) {
    const { view, scene, board } = table;
    Object.assign(this, { table, view, scene });
    this.tool = Object.keys(scene.looks)[0] ?? REMOVE; // the look that is put, or REMOVE
    this.asked = 0;
    this.board = new Board(() => {});
    this.board.setScene(withPlaces(scene), board.pieces.set);
    this.board.onTouch = (place) => this.touch(place);
    this.text = h("input", {
      type: "text",
      "aria-label": t("edit_title"),
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => this.ask("/position", { position: this.text.value }),
    });
    this.verdict = h("p", { class: "small verdict", role: "status" });
    this.start = h(
      "button",
      { type: "button", class: "first-choice", "data-edit": "begin", onclick: () => this.begin() },
      t("edit_begin"),
    );
    this.mover = h(
      "select",
      { "aria-label": t("edit_mover"), "data-edit": "mover", onchange: () => this.send() },
      [0, 1].map((side) => h("option", { value: side }, table.who(side))),
    );
    this.palette = h("div", { class: "palette", role: "group", "aria-label": t("pieces") });
    this.drawPalette();
    this.take(view.position);
    this.board.show(view.position);
    this.ask("/position", { position: view.position.text });
  }

  drawPalette() {
    const tool = (look, label, content) =>
      h(
        "button",
        {
          type: "button",
          "data-piece": look,
          autofocus: this.tool === look,
          "aria-label": label,
          title: label,
          "aria-pressed": `${this.tool === look}`,
          onclick: () => {
            this.tool = look;
            this.drawPalette();
          },
        },
        content,
      );
    const looks = Object.entries(this.scene.looks).map(([look, { names }]) =>
      tool(
        look,
        name(names),
        s(
          "svg",
          { viewBox: "-24 -24 48 48", "aria-hidden": "true" },
          parseShapes(this.board.pieces.markup(look)),
        ),
      ),
    );
    put(this.palette, ...looks, tool(REMOVE, t("edit_remove"), "✕"));
  }

  /** Remember what stands where. */
  take(position) {
    this.pieces = new Map(position.pieces.map((piece) => [piece.place, piece]));
    this.mover.value = Math.min(1, position.mover);
    this.text.value = position.text;
  }

  touch(place) {
    const stack = this.scene.stacks[place];
    const there = this.pieces.get(place);
    const count = stack ? (there?.number ?? 0) + (this.tool === REMOVE ? -1 : 1) : 1;
    const isGone = stack ? count < 1 : this.tool === REMOVE || there?.look === this.tool;
    if (isGone) this.pieces.delete(place);
    else this.pieces.set(place, { place, look: stack ?? this.tool, number: count });
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

  async ask(path, body) {
    const number = ++this.asked;
    try {
      const position = await post(path, { game: this.view.game, ...body });
      if (number !== this.asked) return;
      const typed = this.text.value;
      this.take(position);
      if (path === "/position" && document.activeElement === this.text) this.text.value = typed;
      this.board.show({ ...position, last: null });
      this.tell(t("edit_good"), true);
    } catch (error) {
      if (number === this.asked) this.tell(t("edit_bad", { error: error.message }), false);
    }
  }

  tell(text, isGood) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle("bad", !isGood);
    this.start.disabled = !isGood;
  }

  async begin() {
    const { game, players } = this.view;
    if (await this.table.beginGame({ game, players, position: this.text.value })) this.box.close();
  }

  clear() {
    this.pieces.clear();
    this.send();
  }

  open() {
    const action = (word, act) =>
      h("button", { type: "button", "data-edit": word, onclick: act }, t(`edit_${word}`));
    const hasPieces = Object.keys(this.scene.looks).length > 0;
    this.box = dialog(
      t("edit_title"),
      h(
        "div",
        { class: "fields editor" },
        this.board.box,
        hasPieces && this.palette,
        hasPieces &&
          h(
            "div",
            { class: "row" },
            h("label", { class: "row small" }, t("edit_mover"), this.mover),
            action("clear", () => this.clear()),
            action("start", () => this.ask("/position", { position: "" })),
          ),
        this.text,
        this.verdict,
        h("p", { class: "small faint" }, t("edit_help")),
      ),
      h(
        "div",
        { class: "row end" },
        h("button", { type: "button", onclick: () => this.box.close() }, t("cancel")),
        this.start,
      ),
    );
    this.box.classList.add("wide");
  }
}

export const editPosition = (table) => new Editor(table).open();
