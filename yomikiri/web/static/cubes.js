// Pieces that are cubes: drawn with CSS in three dimensions, the top towards us.
// They roll over their edges.

import { h, parseShapes, s } from "./dom.js";

const EDGE = 30; // of a cube, in the units of scenes
const FACE = "-24 -24 48 48"; // what a face's SVG shows
const TILT = "perspective(420px) rotateX(27deg) rotateY(-19deg)";
const SIDES = ["top", "front", "back", "right", "left"];

/** The body of a piece whose look has faces: top, front and side. */
export function cube([top, front, side]) {
  const content = { top, front, back: front, right: side, left: side };
  const solid = h(
    "div",
    { class: "solid" },
    SIDES.map((name) =>
      h(
        "div",
        { class: `face face-${name}` },
        s("svg", { viewBox: FACE }, parseShapes(content[name])),
      ),
    ),
  );
  solid.style.transform = TILT;
  return h("div", { class: "body" }, h("div", { class: "shade" }), solid);
}

/** Roll a cube from where it came (dx, dy away) to where it lies now. */
export function roll(body, dx, dy, time) {
  const [axis, sign] =
    Math.abs(dx) > Math.abs(dy) ? ["Y", dx > 0 ? -1 : 1] : ["X", dy > 0 ? 1 : -1];
  const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => step / 8);
  // On its edge a cube stands higher than on its face.
  const lift = (t) => (EDGE / 2) * (Math.SQRT2 * Math.sin(Math.PI / 4 + (t * Math.PI) / 2) - 1);
  const options = { duration: time, easing: "ease-in-out" };
  body.animate(
    steps.map((t) => ({ transform: `translate(${dx * (t - 1)}px, ${dy * (t - 1)}px)` })),
    options,
  );
  body.lastChild.animate(
    steps.map((t) => ({
      transform: `${TILT} translateZ(${lift(t)}px) rotate${axis}(${sign * 90 * (1 - t)}deg)`,
    })),
    options,
  );
}
