// Pieces that are cubes: drawn with CSS in three dimensions, the top towards us.
// They roll over their edges.

import { h, parseShapes, s } from "./dom.js";

const EDGE = 30; // of a cube, in the units of scenes
const FACE = "-24 -24 48 48"; // what a face's SVG shows
const TILT = "perspective(420px) rotateX(27deg) rotateY(-19deg)";
const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => step / 8); // of a roll

/**
 * The body of a piece whose look has faces: top, front and side.
 * @param {string[]} faces
 */
export function cube([top, front, side]) {
  const content = { top, front, back: front, right: side, left: side };
  const drawn = Object.entries(content).map(([name, markup]) =>
    h("div", { class: `face face-${name}` }, s("svg", { viewBox: FACE }, parseShapes(markup))),
  );
  const solid = h("div", { class: "solid" }, drawn);
  solid.style.transform = TILT;
  return h("div", { class: "body" }, h("div", { class: "shade" }), solid);
}

/** How much higher than on its face a cube stands on its edge, at a time from 0 to 1. */
const lift = (/** @type {number} */ time) =>
  (EDGE / 2) * (Math.SQRT2 * Math.sin(Math.PI / 4 + (time * Math.PI) / 2) - 1);

/**
 * Roll a cube from where it came (dx, dy away) to where it is now.
 * @param {Element} body
 * @param {number} dx
 * @param {number} dy
 * @param {number} duration
 */
export function roll(body, dx, dy, duration) {
  const isSideways = Math.abs(dx) > Math.abs(dy);
  const axis = isSideways ? "Y" : "X";
  const sign = (isSideways ? dx < 0 : dy > 0) ? 1 : -1;
  const options = { duration, easing: "ease-in-out" };
  const slide = STEPS.map((time) => ({
    transform: `translate(${dx * (time - 1)}px, ${dy * (time - 1)}px)`,
  }));
  const turn = STEPS.map((time) => {
    const angle = sign * 90 * (1 - time);
    return { transform: `${TILT} translateZ(${lift(time)}px) rotate${axis}(${angle}deg)` };
  });
  body.animate(slide, options);
  body.lastElementChild?.animate(turn, options);
}
