// What stands on a board: drawn as the scene tells, and moved when it has changed.

import { cube, roll } from "./cubes.js";
import { h, parseShapes, s } from "./dom.js";
import { UNIT } from "./marks.js";

/** @import { Piece, Point, Scene, Shown } from "./types.js" */

/**
 * What stands at a place: a group of an SVG, or a cube.
 * @typedef {SVGGElement | HTMLDivElement} PieceElement
 */

const TIME = 220; // milliseconds of a motion

export class Pieces {
  /**
   * @param {Scene} scene
   * @param {SVGGElement} flat for pieces that are pictures
   * @param {HTMLElement} solid for cubes; a pixel in it is a unit of the scene
   * @param {string | null} set which of the scene's sets of pieces is shown
   */
  constructor(scene, flat, solid, set = null) {
    this.scene = scene;
    this.flat = flat;
    this.solid = solid;
    this.set = set;
    this.isTurned = false; // pieces that point their owner's way point the other way
    /** @type {Map<string, PieceElement>} place -> what stands there */
    this.elements = new Map();
  }

  /**
   * Whether the scene has this place.
   * @param {string} place
   */
  has(place) {
    return place in this.scene.places;
  }

  /** @param {string} look */
  isCube(look) {
    return this.scene.looks[look].faces.length > 0;
  }

  /**
   * How a look is drawn in the set that is shown.
   * @param {string} look
   */
  markup(look) {
    const { markup, others } = this.scene.looks[look];
    return (this.set !== null && others[this.set]) || markup;
  }

  /**
   * A look as it lies on the board.
   * @param {string} look
   */
  shapes(look) {
    const shapes = parseShapes(this.markup(look));
    return this.isTurned ? s("g", { transform: "rotate(180)" }, shapes) : shapes;
  }

  /**
   * See the board from another side.
   * @param {Scene} scene
   * @param {boolean} isTurned
   */
  turn(scene, isTurned) {
    this.scene = scene;
    this.isTurned = isTurned && scene.turns === "turned";
    this.clear();
  }

  /**
   * Put a piece on the board.
   * @param {Piece} piece
   */
  make({ place, look, number }, kind = "piece") {
    const isCube = this.isCube(look);
    const marks = {
      class: `${kind}${isCube ? " cube" : ""}`,
      "data-place": place,
      "data-look": look,
    };
    const element = isCube
      ? h("div", marks, cube(this.scene.looks[look].faces))
      : s("g", marks, s("g", { class: "body" }, this.shapes(look)));
    if (number > 1)
      element.append(
        s("circle", { class: "count-ground", cx: 17, cy: 17, r: 9 }),
        s("text", { class: "count", x: 17, y: 21.5, "text-anchor": "middle" }, `${number}`),
      );
    this.put(element, this.scene.places[place]);
    (isCube ? this.solid : this.flat).append(element);
    this.elements.set(place, element);
    return element;
  }

  /**
   * Move an element to a point of the board.
   * @param {PieceElement} element
   * @param {Point} point
   */
  put(element, [x, y]) {
    const [left, top] = this.scene.box;
    if (element instanceof HTMLElement)
      element.style.transform = `translate(${x - left}px, ${y - top}px)`;
    else element.setAttribute("transform", `translate(${x} ${y})`);
  }

  /**
   * Put an element back where its piece stands.
   * @param {PieceElement} element
   */
  home(element) {
    this.put(element, this.scene.places[element.dataset.place ?? ""]);
  }

  clear() {
    for (const element of this.elements.values()) element.remove();
    this.elements.clear();
  }

