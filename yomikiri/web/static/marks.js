// What is written on a board: the last move, alarms, values of moves, and values of places.

import { bestArrows, isFromTo, moveArrow } from "./arrows.js";
import { s } from "./dom.js";

/** @import { Move, Scene, Shown } from "./types.js" */
/** @import { Kind, MoveMark } from "./values.js" */

/**
 * What a place would be worth; `heat` from 0 to 1.
 * @typedef {{ text: string, kind: Kind, heat: number }} PlaceMark
 */

export const UNIT = 48; // a cell, in the units of scenes
const SIZE = 14.5; // of the letters of badges, in the same units: see board.css
const LETTERS = 12; // pixels, at least
const ON_PIECE = 0.62; // a badge's size on a piece
let boards = 0;

export class Marks {
  /**
   * @param {Scene} scene
   * @param {SVGGElement} below where cells are tinted, under the pieces
   * @param {SVGGElement} above where badges are written, over them
   */
  constructor(scene, below, above) {
    this.scene = scene;
    this.below = below;
    this.above = above;
    boards += 1;
    this.hatch = `hatch-${boards}`;
    this.zones = new Map(scene.zones.map((zone) => [zone.name, zone]));
    this.scale = 1; // pixels of the screen for one unit
    /** @type {Record<string, MoveMark> | null} of moves */
    this.values = null;
    /** @type {Record<string, PlaceMark> | null} of places */
    this.heat = null;
  }

  /**
   * The board is seen from the other side, or in its usual way again.
   * @param {Scene} scene
   */
  turn(scene) {
    this.scene = scene;
    this.zones = new Map(scene.zones.map((zone) => [zone.name, zone]));
  }

