// A board that knows no rules: it draws what it is told, and reports which move was touched.

import { nextZone } from "./cursor.js";
import { calm, h, parseShapes, s } from "./dom.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";
import { name as inLanguage, t } from "./words.js";

const BELOW = ["ground", "marks", "pieces"],
  ABOVE = ["ghosts", "badges", "dots", "zones"];

export class Board {
  /** `onMove(move)` is called with the text of a move whose path was touched. */
  constructor(onMove) {
    this.onMove = onMove;
    this.box = h("div", { class: "board-box" });
    this.buttons = h("div", {
      class: "choices",
      role: "group",
      onkeydown: (event) => {
        if (event.key === "Escape" && this.path.length) this.letGo();
      },
    });
    this.scene = this.position = null;
    this.isOpen = false;
    this.path = []; // what was touched so far
    this.hints = []; // what cubes would show
    this.onTouch = null; // instead of moves, for a board that is set up
  }

  setScene(scene, set = null) {
    if (this.scene?.game === scene.game) return;
    this.scene = scene;
    this.position = null;
    this.layers = {};
    // Cubes stand between two pictures: what lies below them, and what is written on them.
    const [below, above] = [BELOW, ABOVE].map((names) =>
      s(
        "svg",
        { viewBox: scene.box.join(" ") },
        names.map((layer) => (this.layers[layer] = s("g", { class: `layer-${layer}` }))),
      ),
    );
    const cubes = h("div", { class: "cubes", "aria-hidden": "true" });
    below.setAttribute("aria-hidden", "true");
    above.setAttribute("role", "group");
    above.setAttribute("aria-label", t("board"));
    this.marks = new Marks(scene, this.layers);
    above.prepend(this.marks.hatching());
    this.svg = above;
    this.layers.ground.append(...parseShapes(scene.ground));
    this.pieces = new Pieces(scene, this.layers.pieces, cubes);
    this.pieces.set = set;
    this.ghosts = new Pieces(scene, this.layers.ghosts, cubes);
    this.zones = new Map();
    for (const zone of scene.zones) this.zones.set(zone.name, this.makeZone(zone));
    const first = this.zones.values().next().value;
    if (first) first.setAttribute("tabindex", "0");
    above.addEventListener("pointerdown", (event) => this.press(event));
    above.addEventListener("pointermove", (event) => this.slide(event));
    above.addEventListener("pointerup", (event) => this.release(event));
    above.addEventListener("pointercancel", () => this.drop());
    above.addEventListener("pointerleave", () => this.preview(undefined));
    above.addEventListener("keydown", (event) => this.key(event));
    above.addEventListener("focusin", (event) => this.preview(event.target.dataset.zone));
    this.box.style.setProperty("--shape", scene.box[2] / scene.box[3]);
    this.box.replaceChildren(below, cubes, above);
    this.box.style.setProperty("--units", scene.box[2]);
    new ResizeObserver(() => {
      const scale = this.box.clientWidth / scene.box[2];
      cubes.style.transform = `scale(${scale})`;
      this.box.style.setProperty("--scale", scale);
    }).observe(this.box);
  }

  makeZone(zone) {
    const { x, y, width, height } = zone;
    const shape = s("rect", {
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      rx: zone.is_round ? width / 2 : 6,
      class: "zone",
      role: "button",
      tabindex: "-1",
      "data-zone": zone.name,
    });
    this.layers.zones.append(shape);
    return shape;
  }

  get elements() {
    return this.pieces.elements;
  }

  // Drawing.

  /** Show a position; `isOpen` lets it be touched, `animate` moves what has changed. */
  show(position, { isOpen = false, animate = false } = {}) {
    const before = this.position;
    this.position = position;
    this.isOpen = isOpen && !position.end;
    this.path = [];
    if (position.picture !== undefined)
      this.layers.ground.replaceChildren(...parseShapes(position.picture));
    this.pieces.show(position, before, animate && !calm());
    this.drawMarks();
    this.refresh();
  }

  /** Other pieces: letters for kanji, or pictures. */
  setPieces(set) {
    this.pieces.set = this.ghosts.set = set;
    this.pieces.clear();
    if (this.position) this.pieces.show(this.position, null, false);
  }

