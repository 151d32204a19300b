// The value history under the board: how the game swung, the first player above.

import { s } from "./dom.js";
import { signed, t } from "./words.js";

/** @import { Value } from "./types.js" */

/**
 * A position of the line: the move that led to it, its value for the first player if it is known,
 * and whether that move was a mistake.
 * @typedef {{ id: number, move: string, known: Value | null, text: string, isSlip: boolean }} Point
 */

// In pixels, so that nothing is stretched.
const HEIGHT = 96;
const LEFT = 40;
const PAD = 14;
const NARROWEST = 240;
const WIDEST = 704;

/**
 * The height of a value, from -1 to 1.  Without scores a win is the higher the sooner it comes, and
 * above every estimate.
 * @param {Value[]} known
 * @param {number | null} most the greatest score shown, if there are scores
 * @returns {(value: Value) => number}
 */
function heights(known, most) {
  const far = Math.max(1, ...known.map(({ distance }) => distance ?? 0));
  const areAllExact = known.every(({ exact }) => exact);
  return ({ value, exact, distance, chance }) => {
    if (most !== null) return Math.max(-1, Math.min(1, value / most));
    if (!exact) return 0.85 * (2 * (chance ?? 0.5) - 1);
    return Math.sign(value) * (areAllExact ? 1 - (0.7 * (distance ?? 0)) / (far + 1) : 1);
  };
}

/**
 * @param {Point[]} points
 * @param {object} options
 * @param {number | null} options.greatest the greatest score there can be, if there are scores
 * @param {string} options.label
 * @param {number} options.now the node at which the game stands
 * @param {number} options.room in pixels
 * @param {(id: number) => void} options.go
 */
export function historyGraph(points, { greatest, label, now, room, go }) {
  const width = Math.min(WIDEST, Math.max(NARROWEST, room));
  const known = points.flatMap((point) => point.known ?? []);
  const top = Math.ceil(Math.max(1, ...known.map(({ value }) => Math.abs(value))));
  const most = greatest === null ? null : Math.min(greatest, top);
  const height = heights(known, most);
  /** @param {number} index */
  const x = (index) => LEFT + ((width - LEFT - PAD) * index) / Math.max(1, points.length - 1);
  /** @param {number} share from -1 to 1 */
  const y = (share) => HEIGHT / 2 - (HEIGHT / 2 - PAD) * share;
  const graph = s("svg", {
    class: "history",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: "group",
    "aria-label": label,
  });
  graph.append(s("line", { class: "axis", x1: LEFT, x2: width - PAD, y1: y(0), y2: y(0) }));
  const scale =
    most === null ? [t("result.won"), "=", t("result.lost")] : [most, 0, -most].map(signed);
  scale.forEach((text, step) => {
    graph.append(s("text", { x: LEFT - 6, y: y(1 - step) + 4, "text-anchor": "end" }, text));
  });
  const curve = points.flatMap(({ known: value }, index) =>
    value ? `${x(index)},${y(height(value))}` : [],
  );
  if (curve.length > 1) graph.append(s("polyline", { class: "curve", points: curve.join(" ") }));
  points.forEach((point, index) => {
    if (!point.known) return;
    const at = { x: x(index), y: y(height(point.known)) };
    graph.append(dot(point, index, at, point.id === now, go, x(1) - x(0)));
    if (!point.isSlip) return;
    const beside = at.y + (point.known.value < 0 ? -8 : 18);
    graph.append(s("text", { class: "slip", x: at.x, y: beside, "text-anchor": "middle" }, "?"));
  });
  return graph;
}

/**
 * @param {Point} point
 * @param {number} ply
 * @param {{ x: number, y: number }} at
 * @param {boolean} isNow
 * @param {(id: number) => void} go
 * @param {number} room between two points: all of it can be touched
 */
function dot({ id, move, known, text, isSlip }, ply, at, isNow, go, room) {
  const label = [`${ply}`, isSlip ? t("slip", { move }) : move, text].filter(Boolean).join(" ");
  const attributes = {
    class: `point ${known?.exact ? "exact" : ""} ${isNow ? "now" : ""}`,
    cx: at.x,
    cy: at.y,
    r: 4.5,
    role: "button",
    tabindex: 0,
    "data-node": id,
    "aria-label": label,
    onclick: () => go(id),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      go(id);
    },
  };
  const hit = { class: "hit", x: at.x - room / 2, y: 0, width: room, height: HEIGHT };
  return s(
    "g",
    null,
    s("rect", { ...hit, onclick: () => go(id) }),
    s("circle", attributes, s("title", null, label)),
  );
}