  /** What the badges of lost moves are filled with. */
  hatching() {
    const attributes = { id: this.hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse" };
    const line = s("path", { d: "M0 6L6 0", stroke: "#b83a22", "stroke-width": 1.6 });
    return s("defs", null, s("pattern", attributes, line));
  }

  /**
   * Draw all for a position.
   * @param {Shown} position
   * @param {string[]} path what was touched
   * @param {(place: string) => boolean} isTaken whether a piece stands at a place
   */
  show(position, path, isTaken) {
    const alarms = position.alarms.map((place) => this.circle(place, 22, "alarm"));
    const shown = position.end?.places.filter((place) => this.scene.places[place]) ?? [];
    const ends = shown.map((place) => this.circle(place, 21, "end-mark"));
    this.below.replaceChildren(...this.lastCells(position), ...alarms);
    this.above.replaceChildren(...this.lastRing(position, isTaken), ...ends);
    if (this.heat) this.drawHeat(this.heat);
    else if (this.values) this.drawValues(this.values, position.moves, path, isTaken);
  }

  /**
   * Whether the last move was by a piece that came from elsewhere on the board.
   * @param {Shown} position
   */
  isFromElsewhere({ last }) {
    return last !== null && last.path.length > 1 && this.zones.has(last.path[0]);
  }

  /**
   * Of a piece that came from elsewhere both cells are tinted ...
   * @param {Shown} position
   */
  lastCells(position) {
    const { last } = position;
    if (!last || !this.isFromElsewhere(position)) return [];
    const zones = [last.path[0], last.at].flatMap((name) => this.zones.get(name) ?? []);
    return zones.map((zone) => cell(zone, "last-cell"));
  }

  /**
   * ... and one that was put gets a ring.
   * @param {Shown} position
   * @param {(place: string) => boolean} isTaken
   */
  lastRing(position, isTaken) {
    const { last } = position;
    if (!last || this.isFromElsewhere(position) || !this.scene.places[last.at]) return [];
    const radius = isTaken(last.at) ? 17 : 8;
    return ["last-mark ground", "last-mark"].map((kind) => this.circle(last.at, radius, kind));
  }

  /**
   * @param {string} place
   * @param {number} r
   * @param {string} kind
   */
  circle(place, r, kind) {
    const [cx, cy] = this.scene.places[place];
    return s("circle", { cx, cy, r, class: kind, "data-at": place });
  }

  /**
   * An arrow along a move that is proposed, or a ring around its place.
   * @param {Move} move
   */
  point(move) {
    const { at } = move;
    if (isFromTo(this.scene, move)) this.above.append(moveArrow(this.scene, move));
    if (this.scene.places[at]) this.above.append(this.circle(at, 14, "target"));
  }

  /** @param {Record<string, PlaceMark>} marks */
  drawHeat(marks) {
    for (const [place, { text, kind, heat }] of Object.entries(marks)) {
      const [x, y] = this.scene.places[place];
      const shape = cell({ x, y, width: UNIT, height: UNIT }, `heat ${kind}`);
      shape.style.fillOpacity = `${0.35 + 0.6 * heat}`;
      this.below.append(shape);
      this.above.append(s("text", { class: "heat-text", x, y: y + 5, "data-heat": place }, text));
    }
  }

  /**
   * The best value of each piece; of one that was touched, of each place where it may go.
   * @param {Record<string, MoveMark>} values
   * @param {Move[]} moves
   * @param {string[]} touched
   * @param {(place: string) => boolean} isTaken
   */
  drawValues(values, moves, touched, isTaken) {
    const { places } = this.scene;
    /** @type {Map<string, MoveMark>} */
    const found = new Map();
    const open = moves.filter(({ path }) => touched.every((name, index) => path[index] === name));
    for (const { move, path, at } of open) {
      const value = values[move];
      if (!value) continue;
      const isOnPiece = !touched.length && path.length > 1 && places[path[0]];
      const place = isOnPiece ? path[0] : at;
      const best = found.get(place);
      if (places[place] && !(best && best.rank <= value.rank)) found.set(place, value);
    }
    this.above.append(...bestArrows(this.scene, open, ({ move }) => values[move]));
    for (const [place, value] of found) this.above.append(this.badge(place, value, isTaken(place)));
  }

  /**
   * A piece is not hidden by its badge: that hangs on the edge of its cell, or is a mark without
   * words where the letters would be too small to be read.
   * @param {string} place
   * @param {MoveMark} mark
   * @param {boolean} isOnPiece
   */
  badge(place, { text, kind, exact, best }, isOnPiece) {
    const [x, y] = this.scene.places[place];
    const least = LETTERS / (SIZE * this.scale);
    const hasRoom = !isOnPiece || least <= ON_PIECE;
    const words = hasRoom ? text : "";
    const width = words ? Math.max(28, 9.6 * words.length + 7) : 18;
    const usual = Math.max(least, Math.min(1, (UNIT - 2) / width));
    const scale = isOnPiece ? ON_PIECE : usual;
    const [dx, dy] = isOnPiece ? [hasRoom ? 0 : 15, hasRoom ? 24 : 19] : [0, 0];
    const group = s("g", {
      class: `badge ${kind} ${exact ? "exact" : "estimate"} ${best ? "best" : ""}`,
      "data-on": place,
      transform: `translate(${x + dx} ${y + dy}) scale(${scale.toFixed(2)})`,
    });
    const isHatched = kind === "loss" && exact;
    const rx = kind === "draw" && exact ? 13 : 5;
    const height = words ? 24 : 18;
    const face = { x: -width / 2, y: -height / 2, width, height, rx };
    if (isHatched) group.append(s("rect", { ...face, class: "back" }));
    const fill = isHatched ? `url(#${this.hatch})` : null;
    group.append(s("rect", { ...face, class: "face", fill }));
    if (words) group.append(s("text", { y: 5 }, words));
    return group;
  }
}

/**
 * @param {{ x: number, y: number, width: number, height: number }} zone
 * @param {string} kind
 */
function cell({ x, y, width, height }, kind) {
  return s("rect", { x: x - width / 2, y: y - height / 2, width, height, class: kind });
}