  drawMarks() {
    this.marks.show(this.position, this.path, this.elements);
  }

  redraw() {
    if (!this.position) return;
    this.drawMarks();
    this.refresh();
  }

  /** Values on moves, as marks.js wants them, or null. */
  setValues(values) {
    this.marks.values = values;
    this.redraw();
  }

  /** Values of places, or null. */
  setHeat(heat) {
    this.marks.heat = heat;
    this.redraw();
  }

  // Touching.

  /** The moves that go on from what was touched. */
  candidates() {
    return this.isOpen
      ? this.position.moves.filter((move) => this.path.every((name, i) => move.path[i] === name))
      : [];
  }

  /** Which zones may be touched next, the words on zones, and the buttons. */
  refresh() {
    const moves = this.candidates();
    const next = new Set(moves.map((move) => move.path[this.path.length]));
    const pieces = new Map(this.position.pieces.map((piece) => [piece.place, piece]));
    const dots = [];
    // On a board that is set up, what lies in hands is seen where it would lie.
    this.hints = this.onTouch
      ? Object.entries(this.scene.stacks)
          .filter(([place]) => !pieces.has(place))
          .map(([place, look]) => ({ place, look }))
      : [];
    for (const [name, zone] of this.zones) {
      const isNext = next.has(name);
      zone.classList.toggle(
        "open",
        isNext ||
          Boolean(this.onTouch) ||
          (this.isOpen && this.position.moves.some((move) => move.path[0] === name)),
      );
      zone.classList.toggle("chosen", this.path.includes(name));
      const piece = pieces.get(name);
      const stack = this.scene.stacks[name];
      const words = [
        stack ? t("hand") : name,
        piece || stack
          ? inLanguage(this.scene.looks[piece?.look ?? stack].names)
          : this.scene.places[name]
            ? t("empty")
            : t("column"),
      ];
      if (stack) words.push(`${piece?.number ?? 0}`);
      if (isNext) words.push(t("can_play"));
      zone.setAttribute("aria-label", words.join(", "));
      if (!isNext) continue;
      const reached = moves.filter((move) => move.path[this.path.length] === name);
      const { at, path, changes } = reached[0];
      if (!at || (this.path.length + 1 < path.length && this.zones.has(path[this.path.length + 1])))
        continue;
      // A cube would show another face there.
      const look = changes.find(([place]) => place === at)?.[1];
      const isCube = look && this.pieces.isCube(look);
      if (isCube) this.hints.push({ place: at, look });
      if (!this.marks.values?.[reached[0].move])
        dots.push(
          isCube || this.elements.has(at)
            ? this.marks.circle(at, 21, "target")
            : this.marks.circle(at, 6, "dot"),
        );
    }
    this.layers.dots.replaceChildren(...dots);
    this.preview(undefined);
    this.showButtons(moves);
  }

  showButtons(moves) {
    const depth = this.path.length;
    const buttons = [];
    const whole = moves.find((move) => move.path.length === depth);
    for (const word of new Set(moves.map((move) => move.path[depth])))
      if (word !== undefined && !this.zones.has(word)) {
        const names = this.scene.choices[word];
        buttons.push(this.button(names ? inLanguage(names) : word, () => this.touch(word)));
      }
    if (whole && depth)
      buttons.push(
        this.button(this.scene.choices[""] ? inLanguage(this.scene.choices[""]) : t("plain"), () =>
          this.play(whole),
        ),
      );
    this.buttons.replaceChildren(...buttons);
    if (buttons.length && depth) buttons[0].focus();
  }

  button(text, action) {
    return h("button", { type: "button", class: "first-choice", onclick: action }, text);
  }

  touch(name) {
    if (this.onTouch) {
      this.onTouch(name);
      return;
    }
    if (!this.isOpen) return;
    let moves = this.candidates().filter((move) => move.path[this.path.length] === name);
    if (moves.length) this.path.push(name);
    else {
      const again = this.path[0] === name;
      this.path = [];
      moves = again ? [] : this.position.moves.filter((move) => move.path[0] === name);
      if (moves.length) this.path = [name];
    }
    // Where there is only one choice it is not asked for.
    if (
      moves.length === 1 &&
      moves[0].path.slice(this.path.length).every((word) => !this.zones.has(word))
    )
      this.play(moves[0]);
    else this.choose();
  }

