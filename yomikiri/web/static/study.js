// Finding out: the analysis, the value history, maps, solving and proofs, side by side.

import { AnalysisPanel } from "./analysis.js";
import { button, h, put } from "./dom.js";
import { History } from "./history.js";
import { Jobs } from "./jobs.js";
import { PieceMap } from "./piecemap.js";
import { Proof } from "./proof.js";
import { ReviewPanel } from "./reviewing.js";
import { Solving } from "./solving.js";
import { valueText } from "./values.js";
import { t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { Line } from "./line.js" */
/** @import { Choice } from "./types.js" */

export class Study {
  /**
   * @param {Game} game
   * @param {Board} board
   * @param {Line} line
   * @param {(id: number) => Promise<void>} go
   * @param {(signs: Map<number, string>) => void} mark moves in the list
   * @param {() => void} changed something was put away
   */
  constructor(game, board, line, go, mark, changed) {
    this.game = game;
    this.board = board;
    this.changed = changed;
    this.hints = new Jobs();
    const history = new History(game, go);
    this.map = new PieceMap(game, board);
    this.analysis = new AnalysisPanel(game, board, { line, history, map: this.map });
    this.solving = new Solving(game, line, go);
    this.proof = new Proof(game, line);
    this.review = new ReviewPanel(game, history, { go, mark });
    this.values = history;
    const panels = [this.review, this.analysis, this.solving, this.proof].map(
      ({ element }) => element,
    );
    /** What stands beside the board, and what stands below it. */
    this.head = h("div", { class: "sheet-head" });
    this.element = h("div", { class: "side study" }, this.head, panels);
    this.history = history.element;
  }

  /** In the language of the moment. */
  speak() {
    const close = button(t("close"), () => this.close(), { class: "quiet", "data-tool": "close" });
    put(this.head, close);
  }

  /** Put everything away. */
  close() {
    if (this.isAnalysing) this.toggleAnalysis();
    if (!this.solving.element.hidden) this.toggleSolving();
    this.proof.close();
    this.review.close();
    this.changed();
  }

  get isAnalysing() {
    return this.analysis.isOn;
  }

  toggleAnalysis() {
    this.analysis.toggle();
    this.uncover();
  }

  toggleReview() {
    this.review.toggle();
    this.uncover();
  }

  toggleSolving() {
    this.solving.toggle();
    this.uncover();
  }

  /** Where all this is a sheet, the board is seen above it. */
  uncover() {
    const isSheet = getComputedStyle(this.element).position === "fixed";
    if (isSheet) this.board.box.scrollIntoView({ block: "start" });
  }

  /** Why the position is worth what it is. */
  explain() {
    this.proof.open();
    this.uncover();
  }

  /** A good move here, and how to say so; null if the game has gone on or was left. */
  async hint() {
    const { view, scene } = this.game;
    const job = this.hints.start("/hints", this.game.spot());
    const found = /** @type {Choice | null} */ ((await job.done).result);
    if (!found || view.version !== this.game.view.version || this.game.isLeft) return null;
    const { exact, value } = found;
    const move = this.game.moveText(found.move, found.written);
    if (!exact || value === null) return { move: found.move, text: t("hint_is", { move }) };
    const worth = valueText({ value, exact, distance: null }, scene.has_score);
    return { move: found.move, text: t("hint_exact", { move, value: worth }) };
  }

  /** The position on the table has changed. */
  update() {
    this.proof.close();
    this.solving.update();
    this.analysis.update();
    if (this.review.found) this.values.draw();
  }

  leave() {
    const { hints, map, analysis, solving, proof, review } = this;
    const others = [map, analysis, solving, proof, review].map(({ jobs }) => jobs);
    for (const jobs of [hints, ...others]) jobs.stop();
  }
}
