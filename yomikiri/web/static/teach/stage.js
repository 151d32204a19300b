// A board of its own, on which positions are shown and moves are tried: no game is played on it.

import { post } from "../api.js";
import { Board } from "../board.js";
import { h, put } from "../dom.js";
import { chosenPieces } from "../memory.js";
import { say } from "../notices.js";
import { swatch } from "../seats.js";

/** @import { Position, Scene } from "../types.js" */
/** @import { Child } from "../dom.js" */

export class Stage {
  /**
   * @param {Scene} scene
   * @param {(move: string) => void} onMove
   */
  constructor(scene, onMove) {
    this.scene = scene;
    this.board = new Board(scene, chosenPieces(scene), { onMove });
    this.asked = 0; // answers come in any order; only the last is shown
    /** @type {Position | null} */
    this.position = null;
    this.words = h("p", { class: "caption", role: "status" });
    this.element = h(
      "div",
      { class: "field-of-play" },
      this.board.box,
      this.board.buttons,
      this.words,
    );
  }

  /**
   * Show a position after some moves; null if something else was asked for meanwhile.
   * @param {string} position
   * @param {string[]} moves
   * @param {{ isOpen?: boolean, animate?: boolean }} [how]
   */
  async look(position, moves = [], how = {}) {
    this.asked += 1;
    const number = this.asked;
    const body = { game: this.scene.game, position, moves: moves.join(" ") };
    /** @type {Position} */
    const found = await post("/position", body);
    if (number !== this.asked) return null;
    this.position = found;
    this.board.setValues(null);
    this.board.show(found, how);
    return found;
  }

  /**
   * Say something below the board, and aloud.
   * @param {string} text
   * @param {Child[]} more
   */
  tell(text, ...more) {
    put(this.words, text, ...more);
    if (text) say(text);
  }

  /**
   * Say what is to be done, beside a piece of whoever is to move.
   * @param {string} text
   * @param {Child[]} more
   */
  ask(text, ...more) {
    this.tell(text, ...more);
    const { position, scene, board } = this;
    if (position) this.words.prepend(swatch({ scene, position }, board, position.mover));
  }

  /** What was asked for is not wanted any more. */
  leave() {
    this.asked += 1;
  }
}
