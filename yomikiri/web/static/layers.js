// The pictures that a board is made of, one upon the other.

import { h, s } from "./dom.js";

/** @import { Scene } from "./types.js" */

const layer = (/** @type {string} */ name) => s("g", { class: `layer-${name}` });

/**
 * The layers of a board in their box; `svg` is what is touched.
 * @param {Scene} scene
 * @param {(scale: number) => void} told pixels of the screen for one unit
 */
export function makeLayers(scene, told) {
  const viewBox = scene.box.join(" ");
  const below = { ground: layer("ground"), marks: layer("marks"), pieces: layer("pieces") };
  const above = {
    ghosts: layer("ghosts"),
    badges: layer("badges"),
    dots: layer("dots"),
    zones: layer("zones"),
  };
  // Cubes are between two pictures: what is below them, and what is written on them.
  const cubes = h("div", { class: "cubes", "aria-hidden": "true" });
  const lower = s("svg", { viewBox, "aria-hidden": "true" }, Object.values(below));
  const svg = s("svg", { viewBox, role: "group" }, Object.values(above));
  const box = h("div", { class: "board-box" }, lower, cubes, svg);
  fit(box, cubes, scene, told);
  return { box, svg, cubes, ...below, ...above };
}

/**
 * Let the board's shape, and the size of cubes, follow its width.
 * @param {HTMLElement} box
 * @param {HTMLElement} cubes
 * @param {Scene} scene
 * @param {(scale: number) => void} told pixels of the screen for one unit
 */
function fit(box, cubes, { box: [, , width, height] }, told) {
  box.style.setProperty("--shape", `${width / height}`);
  box.style.setProperty("--units", `${width}`);
  new ResizeObserver(() => {
    const scale = box.clientWidth / width;
    cubes.style.transform = `scale(${scale})`;
    box.style.setProperty("--scale", `${scale}`);
    if (scale) told(scale);
  }).observe(box);
}
