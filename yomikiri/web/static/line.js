// A line that is looked along, on the board and without touching the game.

import { post } from "./api.js";
import { button, h, put } from "./dom.js";
import { complain } from "./notices.js";
import { t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { Position } from "./types.js" */

export class Line {
  /**
   * @param {Game} game
   * @param {Board} board
   * @param {object} then
   * @param {(moves: string[]) => void} then.add the moves to the game
   * @param {() => void} then.back to the game
   */
  constructor(game, board, { add, back }) {
    this.game = game;
    this.board = board;
    this.add = add;
    this.back = back;
    this.isOpen = false;
    this.asked = 0; // answers come in any order; only the last is shown
    this.element = h("div", { class: "banner", hidden: true });
  }

  /**
   * Show the position after the first `at` moves of a line that begins on the table.
   * @param {string[]} moves
   * @param {number} at
   */
  async look(moves, at) {
    this.asked += 1;
    const number = this.asked;
    try {
      /** @type {Position} */
      const position = await post("/position", this.game.spot(moves.slice(0, at)));
      if (number === this.asked) this.show(position, moves, at);
    } catch (error) {
      complain(error);
    }
  }

  /**
   * @param {Position} position
   * @param {string[]} moves
   * @param {number} at
   */
  show(position, moves, at) {
    this.isOpen = true;
    this.board.setValues(null);
    this.board.setHeat(null);
    this.board.show(position, { animate: true });
    this.board.box.scrollIntoView({ block: "nearest" });
    const step = (/** @type {number} */ by) => () => this.look(moves, at + by);
    const played = moves.slice(0, at);
    this.element.hidden = false;
    put(
      this.element,
      h("span", null, t("looking", { n: at })),
      button("◀", step(-1), { disabled: at <= 0, "aria-label": t("step_back") }),
      button("▶", step(1), { disabled: at >= moves.length, "aria-label": t("step_on") }),
      button(t("play_line"), () => this.add(played), { disabled: at <= 0 }),
      button(t("back_to_game"), this.back, { class: "first-choice", "data-tool": "back" }),
    );
  }

  /** The board shows something else. */
  leave() {
    this.asked += 1;
    this.isOpen = false;
    this.element.hidden = true;
  }
}
