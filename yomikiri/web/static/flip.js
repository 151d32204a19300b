// The board seen from the other side.

import { language } from "./words.js";

/** @import { Point, Scene } from "./types.js" */

/**
 * The scene with all its places where they are seen from the other side.
 * @param {Scene} scene
 * @returns {Scene}
 */
export function turnedAround(scene) {
  const [left, top, width, height] = scene.box;
  const [across, down] = [2 * left + width, 2 * top + height];
  const places = Object.entries(scene.places).map(([place, [x, y]]) => [
    place,
    /** @type {Point} */ ([across - x, down - y]),
  ]);
  const zones = scene.zones.map((zone) => ({ ...zone, x: across - zone.x, y: down - zone.y }));
  return { ...scene, places: Object.fromEntries(places), zones };
}

/**
 * Letters of the margin in the page's language, where the game has others in Japanese.
 * @param {SVGGElement} ground
 */
export function writeMargin(ground) {
  for (const letter of ground.querySelectorAll("text[data-ja]")) {
    const plain = letter.getAttribute("data-en") ?? letter.textContent ?? "";
    letter.setAttribute("data-en", plain);
    letter.textContent = language() === "ja" ? letter.getAttribute("data-ja") : plain;
  }
}

/**
 * Turn the picture of the board; its letters stay upright.
 * @param {SVGGElement} ground
 * @param {Scene} scene
 * @param {boolean} isTurned
 */
export function turnGround(ground, { box: [left, top, width, height] }, isTurned) {
  const middle = `${left + width / 2} ${top + height / 2}`;
  if (isTurned) ground.setAttribute("transform", `rotate(180 ${middle})`);
  else ground.removeAttribute("transform");
  for (const letter of ground.querySelectorAll("text")) {
    const size = Number(letter.getAttribute("font-size"));
    const y = Number(letter.getAttribute("y")) - 0.35 * size;
    if (isTurned) letter.setAttribute("transform", `rotate(180 ${letter.getAttribute("x")} ${y})`);
    else letter.removeAttribute("transform");
  }
}
