// A board that knows no rules: it draws what it is told, and reports which move was touched.

import { calm, h, parseShapes, s } from "./dom.js";
import { name as inLanguage, t } from "./words.js";

const UNIT = 48; // a cell, in the units of scenes
const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TIME = 220; // milliseconds of a motion
let boards = 0;

export class Board {
  /** `onMove(move)` is called with the text of a move whose path was touched. */
  constructor(onMove) {
    this.onMove = onMove;
    this.number = ++boards;
    this.box = h("div", { class: "board-box" });
    this.buttons = h("div", { class: "choices" });
    this.scene = this.position = null;
    this.isOpen = false;
    this.path = []; // what was touched so far
    this.values = null;
  }

  setScene(scene) {
    if (this.scene?.game === scene.game) return;
    this.scene = scene;
    this.position = null;
    this.layers = {};
    this.svg = s("svg", { viewBox: scene.box.join(" "), role: "group", "aria-label": t("board") });
    this.svg.append(this.hatching());
    for (const layer of ["ground", "marks", "pieces", "ghosts", "badges", "dots", "zones"])
      this.svg.append((this.layers[layer] = s("g", { class: `layer-${layer}` })));
    this.layers.ground.append(...parseShapes(scene.ground));
    this.zones = new Map();
    for (const zone of scene.zones) this.zones.set(zone.name, this.makeZone(zone));
    const first = this.zones.values().next().value;
    if (first) first.setAttribute("tabindex", "0");
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.slide(event));
    this.svg.addEventListener("pointerup", (event) => this.release(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("pointerleave", () => this.layers.ghosts.replaceChildren());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.preview(event.target.dataset.zone));
    this.box.replaceChildren(this.svg);
  }

