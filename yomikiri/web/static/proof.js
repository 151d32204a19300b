// "Why?": the winning move and every defence, to click into.

import { button, h, put } from "./dom.js";
import { Jobs } from "./jobs.js";
import { messageOf } from "./notices.js";
import { valueMark } from "./values.js";
import { signed, t } from "./words.js";

/** @import { Game } from "./game.js" */
/** @import { Line } from "./line.js" */
/** @import { Analysis, MoveValue } from "./types.js" */

/**
 * What is said about a position, and the moves to continue with; each leads on by `moves`.
 * @typedef {{ text: string, items: { moves: string[], entry: MoveValue }[] }} Reason
 */

const SECONDS = 8;

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

  /**
   * Why the position is worth what it is; `stack` are moves on from the one on the table.
   * @param {string[]} stack
   */
  async open(stack = []) {
    const { view } = this.game;
    const isSame = () => this.game.view === view;
    const wasHidden = this.element.hidden;
    this.element.hidden = false;
    put(this.element, h("h2", null, t("why")), h("p", { class: "small faint" }, t("reading")));
    if (wasHidden) this.element.scrollIntoView({ block: "nearest" });
    try {
      const here = await this.analyse(stack);
      if (!isSame()) return;
      if (stack.length) await this.line.look(stack, stack.length);
      const reason = await this.reason(stack, here);
      if (isSame()) this.show(stack, reason);
    } catch (error) {
      if (isSame()) this.show(stack, { text: messageOf(error), items: [] });
    }
  }

  /**
   * @param {string[]} moves
   * @returns {Promise<Analysis | null>}
   */
  async analyse(moves) {
    const body = { ...this.game.spot(moves), seconds: SECONDS };
    const job = this.jobs.start("/analyses", body);
    return /** @type {Analysis | null} */ ((await job.done).result);
  }

  /**
   * @param {string[]} stack
   * @param {Analysis | null} here
   * @returns {Promise<Reason>}
   */
  async reason(stack, here) {
    if (!here?.exact || here.value === null) return { text: t("why_none"), items: [] };
    if (!here.moves.length) return { text: this.ended(here, here.value), items: [] };
    const who = this.game.named(here.mover);
    if (here.value < 0) return { text: t("why_loss", { who }), items: after(stack, here) };
    const [best] = here.moves;
    const next = [...stack, best.move];
    const move = this.text(best);
    const items = after(next, await this.analyse(next));
    const word = here.value > 0 ? "why_win" : "why_draw";
    const atOnce = here.value > 0 ? "why_at_once" : "why_draw_at_once";
    return { text: t(items.length ? word : atOnce, { who, move }), items };
  }

  /** @param {MoveValue} entry */
  text({ move, written }) {
    return written ? this.game.lineText([move], written)[0] : this.game.moveText(move);
  }

  /**
   * How a finished game has ended.
   * @param {Analysis} analysis
   * @param {number} value
   */
  ended({ mover }, value) {
    if (this.game.scene.has_score) return t("why_over", { result: signed(value) });
    if (!value) return t("why_over", { result: t("drawn") });
    const isFirst = (mover === "first") === value > 0;
    const result = t("result.wins", { who: this.game.who(isFirst ? 0 : 1) });
    return t("why_over", { result });
  }

  /**
   * @param {string[]} stack
   * @param {Reason} reason
   */
  show(stack, { text, items }) {
    const hasScore = this.game.scene.has_score;
    const list = items.map(({ moves, entry }) =>
      h(
        "li",
        null,
        button(this.text(entry), () => this.open(moves), { "data-proof": entry.move }),
        valueMark(entry, hasScore),
      ),
    );
    // A step is a move and its answer.
    const back = stack.slice(0, stack.length > 1 ? -2 : -1);
    put(
      this.element,
      h("h2", null, t("why")),
      stack.length > 0 && h("p", { class: "small faint" }, stack.join(" ")),
      h("p", null, text),
      h("ul", { class: "values" }, list),
      stack.length > 0 && button(t("step_back"), () => this.open(back)),
    );
  }
}

/**
 * Every move of a position, as what follows after some moves.
 * @param {string[]} stack
 * @param {Analysis | null} analysis
 */
function after(stack, analysis) {
  const moves = analysis?.moves ?? [];
  return moves.map((entry) => ({ moves: [...stack, entry.move], entry }));
}