  /**
   * Show a position; `before` is the one that was shown, if its pieces are to move.
   * @param {Shown} position
   * @param {Shown | null} before
   * @param {boolean} animate
   */
  show(position, before, animate) {
    const old = new Map((before?.pieces ?? []).map((piece) => [piece.place, piece]));
    const gone = this.elements;
    this.elements = new Map();
    for (const piece of position.pieces) {
      const { place } = piece;
      const was = old.get(place);
      const there = gone.get(place);
      if (was && there && was.look === piece.look && was.number === piece.number) {
        this.elements.set(place, there);
        gone.delete(place);
        continue;
      }
      const body = this.make(piece).firstElementChild;
      if (animate && before && body && this.arrive(body, piece, position, old, there))
        gone.delete(place);
    }
    const from = this.origin(position);
    for (const [place, element] of gone) vanish(element, animate && place !== from);
  }

  /**
   * The place from which the last move's piece came, if it moved.
   * @param {Shown} position
   */
  origin({ last }) {
    return last && last.path.length > 1 && this.scene.places[last.path[0]] ? last.path[0] : null;
  }

  /**
   * How a new piece comes to its place; whether it turns over what stood `there`.
   * @param {Element} body
   * @param {Piece} piece
   * @param {Shown} position
   * @param {Map<string, Piece>} old the pieces before
   * @param {PieceElement | undefined} there
   */
  arrive(body, { place, look, number }, position, old, there) {
    const { last } = position;
    const { places, box } = this.scene;
    const [x, y] = places[place];
    const from = this.origin(position);
    const at = last && places[last.at];
    const was = old.get(place);
    if (last && place === last.at && from !== null) {
      const [dx, dy] = [x - places[from][0], y - places[from][1]];
      const isRolled = this.isCube(look) && old.get(from)?.look !== look;
      if (isRolled) roll(body, dx, dy, 1.4 * TIME);
      else glide(body, -dx, -dy);
    } else if (was && was.look === look) {
      if (at && number > was.number) glide(body, at[0] - x, at[1] - y);
    } else if (was) {
      const far = at ? Math.hypot(x - at[0], y - at[1]) / UNIT : 0;
      turnOver(there, body, Math.min(160, 30 * far));
      return true;
    } else if (last && place === last.at && !places[last.path[0]]) fall(body, y - box[1]);
    else if (at && place !== last.at) glide(body, at[0] - x, at[1] - y);
    else
      move(body, [
        { opacity: 0, transform: "scale(.7)" },
        { opacity: 1, transform: "none" },
      ]);
    return false;
  }
}

/**
 * @param {Element} body
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} [options]
 */
function move(body, frames, options = {}) {
  return body.animate(frames, { duration: TIME, easing: "ease-out", ...options });
}

/**
 * From somewhere to its place: a piece that moved, or was captured.
 * @param {Element} body
 * @param {number} dx where it comes from
 * @param {number} dy
 */
function glide(body, dx, dy) {
  move(body, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }]);
}

/**
 * A stone falls down its column.
 * @param {Element} body
 * @param {number} height
 */
function fall(body, height) {
  const frames = [{ transform: `translate(0, ${-height}px)` }, { transform: "none" }];
  move(body, frames, { easing: "cubic-bezier(.5,0,.9,.6)" });
}

/**
 * A stone turns over: the old face to its edge, then the new one up.
 * @param {PieceElement | undefined} old
 * @param {Element} body
 * @param {number} delay
 */
function turnOver(old, body, delay) {
  const edge = { transform: "scaleX(0)" };
  const face = { transform: "none" };
  const duration = TIME / 2;
  if (old?.firstElementChild) {
    const options = { duration, delay, easing: "ease-in" };
    move(old.firstElementChild, [face, edge], options).onfinish = () => old.remove();
  }
  const options = /** @type {const} */ ({ duration, delay: delay + duration, fill: "backwards" });
  move(body, [edge, face], options);
}

/**
 * @param {PieceElement} element
 * @param {boolean} animate
 */
function vanish(element, animate) {
  const body = element.firstElementChild;
  if (!animate || !body) element.remove();
  else
    move(body, [{ opacity: 1 }, { opacity: 0, transform: "scale(.7)" }]).onfinish = () =>
      element.remove();
}