  hatching() {
    const line = s("path", { d: "M0 6L6 0", stroke: "#b83a22", "stroke-width": 1.6 });
    return s("defs", null, s("pattern", { id: `hatch-${this.number}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, line));
  }

  makeZone(zone) {
    const { x, y, width, height } = zone;
    const shape = s("rect", {
      x: x - width / 2, y: y - height / 2, width, height, rx: zone.is_round ? width / 2 : 6,
      class: "zone", role: "button", tabindex: "-1", "data-zone": zone.name,
    });
    this.layers.zones.append(shape);
    return shape;
  }

  // Drawing.

  /** Show a position; `isOpen` lets it be touched, `animate` moves what has changed. */
  show(position, { isOpen = false, animate = false } = {}) {
    const before = this.position;
    this.position = position;
    this.isOpen = isOpen && !position.end;
    this.path = [];
    if (position.picture !== undefined) this.layers.ground.replaceChildren(...parseShapes(position.picture));
    this.drawPieces(before, animate && !calm());
    this.drawMarks();
    this.layers.ghosts.replaceChildren();
    this.refresh();
  }

  drawPieces(before, animate) {
    const old = new Map((before?.pieces ?? []).map((piece) => [piece.place, piece]));
    const oldElements = this.elements ?? new Map();
    this.elements = new Map();
    const layer = this.layers.pieces;
    const { last } = this.position;
    const origin = last && this.scene.places[last.at];
    const from = last && last.path.length > 1 ? last.path[0] : null;
    for (const piece of this.position.pieces) {
      const was = old.get(piece.place);
      let element = oldElements.get(piece.place);
      if (was && element && was.look === piece.look && was.number === piece.number) {
        this.elements.set(piece.place, element);
        oldElements.delete(piece.place);
        continue;
      }
      element = this.makePiece(piece);
      this.elements.set(piece.place, element);
      layer.append(element);
      if (!animate || !before) continue;
      const body = element.firstChild;
      if (last && piece.place === last.at && from && this.scene.places[from]) {
        const [x, y] = this.scene.places[from];
        const [toX, toY] = this.scene.places[last.at];
        const source = oldElements.get(from);
        if (source && source.dataset.look !== piece.look) this.roll(source, body, toX - x, toY - y);
        else move(body, [{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: "none" }]);
      } else if (was && was.look === piece.look) {
        if (origin && piece.number > was.number) this.fly(body, origin, piece.place);
      } else if (was) {
        this.turn(oldElements.get(piece.place), body, origin, piece.place);
        oldElements.delete(piece.place);
      } else if (last && piece.place === last.at && !this.scene.places[last.path[0]]) {
        const fall = this.scene.places[piece.place][1] - this.scene.box[1];
        move(body, [{ transform: `translate(0, ${-fall}px)` }, { transform: "none" }], { easing: "cubic-bezier(.5,0,.9,.6)" });
      } else if (origin && piece.place !== last.at) this.fly(body, origin, piece.place);
      else move(body, [{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }]);
    }
    for (const [place, element] of oldElements) this.vanish(element, animate && place !== from);
  }

  /** A stone turns over: the old face to its edge, then the new one up. */
  turn(old, body, origin, place) {
    const [x, y] = this.scene.places[place];
    const far = origin ? Math.hypot(x - origin[0], y - origin[1]) / UNIT : 0;
    const delay = Math.min(160, 30 * far);
    if (old) {
      const shrink = move(old.firstChild, [{ transform: "none" }, { transform: "scaleX(0)" }], { duration: TIME / 2, delay, easing: "ease-in" });
      shrink.onfinish = () => old.remove();
    }
    move(body, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: TIME / 2, delay: delay + TIME / 2, fill: "backwards" });
  }

  /** What was captured comes from where the move went. */
  fly(body, [x, y], place) {
    const [toX, toY] = this.scene.places[place];
    move(body, [{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: "none" }]);
  }

  /** A cube rolls over its edge, seen from above: the old top narrows ahead, the new one comes up behind. */
  roll(old, body, dx, dy) {
    const size = Math.hypot(dx, dy), side = Math.abs(dx) > Math.abs(dy) ? "X" : "Y";
    const shift = (along) => `translate(${(along * dx) / size}px, ${(along * dy) / size}px)`;
    const leaving = [], coming = [];
    for (let step = 0; step <= 6; step += 1) {
      const angle = (Math.PI / 2) * (step / 6), sin = Math.sin(angle), cos = Math.cos(angle);
      leaving.push({ transform: `${shift(size * (0.5 + sin - cos / 2))} scale${side}(${Math.max(cos, 0.001)})` });
      coming.push({ transform: `${shift(size * (sin / 2 - cos - 0.5))} scale${side}(${Math.max(sin, 0.001)})` });
    }
    const ghost = old.cloneNode(true);
    ghost.classList.remove("fading", "held");
    this.layers.pieces.append(ghost);
    move(ghost.firstChild, leaving, { easing: "ease-in-out" }).onfinish = () => ghost.remove();
    move(body, coming, { easing: "ease-in-out" });
  }

  vanish(element, animate) {
    if (!animate) element.remove();
    else move(element.firstChild, [{ opacity: 1 }, { opacity: 0, transform: "scale(.7)" }]).onfinish = () => element.remove();
  }

  makePiece({ place, look, number = 1 }, kind = "piece") {
    const [x, y] = this.scene.places[place];
    const shapes = parseShapes(this.scene.looks[look].markup);
    const element = s("g", { class: kind, transform: `translate(${x} ${y})`, "data-place": place, "data-look": look }, s("g", { class: "body" }, shapes));
    if (number > 1) {
      element.append(s("circle", { class: "count-ground", cx: 17, cy: 17, r: 9 }), s("text", { class: "count", x: 17, y: 21.5, "text-anchor": "middle" }, `${number}`));
    }
    return element;
  }

  drawMarks() {
    const { last, alarms } = this.position;
    const marks = alarms.map((place) => this.circleAt(place, 21, "alarm"));
    // A piece that came from elsewhere: both cells are tinted; one that was put: a ring.
    const isPut = !last || last.path.length < 2 || !this.zones.has(last.path[0]);
    if (!isPut) for (const name of [last.path[0], last.at]) if (this.zones.has(name)) marks.unshift(this.cellAt(name));
    this.layers.marks.replaceChildren(...marks);
    this.layers.dots.replaceChildren();
    if (last && isPut && this.scene.places[last.at]) {
      const stands = this.elements.has(last.at);
      const ring = this.circleAt(last.at, stands ? 17.5 : 8, "last-mark");
      this.layers.badges.replaceChildren(ring);
    } else this.layers.badges.replaceChildren();
    this.drawBadges();
  }

  cellAt(name) {
    const { x, y, width, height } = this.scene.zones.find((zone) => zone.name === name);
    return s("rect", { x: x - width / 2, y: y - height / 2, width, height, class: "last-cell" });
  }

  circleAt(place, r, kind) {
    const [cx, cy] = this.scene.places[place];
    return s("circle", { cx, cy, r, class: kind, "data-at": place });
  }

  /** Values on moves: `{move: {text, kind, exact, best}}`, or null. */
  setValues(values) {
    this.values = values;
    if (this.position) this.drawMarks(), this.refresh();
  }

  drawBadges() {
    for (const move of this.values ? this.position.moves : []) {
      const value = this.values[move.move];
      if (!value || !this.scene.places[move.at]) continue;
      this.layers.badges.append(this.badge(move.at, value));
    }
  }

  badge(place, { text, kind, exact, best }) {
    const [x, y] = this.scene.places[place];
    const width = Math.max(28, 8 * text.length + 9);
    const round = kind === "draw" && exact;
    const face = { class: "face", x: -width / 2, y: -13, width, height: 26, rx: round ? 13 : 5 };
    const group = s("g", { class: `badge ${kind} ${exact ? "exact" : "estimate"} ${best ? "best" : ""}`, transform: `translate(${x} ${y})` });
    if (kind === "loss" && exact) {
      group.append(s("rect", { ...face, class: "back" }));
      face.fill = `url(#hatch-${this.number})`;
    }
    group.append(s("rect", face), s("text", { y: 5 }, text));
    return group;
  }

  // Touching.

  /** The moves that go on from what was touched. */
  candidates() {
    return this.isOpen ? this.position.moves.filter((move) => this.path.every((name, i) => move.path[i] === name)) : [];
  }

  /** Which zones may be touched next, the words on zones, and the buttons. */
  refresh() {
    const moves = this.candidates();
    const next = new Set(moves.map((move) => move.path[this.path.length]));
    const pieces = new Map(this.position.pieces.map((piece) => [piece.place, piece]));
    const dots = [];
    for (const [name, zone] of this.zones) {
      const isNext = next.has(name);
      zone.classList.toggle("open", isNext || (this.isOpen && this.position.moves.some((move) => move.path[0] === name)));
      zone.classList.toggle("chosen", this.path.includes(name));
      const piece = pieces.get(name);
      const words = [name, piece ? inLanguage(this.scene.looks[piece.look].names) : this.scene.places[name] ? t("empty") : t("column")];
      if (isNext) words.push(t("can_play"));
      zone.setAttribute("aria-label", words.join(", "));
      if (!isNext) continue;
      const reached = moves.filter((move) => move.path[this.path.length] === name);
      const at = this.path.length + 1 < reached[0].path.length && this.zones.has(reached[0].path[this.path.length + 1]) ? null : reached[0].at;
      if (at && !this.values?.[reached[0].move]) dots.push(this.elements.has(at) ? this.circleAt(at, 21, "target") : this.circleAt(at, 6, "dot"));
    }
    this.layers.dots.replaceChildren(...dots);
    this.showButtons(moves);
  }

  showButtons(moves) {
    const depth = this.path.length;
    const buttons = [];
    const whole = moves.find((move) => move.path.length === depth);
    if (whole && depth) buttons.push(this.button(this.scene.choices[""] ? inLanguage(this.scene.choices[""]) : t("plain"), () => this.play(whole)));
    for (const word of new Set(moves.map((move) => move.path[depth])))
      if (word !== undefined && !this.zones.has(word)) {
        const names = this.scene.choices[word];
        buttons.push(this.button(names ? inLanguage(names) : word, () => this.touch(word)));
      }
    this.buttons.replaceChildren(...buttons);
    if (buttons.length && depth) buttons[0].focus();
  }

  button(text, action) {
    return h("button", { type: "button", class: "first-choice", onclick: action }, text);
  }

  touch(name) {
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
    if (moves.length === 1 && moves[0].path.slice(this.path.length).every((word) => !this.zones.has(word))) this.play(moves[0]);
    else this.refresh();
  }

  play(move) {
    this.isOpen = false;
    this.path = [];
    this.layers.ghosts.replaceChildren();
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
    if (this.path.length === 0 && this.position.moves.some((move) => move.path[0] === this.pressed && move.path.length > 1)) {
      this.touch(this.pressed);
      this.held = this.elements.get(this.pressed);
      this.justChosen = this.pressed;
    }
  }

  slide(event) {
    const zone = this.zoneUnder(event);
    this.preview(zone);
    if (!this.held || !this.pressed || zone === this.pressed) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    this.held.setAttribute("transform", `translate(${point.x} ${point.y})`);
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
      const [x, y] = this.scene.places[this.held.dataset.place];
      this.held.setAttribute("transform", `translate(${x} ${y})`);
      this.held.classList.remove("held");
    }
    this.held = this.pressed = this.justChosen = null;
  }

  /** Ghosts of what a touch of this zone would change. */
  preview(name) {
    if (this.previewed === name && this.layers.ghosts.childElementCount) return;
    this.previewed = name;
    for (const element of this.elements?.values() ?? []) element.classList.remove("fading");
    this.layers.ghosts.replaceChildren();
    if (!name || !this.isOpen) return;
    const moves = this.candidates().filter((move) => move.path[this.path.length] === name);
    const whole = moves.find((move) => move.path.length === this.path.length + 1) ?? moves.find((move) => !this.zones.has(move.path[this.path.length + 1]));
    if (!whole) return;
    for (const [place, look] of whole.changes) {
      if (!this.scene.places[place]) continue;
      if (look) this.layers.ghosts.append(this.makePiece({ place, look }, "ghost"));
      else this.elements.get(place)?.classList.add("fading");
    }
  }

  // The keyboard: arrows go to the nearest zone that way, Enter and Space touch.

  key(event) {
    const here = this.zones.get(event.target.dataset.zone);
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") this.touch(event.target.dataset.zone);
    else if (event.key === "Escape") this.path = [], this.refresh();
    else if (STEP[event.key]) this.step(here, STEP[event.key]);
    else return;
    event.preventDefault();
  }

  step(here, [dx, dy]) {
    const middle = (zone) => [zone.x.baseVal.value + zone.width.baseVal.value / 2, zone.y.baseVal.value + zone.height.baseVal.value / 2];
    const [x, y] = middle(here);
    let best = null, least = Infinity;
    for (const zone of this.zones.values()) {
      const [toX, toY] = middle(zone);
      const along = (toX - x) * dx + (toY - y) * dy;
      const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
      if (along > 4 && along + 2 * aside < least) { least = along + 2 * aside; best = zone; }
    }
    if (!best) return;
    here.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }

  focus() {
    this.svg?.querySelector('.zone[tabindex="0"]')?.focus();
  }
}

function move(element, frames, options = {}) {
  return element.animate(frames, { duration: TIME, easing: "ease-out", ...options });
}
