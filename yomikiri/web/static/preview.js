// What a move would change, shown on the board before it is made.

/** @import { Pieces } from "./pieces.js" */
/** @import { Move, Piece } from "./types.js" */

export class Preview {
  /**
   * @param {Pieces} pieces what stands on the board: it fades where it would go
   * @param {Pieces} ghosts what would come
   * @param {SVGGElement} dots marks of the moves, hidden where a ghost stands
   */
  constructor(pieces, ghosts, dots) {
    this.pieces = pieces;
    this.ghosts = ghosts;
    this.dots = dots;
    /** @type {Piece[]} faint ghosts while no move is shown there */
    this.hints = [];
  }

  /** @param {Move | null} move */
  show(move) {
    for (const element of this.pieces.elements.values()) element.classList.remove("fading");
    this.ghosts.clear();
    for (const dot of this.dots.children)
      dot.classList.toggle("covered", dot.getAttribute("data-at") === move?.at);
    for (const [place, look] of move?.changes ?? []) {
      if (!this.pieces.has(place)) continue;
      if (look) this.ghosts.make({ place, look, number: 1 }, "ghost");
      else this.pieces.elements.get(place)?.classList.add("fading");
    }
    for (const hint of this.hints)
      if (hint.place !== move?.at) this.ghosts.make(hint, "ghost faint-ghost");
  }

  /** Nothing, for a move was made. */
  clear() {
    this.hints = [];
    this.dots.replaceChildren();
    this.show(null);
  }
}
