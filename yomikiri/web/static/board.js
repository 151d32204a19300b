// A board that knows no rules: it draws what it is given, and reports which move was touched.

import { button, h, isCalm, parseShapes } from "./dom.js";
import { Dragging } from "./dragging.js";
import { turnedAround, turnGround, writeMargin } from "./flip.js";
import { makeLayers } from "./layers.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";
import { Preview } from "./preview.js";
import { Touches } from "./touches.js";
import { name as inLanguage, t } from "./words.js";
import { Zones, zoneOf } from "./zones.js";

/** @import { Move, Piece, Scene, Shown } from "./types.js" */
/** @import { PlaceMark } from "./marks.js" */
/** @import { MoveMark } from "./values.js" */

export class Board {
  /**
   * @param {Scene} scene
   * @param {string | null} set of pieces
   * @param {object} report
   * @param {(move: string) => void} [report.onMove] called with a move whose path was touched
   * @param {(zone: string) => void} [report.onTouch] called instead, while a position is set up
   */
  constructor(scene, set, { onMove = () => {}, onTouch }) {
    this.scene = scene;
    this.onMove = onMove;
    this.onTouch = onTouch;
    /** @type {Shown | null} */
    this.position = null;
    this.touches = new Touches((name) => this.zones.has(name));
    /** @type {string | undefined} the zone of which ghosts show what a touch would change */
    this.previewed = undefined;

    this.isTurned = false;
    const layers = makeLayers(scene, (scale) => {
      this.marks.scale = scale;
      if (this.marks.values) this.redraw();
    });
    this.box = layers.box;
    this.svg = layers.svg;
    this.ground = layers.ground;
    this.dots = layers.dots;
    this.ground.append(...parseShapes(scene.ground));
    this.marks = new Marks(scene, layers.marks, layers.badges);
    this.svg.prepend(this.marks.hatching());
    this.pieces = new Pieces(scene, layers.pieces, layers.cubes, set);
    this.ghosts = new Pieces(scene, layers.ghosts, layers.cubes, set);
    this.preview = new Preview(this.pieces, this.ghosts, this.dots);
    this.zones = new Zones(scene.zones, layers.zones);
    this.dragging = new Dragging(this.svg, this.pieces, {
      isLiftable: (name) => this.touches.isLiftable(name),
      touch: (name) => this.touch(name),
      preview: (name) => this.showPreview(name),
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.showPreview(zoneOf(event)));
    this.buttons = h("div", {
      class: "choices",
      role: "group",
      onkeydown: (event) => {
        if (event.key === "Escape") this.letGo();
      },
    });
  }

  // Drawing.

  /**
   * Show a position; `isOpen` lets it be touched, `animate` moves what has changed.
   * @param {Shown} position
   */
  show(position, { isOpen = false, animate = false } = {}) {
    const before = this.position;
    this.position = position;
    if (isOpen && !position.end) this.touches.open(position.moves);
    else this.touches.close();
    if (position.picture !== undefined)
      this.ground.replaceChildren(...parseShapes(position.picture));
    writeMargin(this.ground);
    this.pieces.show(position, before, animate && !isCalm());
    this.redraw();
  }

  /** The set of pieces that is shown. */
  get set() {
    return this.pieces.set;
  }

  /**
   * Other pieces: letters for kanji, or pictures.
   * @param {string} set
   */
  changeSet(set) {
    this.pieces.set = set;
    this.ghosts.set = set;
    this.pieces.clear();
    if (this.position) this.pieces.show(this.position, null, false);
  }

  /**
   * See the board from the second player's side, or from the first's.
   * @param {boolean} isTurned
   */
  turn(isTurned) {
    if (isTurned === this.isTurned || !this.scene.turns) return;
    this.isTurned = isTurned;
    this.scene = turnedAround(this.scene);
    turnGround(this.ground, this.scene, isTurned);
    this.zones.turn(this.scene.zones);
    this.marks.turn(this.scene);
    for (const pieces of [this.pieces, this.ghosts]) pieces.turn(this.scene, isTurned);
    if (this.position) this.pieces.show(this.position, null, false);
    this.redraw();
  }

  /** @param {string} look as SVG, in the set that is shown */
  markup(look) {
    return this.pieces.markup(look);
  }

  /**
   * Write values on moves, or none.
   * @param {Record<string, MoveMark> | null} values
   */
  setValues(values) {
    this.marks.values = values;
    this.redraw();
  }

  /**
   * Write values on places, or none.
   * @param {Record<string, PlaceMark> | null} heat
   */
  setHeat(heat) {
    this.marks.heat = heat;
    this.redraw();
  }

  /**
   * Point at a move, for a hint.
   * @param {string} text
   */
  pointAt(text) {
    const move = this.position?.moves.find(({ move }) => move === text);
    if (move) this.marks.point(move);
  }

  redraw() {
    if (!this.position) return;
    this.marks.show(this.position, this.touches.path, (place) => this.pieces.elements.has(place));
    this.refresh(this.position);
  }

  // Touching.

  /**
   * Which zones may be touched next, the words on them, dots, hints and buttons.
   * @param {Shown} position
   */
  refresh(position) {
    const { path, next } = this.touches;
    const standing = new Map(position.pieces.map((piece) => [piece.place, piece]));
    this.svg.setAttribute("aria-label", t("board"));
    this.zones.refresh((name) => ({
      isOpen: next.has(name) || Boolean(this.onTouch) || this.touches.from(name).length > 0,
      isChosen: path.includes(name),
      label: this.label(name, standing.get(name), next.has(name)),
    }));
    this.preview.hints = this.onTouch ? this.emptyStacks(standing) : [];
    this.dots.replaceChildren();
    for (const name of this.zones.names) if (next.has(name)) this.showTarget(name);
    this.showPreview(undefined);
    this.showButtons();
  }

  /**
   * What a zone is, for those who listen.
   * @param {string} name
   * @param {Piece | undefined} piece
   * @param {boolean} canPlay
   */
  label(name, piece, canPlay) {
    const { stacks, looks, places } = this.scene;
    const look = piece?.look ?? stacks[name];
    const empty = places[name] ? t("empty") : t("column");
    const words = [stacks[name] ? t("hand") : name, look ? inLanguage(looks[look].names) : empty];
    if (stacks[name]) words.push(`${piece?.number ?? 0}`);
    if (canPlay) words.push(t("can_play"));
    return words.join(", ");
  }

  /**
   * On a board that is set up, pieces in hand are shown where they would be.
   * @param {Map<string, Piece>} standing
   */
  emptyStacks(standing) {
    const stacks = Object.entries(this.scene.stacks).filter(([place]) => !standing.has(place));
    return stacks.map(([place, look]) => ({ place, look, number: 1 }));
  }

  /**
   * Mark where a touch of this zone would lead, unless another zone must be touched then.
   * @param {string} name
   */
  showTarget(name) {
    const [{ move, at, path, changes }] = this.touches.after(name);
    if (!at || this.zones.has(path[this.touches.path.length + 1])) return;
    // A cube would show another face there.
    const look = changes.find(([place]) => place === at)?.[1];
    const isCube = Boolean(look && this.pieces.isCube(look));
    if (look && isCube) this.preview.hints.push({ place: at, look, number: 1 });
    if (this.marks.values?.[move]) return;
    const isRing = isCube || this.pieces.elements.has(at);
    this.dots.append(
      isRing ? this.marks.circle(at, 21, "target") : this.marks.circle(at, 6, "dot"),
    );
  }

  /** A button for each word that is not a zone, and for a move that is complete but could go on. */
  showButtons() {
    const { next, complete, path } = this.touches;
    const { choices } = this.scene;
    const buttons = [];
    for (const word of next)
      if (word !== undefined && !this.zones.has(word)) {
        const text = choices[word] ? inLanguage(choices[word]) : word;
        buttons.push(button(text, () => this.touch(word), { class: "first-choice" }));
      }
    if (complete && path.length) {
      const text = choices[""] ? inLanguage(choices[""]) : t("plain");
      buttons.push(button(text, () => this.play(complete), { class: "first-choice" }));
    }
    this.buttons.replaceChildren(...buttons);
    if (path.length) buttons[0]?.focus();
  }

  /** @param {string} name */
  touch(name) {
    if (this.onTouch) this.onTouch(name);
    else if (this.touches.isOpen) {
      const move = this.touches.touch(name);
      if (move) this.play(move);
      else this.choose();
    }
  }

  /** What was touched has changed; a hint stays, values are written again. */
  choose() {
    if (this.marks.values) this.redraw();
    else if (this.position) this.refresh(this.position);
  }

  /** @param {Move} move */
  play(move) {
    // After a question answered by keys the cursor is where the piece went.
    if (this.buttons.contains(document.activeElement))
      this.zones.goToName(move.path.findLast((name) => this.zones.has(name)));
    this.touches.close();
    this.preview.clear();
    this.buttons.replaceChildren();
    this.onMove(move.move);
  }

  /**
   * Show what a touch of this zone would change.
   * @param {string | undefined} name
   */
  showPreview(name) {
    if (name && this.previewed === name) return;
    this.previewed = name;
    this.preview.show(name ? this.touches.outcome(name) : null);
  }

  // The keyboard: arrows go to the nearest zone that way, Enter and Space touch, Escape lets go.

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = zoneOf(event);
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") this.touch(name);
    else if (event.key === "Escape" && this.touches.path.length) this.letGo();
    else if (!this.zones.follow(name, event.key)) return;
    event.preventDefault();
  }

  /** Forget what was touched; the cursor goes back to its first zone. */
  letGo() {
    const [name] = this.touches.path;
    if (name === undefined) return;
    this.touches.letGo();
    this.choose();
    this.zones.goToName(name);
  }

  focus() {
    this.zones.focus();
  }
}
