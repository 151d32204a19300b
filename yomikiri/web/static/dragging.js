// The pointer on a board: a zone is touched, or a piece is dragged from one to another.

/** @import { Pieces, PieceElement } from "./pieces.js" */

/**
 * What a board does when it is touched.
 * @typedef {object} Touchable
 * @property {(name: string) => boolean} isLiftable whether a piece can be taken up there
 * @property {(name: string) => void} touch
 * @property {(name: string | undefined) => void} preview what a touch would change
 */

export class Dragging {
  /**
   * @param {SVGSVGElement} svg
   * @param {Pieces} pieces
   * @param {Touchable} board
   */
  constructor(svg, pieces, board) {
    this.svg = svg;
    this.pieces = pieces;
    this.board = board;
    this.drop();
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.slide(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.drop());
    svg.addEventListener("pointerleave", () => board.preview(undefined));
  }

  /**
   * The name of the zone under the pointer.
   * @param {PointerEvent} event
   */
  under({ clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY);
    const isOurs = element instanceof SVGElement && this.svg.contains(element);
    return isOurs ? element.dataset.zone : undefined;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button) return;
    this.pressed = this.under(event);
    if (!this.pressed || !this.board.isLiftable(this.pressed)) return;
    // What happens beyond the board is ours too: a piece let go there goes home.
    this.svg.setPointerCapture(event.pointerId);
    this.board.touch(this.pressed);
    this.lifted = this.pressed;
    this.held = this.pieces.elements.get(this.pressed);
  }

  /** @param {PointerEvent} event */
  slide(event) {
    const zone = this.under(event);
    this.board.preview(zone);
    const screen = this.svg.getScreenCTM();
    if (!this.held || !screen || zone === this.pressed) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    this.pieces.put(this.held, [point.x, point.y]);
    this.held.classList.add("held");
  }

  /** @param {PointerEvent} event */
  release(event) {
    const zone = this.under(event);
    const { pressed, lifted } = this;
    this.drop();
    // What was taken up when it was pressed is not touched again.
    if (zone && pressed && zone !== lifted) this.board.touch(zone);
  }

  drop() {
    if (this.held) {
      this.pieces.home(this.held);
      this.held.classList.remove("held");
    }
    /** @type {string | undefined} the zone on which the pointer went down */
    this.pressed = undefined;
    /** @type {string | undefined} the zone from which a piece was taken up by that */
    this.lifted = undefined;
    /** @type {PieceElement | undefined} that piece */
    this.held = undefined;
  }
}
