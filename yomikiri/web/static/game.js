// A game as the server tells it, and what can be read from that.

import { ownSeat } from "./memory.js";
import { HUMAN } from "./tree.js";
import { name, t } from "./words.js";

/** @import { Analysis, Count, End, GameView, Lines, Names, Scene, Winner } from "./types.js" */

export class Game {
  /**
   * @param {Scene} scene
   * @param {GameView} view
   */
  constructor(scene, view) {
    this.scene = scene;
    this.view = view;
    /** @type {number | null} the only side that is played here; null: every side */
    this.seat = ownSeat(view.id);
    this.isLeft = false; // the page shows something else
    /** @type {Map<number, number>} node -> the child that was visited last */
    this.forward = new Map();
  }

  /**
   * Take what the server tells; whether it is news.
   * @param {GameView} view
   */
  take(view) {
    if (view.version < this.view.version) return false;
    this.view = view;
    const parent = this.node?.parent ?? null;
    if (parent !== null) this.forward.set(parent, view.node);
    return true;
  }

  get position() {
    return this.view.position;
  }

  /** Where the game stands in its tree. */
  get node() {
    return this.view.tree.find(({ id }) => id === this.view.node);
  }

  /** Who has to move: a player's text. */
  get player() {
    return this.view.players[this.position.mover];
  }

  get isPersonsTurn() {
    return !this.position.end && this.player === HUMAN && !this.isElsewhere;
  }

  /** Whether somebody at another screen has to move. */
  get isElsewhere() {
    const { seat, position } = this;
    return seat !== null && position.mover !== seat && this.player === HUMAN;
  }

  /** Whether the only person at the board sits on its other side. */
  get isSeenFromBehind() {
    const { seat, view } = this;
    return seat === null ? view.players[1] === HUMAN && view.players[0] !== HUMAN : seat === 1;
  }

  get title() {
    const { titles, label } = this.scene;
    return [name(titles), name(label)].filter(Boolean).join(" · ");
  }

  /**
   * The name of a side: Black, Sente.
   * @param {number} side
   */
  who(side) {
    return name(this.scene.players)[side] ?? "";
  }

  /** The name of the side that has to move. */
  get mover() {
    return this.who(this.position.mover);
  }

  /**
   * The name of the first or the second player.
   * @param {Winner | Analysis["mover"] | null} side
   */
  named(side) {
    return this.who(side === "first" ? 0 : 1);
  }

  /**
   * Who has won, in words.
   * @param {Winner | null} winner
   * @param {Count | null} count
   */
  winnerText(winner, count) {
    const tally = count ? ` ${count.first}–${count.second}` : "";
    if (winner === "draw") return t("over_draw", { count: tally });
    return t("result.wins", { who: this.named(winner), count: tally });
  }

  /**
   * How the game has ended, in words.
   * @param {End} end
   */
  resultText({ winner, why }) {
    return `${this.winnerText(winner, this.position.count)}${t("colon")}${name(why)}`;
  }

  /** How it stands, in words. */
  get stateText() {
    const { end } = this.position;
    return end ? this.resultText(end) : this.turnText("to_move");
  }

  /**
   * Whose turn it is, and how many moves it has left where that may be several.
   * @param {"to_move" | "your_turn"} how
   */
  turnText(how) {
    const { left } = this.position;
    const more = left === null ? "" : ` · ${t("actions_left", { n: left })}`;
    return `${t(how, { who: this.mover })}${more}`;
  }

  /**
   * A move as people write it.
   * @param {string} move
   * @param {Names | null} [written]
   */
  moveText(move, written) {
    const words = written ?? this.scene.choices[move];
    return words ? name(words) : move;
  }

  /**
   * A line as people write it.
   * @param {string[]} line
   * @param {Lines | null} [written]
   */
  lineText(line, written) {
    return written ? name(written) : line.map((move) => this.moveText(move));
  }

  /** The last move as people write it. */
  get lastText() {
    const { node } = this;
    return node ? this.moveText(node.move, node.written) : "";
  }

  /**
   * A position for the server: the one on the table, or some moves on from an earlier one.
   * @param {string[]} more
   */
  spot(more = [], plies = this.view.line.length) {
    const { game, start, is_usual_start: isUsual, line } = this.view;
    const moves = [...line.slice(0, plies), ...more].join(" ");
    return { game, position: isUsual ? "" : start, moves };
  }
}
