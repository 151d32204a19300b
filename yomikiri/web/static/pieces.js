// What stands on a board: drawn as the scene tells, and moved when it has changed.

import { cube, roll } from "./cubes.js";
import { h, parseShapes, s } from "./dom.js";

const UNIT = 48; // a cell, in the units of scenes
const TIME = 220; // milliseconds of a motion

export class Pieces {
  /** `flat` is a group of an SVG, `solid` an element in which a pixel is a unit of the scene. */
  constructor(scene, flat, solid) {
    Object.assign(this, { scene, flat, solid });
    this.set = null; // which of the scene's sets of pieces is shown
    this.elements = new Map(); // place -> what stands there
  }

  isCube(look) {
    return this.scene.looks[look].faces.length > 0;
  }

  markup(look) {
    const { markup, others } = this.scene.looks[look];
    return others[this.set] ?? markup;
  }

  make({ place, look, number = 1 }, kind = "piece") {
    const isCube = this.isCube(look);
    const marks = {
      class: `${kind}${isCube ? " cube" : ""}`,
      "data-place": place,
      "data-look": look,
    };
    const element = isCube
      ? h("div", marks, cube(this.scene.looks[look].faces))
      : s("g", marks, s("g", { class: "body" }, parseShapes(this.markup(look))));
    if (number > 1)
      element.append(
        s("circle", { class: "count-ground", cx: 17, cy: 17, r: 9 }),
        s("text", { class: "count", x: 17, y: 21.5, "text-anchor": "middle" }, `${number}`),
      );
    this.put(element, this.scene.places[place]);
    (isCube ? this.solid : this.flat).append(element);
    return element;
  }

  /** Put an element somewhere on the board. */
  put(element, [x, y]) {
    const [left, top] = this.scene.box;
    if (element.classList.contains("cube"))
      element.style.transform = `translate(${x - left}px, ${y - top}px)`;
    else element.setAttribute("transform", `translate(${x} ${y})`);
  }

  home(element) {
    this.put(element, this.scene.places[element.dataset.place]);
  }

  clear() {
    for (const element of this.elements.values()) element.remove();
    this.elements = new Map();
  }

  /** Show a position; `before` is the one that was shown, if its pieces are to move. */
  show(position, before, animate) {
    const old = new Map((before?.pieces ?? []).map((piece) => [piece.place, piece]));
    const oldElements = this.elements;
    this.elements = new Map();
    const { last } = position;
    const { places } = this.scene;
    const origin = last && places[last.at];
    const from = last && last.path.length > 1 ? last.path[0] : null;
    for (const piece of position.pieces) {
      const was = old.get(piece.place);
      let element = oldElements.get(piece.place);
      if (was && element && was.look === piece.look && was.number === piece.number) {
        this.elements.set(piece.place, element);
        oldElements.delete(piece.place);
        continue;
      }
      element = this.make(piece);
      this.elements.set(piece.place, element);
      if (!animate || !before) continue;
      const body = element.firstChild;
      if (last && piece.place === last.at && places[from]) {
        const [x, y] = places[from];
        const [toX, toY] = places[last.at];
        const isRolled = this.isCube(piece.look) && old.get(from)?.look !== piece.look;
        if (isRolled) roll(body, toX - x, toY - y, 1.4 * TIME);
        else this.glide(body, [x, y], piece.place);
      } else if (was && was.look === piece.look) {
        if (origin && piece.number > was.number) this.glide(body, origin, piece.place);
      } else if (was) {
        this.turn(oldElements.get(piece.place), body, origin, piece.place);
        oldElements.delete(piece.place);
      } else if (last && piece.place === last.at && !places[last.path[0]]) {
        const fall = places[piece.place][1] - this.scene.box[1];
        move(body, [{ transform: `translate(0, ${-fall}px)` }, { transform: "none" }], {
          easing: "cubic-bezier(.5,0,.9,.6)",
        });
      } else if (origin && piece.place !== last.at) this.glide(body, origin, piece.place);
      else
        move(body, [
          { opacity: 0, transform: "scale(.7)" },
          { opacity: 1, transform: "none" },
        ]);
    }
    for (const [place, element] of oldElements) this.vanish(element, animate && place !== from);
  }

  /** A stone turns over: the old face to its edge, then the new one up. */
  turn(old, body, origin, place) {
    const [x, y] = this.scene.places[place];
    const far = origin ? Math.hypot(x - origin[0], y - origin[1]) / UNIT : 0;
    const delay = Math.min(160, 30 * far);
    if (old) {
      const shrink = move(old.firstChild, [{ transform: "none" }, { transform: "scaleX(0)" }], {
        duration: TIME / 2,
        delay,
        easing: "ease-in",
      });
      shrink.onfinish = () => old.remove();
    }
    move(body, [{ transform: "scaleX(0)" }, { transform: "none" }], {
      duration: TIME / 2,
      delay: delay + TIME / 2,
      fill: "backwards",
    });
  }

  /** From somewhere to its place: a piece that moved, or was captured. */
  glide(body, [x, y], place) {
    const [toX, toY] = this.scene.places[place];
    move(body, [{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: "none" }]);
  }

  vanish(element, animate) {
    if (!animate) element.remove();
    else
      move(element.firstChild, [{ opacity: 1 }, { opacity: 0, transform: "scale(.7)" }]).onfinish =
        () => element.remove();
  }
}

function move(element, frames, options = {}) {
  return element.animate(frames, { duration: TIME, easing: "ease-out", ...options });
}
