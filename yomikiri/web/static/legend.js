// What is seen on a board and what it means, and the doors to learning the game.

import { schoolAddress } from "./address.js";
import { h, parseShapes, s } from "./dom.js";
import { recall, remember } from "./memory.js";
import { name, t } from "./words.js";

/** @import { Scene, Sign } from "./types.js" */

const WAYS = "ways"; // the set of pieces on which their moves are drawn
const CLOSED = "legend closed";
const BOX = "-26 -26 52 52"; // a cell and a little room

/** @param {string} markup */
const drawing = (markup) =>
  s("svg", { class: "sign", viewBox: BOX, "aria-hidden": "true" }, parseShapes(markup));

/**
 * How a sign is drawn; a piece is followed by how it moves, where that can be drawn.
 * @param {Scene} scene
 * @param {string | null} set of pieces
 * @param {Sign} sign
 */
function drawings(scene, set, { look, markup }) {
  const found = scene.looks[look];
  if (!found) return markup ? [drawing(markup)] : [];
  const own = drawing((set && found.others[set]) || found.markup);
  return WAYS in scene.sets && set !== WAYS ? [own, drawing(found.others[WAYS])] : [own];
}

/**
 * Every sign with its words, and what the page itself marks.
 * @param {Scene} scene
 * @param {string | null} set of pieces
 */
export function legendList(scene, set) {
  const dot = '<circle r="6" class="dot"/>';
  const last = '<circle r="17" class="last-mark ground"/><circle r="17" class="last-mark"/>';
  const marks = [
    h("li", null, h("span", null, drawing(dot)), t("lesson.mark_dot")),
    h("li", null, h("span", null, drawing(last)), t("lesson.mark_last")),
  ];
  const signs = scene.legend.map((sign) =>
    h("li", null, h("span", null, drawings(scene, set, sign)), name(sign.text)),
  );
  return h("ul", { class: "legend" }, signs, marks);
}

/** @type {["learn" | "exercise" | "explore", string][]} */
const DOORS = [
  ["learn", "lesson.how"],
  ["exercise", "lesson.exercises"],
  ["explore", "lesson.explore"],
];

/**
 * Where a game is learned.
 * @param {string} game
 * @param {string} [here] the door behind which one is
 */
export const schoolDoors = (game, here) =>
  h(
    "div",
    { class: "row links" },
    DOORS.filter(([door]) => door !== here).map(([door, word]) =>
      h("a", { href: schoolAddress(door, game), "data-door": door }, t(word)),
    ),
  );

/**
 * The legend beside a board while it is played; it stays closed once somebody has closed it.
 * @param {Scene} scene
 * @param {string | null} set of pieces
 */
export function legendPanel(scene, set) {
  const isOpen = matchMedia("(min-width: 861px)").matches && !recall(CLOSED);
  const box = h(
    "details",
    { class: "panel", "data-panel": "legend", open: isOpen },
    h("summary", null, t("lesson.legend")),
    h("p", { class: "small" }, name(scene.goal)),
    schoolDoors(scene.game),
    legendList(scene, set),
  );
  box.querySelector("summary")?.addEventListener("click", () => {
    remember(CLOSED, box.open ? "yes" : "");
  });
  return box;
}