  /** What was touched so far has changed. */
  choose() {
    if (this.marks.values) this.drawMarks();
    this.refresh();
  }

  play(move) {
    // Who answered a question by keys goes on from where the piece went.
    if (this.buttons.contains(document.activeElement))
      this.goTo(
        this.zones.get(move.path.findLast((name) => this.zones.has(name))) ??
          this.zones.values().next().value,
      );
    this.isOpen = false;
    this.path = [];
    this.hints = [];
    this.preview(undefined);
    this.layers.dots.replaceChildren();
    this.buttons.replaceChildren();
    this.onMove(move.move);
  }

  zoneUnder(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element && this.svg.contains(element) ? element.dataset.zone : undefined;
  }

  press(event) {
    if (event.button) return;
    this.pressed = this.zoneUnder(event);
    if (!this.pressed || !this.isOpen) return;
    if (
      this.path.length === 0 &&
      this.position.moves.some((move) => move.path[0] === this.pressed && move.path.length > 1)
    ) {
      this.touch(this.pressed);
      this.held = this.elements.get(this.pressed);
      this.justChosen = this.pressed;
    }
  }

  slide(event) {
    const zone = this.zoneUnder(event);
    this.preview(zone);
    if (!this.held || !this.pressed || zone === this.pressed) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.svg.getScreenCTM().inverse(),
    );
    this.pieces.put(this.held, [point.x, point.y]);
    this.held.classList.add("held");
  }

  release(event) {
    const zone = this.zoneUnder(event);
    const { pressed, justChosen } = this;
    this.drop();
    if (!zone || !pressed) return;
    if (zone === justChosen) return; // it was picked up when it was pressed
    this.touch(zone);
  }

  drop() {
    if (this.held) {
      this.pieces.home(this.held);
      this.held.classList.remove("held");
    }
    this.held = this.pressed = this.justChosen = null;
  }

  /** Ghosts of what a touch of this zone would change; else of the faces that a cube would show. */
  preview(name) {
    if (name && this.previewed === name) return;
    this.previewed = name;
    for (const element of this.elements.values()) element.classList.remove("fading");
    this.ghosts.clear();
    const moves =
      name && this.isOpen
        ? this.candidates().filter((move) => move.path[this.path.length] === name)
        : [];
    const whole =
      moves.find((move) => move.path.length === this.path.length + 1) ??
      moves.find((move) => !this.zones.has(move.path[this.path.length + 1]));
    for (const dot of this.layers.dots.children)
      dot.classList.toggle("covered", dot.dataset.at === whole?.at);
    for (const [place, look] of whole?.changes ?? []) {
      if (!this.scene.places[place]) continue;
      if (look) this.ghosts.elements.set(place, this.ghosts.make({ place, look }, "ghost"));
      else this.elements.get(place)?.classList.add("fading");
    }
    for (const hint of this.hints)
      if (!whole || hint.place !== whole.at)
        this.ghosts.elements.set(hint.place, this.ghosts.make(hint, "ghost faint-ghost"));
  }

  // The keyboard: arrows go to the nearest zone that way, Enter and Space touch, Escape lets go.

  key(event) {
    const here = this.zones.get(event.target.dataset.zone);
    if (!here) return;
    const next = nextZone(this.zones.values(), here, event.key);
    if (event.key === "Enter" || event.key === " ") this.touch(event.target.dataset.zone);
    else if (event.key === "Escape" && this.path.length) this.letGo();
    else if (next) this.goTo(next);
    else if (next === undefined) return;
    event.preventDefault();
  }

  letGo() {
    const [name] = this.path;
    this.path = [];
    this.choose();
    this.goTo(this.zones.get(name));
  }

  /** Put the keyboard's cursor on a zone. */
  goTo(zone) {
    if (!zone) return;
    this.svg.querySelector('.zone[tabindex="0"]')?.setAttribute("tabindex", "-1");
    zone.setAttribute("tabindex", "0");
    zone.focus({ preventScroll: true });
  }

  focus() {
    this.svg?.querySelector('.zone[tabindex="0"]')?.focus({ preventScroll: true });
  }
}
