// Dice laid by clicking before a game begins: a touch turns a die to the next way it can lie.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { chosenPieces } from "./memory.js";
import { complain } from "./notices.js";
import { t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Piece, Position, Scene } from "./types.js" */

/**
 * The look after this one, of the same side and the same faces.
 * @param {Scene} scene
 * @param {string} look
 */
function nextLook(scene, look) {
  const dieOf = (/** @type {string} */ one) => one.split("-").toSpliced(1, 1).join("-");
  const looks = Object.keys(scene.looks).filter((one) => dieOf(one) === dieOf(look));
  return looks[(looks.indexOf(look) + 1) % looks.length];
}

export class Laying {
  /** @param {(position: string) => void} onLaid told the position after each touch */
  constructor(onLaid) {
    this.onLaid = onLaid;
    this.element = h("div", { class: "laying", hidden: true });
    this.asked = 0; // answers come in any order; only the last counts
    /** @type {Board | null} */
    this.board = null;
    /** @type {Piece[]} */
    this.pieces = [];
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * Show the dice of a game as they usually lie.
   * @param {string} game
   */
  async open(game) {
    this.asked += 1;
    const number = this.asked;
    const { Board } = await import("./board.js"); // the first screen does without it
    /** @type {[Scene, Position]} */
    const [scene, position] = await Promise.all([
      get(`/scene?game=${encodeURIComponent(game)}`),
      post("/position", { game, position: "" }),
    ]);
    if (number !== this.asked) return; // another game was chosen meanwhile
    this.scene = scene;
    this.pieces = position.pieces;
    this.board = new Board(scene, chosenPieces(scene), {
      onTouch: (place) => this.turn(place).catch(complain),
    });
    this.element.replaceChildren(h("p", { class: "small faint" }, t("lay_help")), this.board.box);
    this.element.hidden = false;
    this.show();
  }

  close() {
    this.asked += 1;
    this.element.hidden = true;
  }

  show() {
    this.board?.show({ pieces: this.pieces, moves: [], last: null, alarms: [], end: null });
  }

  /** @param {string} place */
  async turn(place) {
    const { scene } = this;
    const there = this.pieces.find((piece) => piece.place === place);
    if (!scene || !there) return;
    const turned = { ...there, look: nextLook(scene, there.look) };
    this.pieces = this.pieces.map((piece) => (piece === there ? turned : piece));
    this.show();
    this.asked += 1;
    const number = this.asked;
    const pieces = this.pieces.map(({ place, look, number }) => ({ place, look, number }));
    /** @type {Position} */
    const found = await post("/setup", { game: scene.game, pieces, mover: 0 });
    if (number === this.asked) this.onLaid(found.text);
  }
}
