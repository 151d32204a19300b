// "Why?": a proof as a tree to open and close, the winner's one move and every defence.

import { h, put } from "./dom.js";
import { Jobs } from "./jobs.js";
import { messageOf } from "./notices.js";
import { name, t } from "./words.js";

/** @import { Game } from "./game.js" */
/** @import { Line } from "./line.js" */
/** @import { ProofStep, Side } from "./types.js" */

export class Proof {
  /**
   * @param {Game} game
   * @param {Line} line
   */
  constructor(game, line) {
    this.game = game;
    this.line = line;
    this.jobs = new Jobs();
    this.element = h("section", { class: "panel", "data-panel": "why", hidden: true });
  }

  /** The position on the table has changed. */
  close() {
    this.jobs.stop();
    this.element.hidden = true;
  }

  /** Why the position on the table is worth what it is. */
  async open() {
    const { view } = this.game;
    const isSame = () => this.game.view === view;
    this.element.hidden = false;
    put(this.element, h("h2", null, t("why")), h("p", { class: "small faint" }, t("reading")));
    this.element.scrollIntoView({ block: "nearest" });
    try {
      const step = await this.step([], "");
      if (isSame() && step) await this.show(step);
    } catch (error) {
      if (isSame()) put(this.element, h("h2", null, t("why")), h("p", null, messageOf(error)));
    }
  }

  /**
   * What follows after some moves from the position on the table.
   * @param {string[]} moves
   * @param {Side | ""} prover
   */
  async step(moves, prover) {
    const job = this.jobs.start("/proofs", { ...this.game.spot(moves), prover });
    return /** @type {ProofStep | null} */ ((await job.done).result);
  }

  /**
   * The tree's code is loaded when it is first needed.
   * @param {ProofStep} step
   */
  async show(step) {
    const { game, line } = this;
    const { view } = game;
    const { ProofTree } = await import("./teach/prooftree.js");
    if (game.view !== view) return;
    const tree = new ProofTree(game, step, {
      open: (moves) => this.step(moves, step.prover ?? ""),
      look: (moves) => line.look(moves, moves.length),
    });
    put(
      this.element,
      h("h2", null, t("why")),
      h("p", null, this.summary(step)),
      step.source && h("p", { class: "small faint" }, t(`why_${step.source}`)),
      step.value !== null && tree.element,
    );
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {ProofStep} step */
  summary({ prover, value, answer, end }) {
    const { game } = this;
    if (value === null) return end ? t("why_over", { result: name(end.why) }) : t("why_none");
    if (!answer.length) return t("why_loss", { who: game.who(prover === "first" ? 1 : 0) });
    const move = answer.map((one) => game.moveText(one.move, one.written)).join(" ");
    const words = value > 0 ? ["why_win", "why_at_once"] : ["why_draw", "why_draw_at_once"];
    return t(words[end ? 1 : 0], { who: game.named(prover), move });
  }
}
