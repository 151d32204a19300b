// What is written on a board: the last move, alarms, values of moves, and values of places.

import { s } from "./dom.js";

const UNIT = 48; // a cell, in the units of scenes
let boards = 0;

export class Marks {
  /** `layers` are groups of the board's pictures: marks lie below the pieces, badges above. */
  constructor(scene, layers) {
    Object.assign(this, { scene, layers });
    this.hatch = `hatch-${++boards}`;
    this.values = null; // of moves: {move: {text, kind, exact, best, rank}}
    this.heat = null; // of places: {place: {text, kind, heat}}, heat from 0 to 1
  }

  /** What the badges of lost moves are filled with. */
  hatching() {
    const line = s("path", { d: "M0 6L6 0", stroke: "#b83a22", "stroke-width": 1.6 });
    return s(
      "defs",
      null,
      s("pattern", { id: this.hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, line),
    );
  }

  /** Draw all for a position; `path` is what was touched, `stands` are the pieces' elements. */
  show(position, path, stands) {
    const { last, alarms } = position;
    const zones = new Map(this.scene.zones.map((zone) => [zone.name, zone]));
    // A piece that came from elsewhere: both cells are tinted; one that was put: a ring.
    const isPut = !last || last.path.length < 2 || !zones.has(last.path[0]);
    const cells = isPut
      ? []
      : [last.path[0], last.at]
          .filter((name) => zones.has(name))
          .map((name) => cell(zones.get(name), "last-cell"));
    this.layers.marks.replaceChildren(
      ...cells,
      ...alarms.map((place) => this.circle(place, 22, "alarm")),
    );
    this.layers.badges.replaceChildren();
    if (last && isPut && this.scene.places[last.at])
      this.layers.badges.append(
        ...["last-mark ground", "last-mark"].map((kind) =>
          this.circle(last.at, stands.has(last.at) ? 17 : 8, kind),
        ),
      );
    if (this.heat) this.drawHeat();
    else if (this.values) this.drawValues(position, path, stands);
  }

  circle(place, r, kind) {
    const [cx, cy] = this.scene.places[place];
    return s("circle", { cx, cy, r, class: kind, "data-at": place });
  }

  drawHeat() {
    for (const [place, { text, kind, heat }] of Object.entries(this.heat)) {
      const [x, y] = this.scene.places[place];
      const shape = cell({ x, y, width: UNIT, height: UNIT }, `heat ${kind}`);
      shape.style.fillOpacity = 0.35 + 0.6 * heat;
      this.layers.marks.append(shape);
      this.layers.badges.append(
        s("text", { class: "heat-text", x, y: y + 5, "data-heat": place }, text),
      );
    }
  }

  /** The best value of each piece; of one that was touched, of each place where it may go. */
  drawValues({ moves }, path, stands) {
    const found = new Map();
    for (const move of moves) {
      const value = this.values[move.move];
      if (!value || !path.every((name, index) => move.path[index] === name)) continue;
      const [first] = move.path;
      const place =
        !path.length && move.path.length > 1 && this.scene.places[first] ? first : move.at;
      if (!this.scene.places[place] || found.get(place)?.rank <= value.rank) continue;
      found.set(place, value);
    }
    for (const [place, value] of found)
      this.layers.badges.append(this.badge(place, value, stands.has(place)));
  }

  /** A piece is not hidden by its badge. */
  badge(place, { text, kind, exact, best }, isOnPiece) {
    const [x, y] = this.scene.places[place];
    const width = Math.max(28, (exact ? 9 : 7.2) * text.length + 7);
    const round = kind === "draw" && exact;
    const face = { class: "face", x: -width / 2, y: -13, width, height: 26, rx: round ? 13 : 5 };
    const scale = Math.min(isOnPiece ? 0.66 : 1, 45 / width);
    const at = `translate(${x} ${isOnPiece ? y + 19 : y}) scale(${scale.toFixed(2)})`;
    const group = s("g", {
      class: `badge ${kind} ${exact ? "exact" : "estimate"} ${best ? "best" : ""}`,
      transform: at,
    });
    if (kind === "loss" && exact) {
      group.append(s("rect", { ...face, class: "back" }));
      face.fill = `url(#${this.hatch})`;
    }
    group.append(s("rect", face), s("text", { y: 5 }, text));
    return group;
  }
}

function cell({ x, y, width, height }, kind) {
  return s("rect", { x: x - width / 2, y: y - height / 2, width, height, class: kind });
}
