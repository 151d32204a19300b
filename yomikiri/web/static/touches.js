// Which move is meant by what was touched.  Moves are paths of touches; nothing here draws.

/** @import { Move } from "./types.js" */

export class Touches {
  /** @param {(name: string) => boolean} isZone else it is a word on a button */
  constructor(isZone) {
    this.isZone = isZone;
    /** @type {Move[]} the moves that can be made; none while the board is closed */
    this.moves = [];
    /** @type {string[]} what was touched so far */
    this.path = [];
  }

  get isOpen() {
    return this.moves.length > 0;
  }

  /**
   * Wait for one of these moves.
   * @param {Move[]} moves
   */
  open(moves) {
    this.moves = moves;
    this.path = [];
  }

  close() {
    this.open([]);
  }

  /** Forget what was touched. */
  letGo() {
    this.path = [];
  }

  /** The moves that continue what was touched. */
  get candidates() {
    return this.moves.filter(({ path }) => this.path.every((name, i) => path[i] === name));
  }

  /**
   * The candidates that continue with this touch.
   * @param {string} name
   */
  after(name) {
    return this.candidates.filter(({ path }) => path[this.path.length] === name);
  }

  /**
   * The moves that begin with this touch.
   * @param {string} name
   */
  from(name) {
    return this.moves.filter(({ path }) => path[0] === name);
  }

  /** The word of each candidate's next touch; undefined for one that is complete. */
  get next() {
    return new Set(this.candidates.map(({ path }) => path[this.path.length]));
  }

  /** The candidate that needs no other touch. */
  get complete() {
    return this.candidates.find(({ path }) => path.length === this.path.length) ?? null;
  }

  /**
   * Whether a piece can be taken up there.
   * @param {string} name
   */
  isLiftable(name) {
    return !this.path.length && this.from(name).some(({ path }) => path.length > 1);
  }

  /**
   * What a touch would make: the move that is complete with it, up to words on buttons.
   * @param {string} name
   */
  outcome(name) {
    const moves = this.after(name);
    const next = this.path.length + 1;
    return (
      moves.find(({ path }) => path.length === next) ??
      moves.find(({ path }) => !this.isZone(path[next])) ??
      null
    );
  }

  /**
   * Touch something: the move that is meant, if there is only one and no other zone to touch.
   * A touch that leads nowhere starts again; touching the first place again lets go.
   * @param {string} name
   */
  touch(name) {
    let moves = this.after(name);
    if (moves.length) this.path.push(name);
    else {
      moves = this.path[0] === name ? [] : this.from(name);
      this.path = moves.length ? [name] : [];
    }
    const [move] = moves;
    const isMeant =
      moves.length === 1 && !move.path.slice(this.path.length).some((word) => this.isZone(word));
    return isMeant ? move : null;
  }
}
