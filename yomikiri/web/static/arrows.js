// Arrows on a board: where a good move leads.

import { s } from "./dom.js";

/** @import { Move, Point, Scene } from "./types.js" */
/** @import { MoveMark } from "./values.js" */

const MOST = 3; // arrows at once: of many moves that are equally good none stands out
const HEAD = 13;
const [NEAR, FAR] = [15, 5]; // how far from the middles of its cells it begins and ends

/**
 * Whether a move leads from one place to another.
 * @param {Scene} scene
 * @param {Move} move
 */
export const isFromTo = ({ places }, { path, at }) =>
  path.length > 1 && path[0] !== at && Boolean(places[path[0]] && places[at]);

/**
 * An arrow from one place to another.
 * @param {Point} from
 * @param {Point} to
 */
function arrow([x, y], [toX, toY]) {
  const far = Math.hypot(toX - x, toY - y) || 1;
  const [dx, dy] = [(toX - x) / far, (toY - y) / far];
  const along = (/** @type {number} */ by, aside = 0) =>
    `${(x + by * dx - aside * dy).toFixed(1)} ${(y + by * dy + aside * dx).toFixed(1)}`;
  const end = far - FAR;
  const neck = end - HEAD;
  const shape = [
    along(NEAR, -2.5),
    along(neck, -2.5),
    along(neck, -7.5),
    along(end),
    along(neck, 7.5),
    along(neck, 2.5),
    along(NEAR, 2.5),
  ];
  return s("path", { class: "arrow", d: `M${shape.join("L")}Z` });
}

/**
 * The arrows of the best moves, of what was touched if anything was.
 * @param {Scene} scene
 * @param {Move[]} moves
 * @param {(move: Move) => MoveMark | undefined} markOf
 */
export function bestArrows(scene, moves, markOf) {
  const best = moves.filter((move) => markOf(move)?.best && isFromTo(scene, move));
  // Promoted or not, the way is the same.
  const ways = new Map(best.map((move) => [`${move.path[0]} ${move.at}`, move]));
  if (ways.size > MOST) return [];
  return [...ways.values()].map((move) => moveArrow(scene, move));
}

/**
 * @param {Scene} scene
 * @param {Move} move
 */
export const moveArrow = ({ places }, { path, at }) => arrow(places[path[0]], places[at]);
