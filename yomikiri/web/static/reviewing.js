// The review: every move judged, the mistakes in a list, and what each side gave away.

import { button, h, put } from "./dom.js";
import { Jobs } from "./jobs.js";
import { messageOf, say } from "./notices.js";
import { HUMAN, pathOf } from "./tree.js";
import { valueText } from "./values.js";
import { t } from "./words.js";

/** @import { Game } from "./game.js" */
/** @import { History } from "./history.js" */
/** @import { Child } from "./dom.js" */
/** @import { Judged, Review, Summary, TreeNode } from "./types.js" */

const SIGNS = { slip: "?!", mistake: "?", blunder: "??", best: "", forced: "" };

/**
 * How often the result was kept where it could be given away; nobody knows without exact values.
 * @param {Summary} side
 */
const kept = ({ accuracy, chances }) =>
  accuracy === null ? "–" : `${Math.round(100 * accuracy)}\u00a0% /\u00a0${chances}`;

/**
 * Points that were given away for certain: half a point for a draw instead of a win.
 * @param {Summary} side
 */
const lost = ({ accuracy, half_points: half }) =>
  accuracy === null ? "–" : `${half === 1 ? "" : half >> 1}${half % 2 ? "½" : ""}`;

export class ReviewPanel {
  /**
   * @param {Game} game
   * @param {History} history
   * @param {object} then
   * @param {(id: number) => void} then.go stand at a node
   * @param {(signs: Map<number, string>) => void} then.mark moves in the list
   */
  constructor(game, history, { go, mark }) {
    this.game = game;
    this.history = history;
    this.go = go;
    this.mark = mark;
    this.jobs = new Jobs();
    /** @type {TreeNode[]} the line that is judged, from the start */
    this.path = [];
    /** @type {Review | null} */
    this.found = null;
    this.bar = h("i");
    this.element = h("section", { class: "panel", "data-panel": "review", hidden: true });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  toggle() {
    this.element.hidden = this.isOpen;
    if (this.isOpen) this.judge();
    else this.close();
  }

  close() {
    this.jobs.stop();
    this.element.hidden = true;
    this.found = null;
    this.history.judge([], null);
    this.mark(new Map());
  }

  /** @param {Child[]} content */
  put(...content) {
    const close = button("✕", () => this.close(), {
      class: "quiet own-close",
      "aria-label": t("close"),
    });
    put(this.element, h("div", { class: "row heading" }, h("h2", null, t("review")), close));
    this.element.append(h("div", { class: "fields" }, ...content));
  }

  async judge() {
    this.path = pathOf(this.game.view);
    const { path } = this;
    if (path.length < 2) {
      this.put(h("p", { class: "small" }, t("no_moves")));
      return;
    }
    const text = h("p", { class: "small" }, t("reading"));
    this.put(h("div", { class: "meter" }, this.bar), text);
    this.bar.style.width = "0";
    this.element.scrollIntoView({ block: "nearest" });
    try {
      /** @type {import("./jobs.js").Job<Review, { done: number, total: number }>} */
      const job = this.jobs.start("/reviews", this.game.spot(), ({ progress }) => {
        if (!progress) return;
        this.bar.style.width = `${(100 * progress.done) / progress.total}%`;
        text.textContent = t("review.progress", progress);
      });
      const { result } = await job.done;
      if (!result || this.path !== path || !this.isOpen || this.game.isLeft) return;
      this.found = result;
      this.show(result);
    } catch (error) {
      if (this.isOpen) this.put(h("p", { class: "small" }, messageOf(error)));
    }
  }

  /** @param {Review} found */
  show(found) {
    const signs = found.moves.flatMap(({ ply, judgement }) =>
      SIGNS[judgement]
        ? [/** @type {[number, string]} */ ([this.path[ply].id, SIGNS[judgement]])]
        : [],
    );
    this.mark(new Map(signs));
    this.history.judge(this.path, found.moves);
    const errors = found.moves.filter(({ judgement }) => SIGNS[judgement].length > 0);
    const worst = errors.filter(({ judgement }) => judgement !== "slip");
    this.put(
      this.sides(found.summary),
      h(
        "ol",
        { class: "mistakes" },
        (worst.length ? worst : errors).map((move) => this.row(move)),
      ),
      !errors.length && h("p", { class: "small" }, t("review_none")),
      h("p", { class: "small faint" }, t("review_legend")),
    );
    this.element.scrollIntoView({ block: "nearest" });
    say(t("review_done", { n: worst.length }));
  }

  /**
   * What each side did, side by side.
   * @param {Summary[]} sides
   */
  sides(sides) {
    /** @type {[string, string, (side: Summary) => string | number][]} heading, help, content */
    const columns = [
      [t("review.best"), "", ({ best }) => best],
      ["?!", t("review.slip"), ({ slips }) => slips],
      ["?", t("review.mistake"), ({ mistakes }) => mistakes],
      ["??", t("review.blunder"), ({ blunders }) => blunders],
      [t("review_kept"), t("review_kept_help"), kept],
      [t("review_lost"), t("review_lost_help"), lost],
    ];
    return h(
      "table",
      { class: "sides small" },
      h(
        "tr",
        null,
        h("td"),
        columns.map(([text, title]) => h("th", { title, scope: "col" }, text)),
      ),
      sides.map((side) =>
        h(
          "tr",
          { "data-side": side.side },
          h("th", { scope: "row" }, this.game.who(side.side)),
          columns.map(([, , content]) => h("td", null, `${content(side)}`)),
        ),
      ),
    );
  }

  /** @param {Judged} move */
  row(move) {
    const { ply, judgement, exact, best_moves: best } = move;
    const node = this.path[ply];
    const text = this.game.moveText(move.move, move.written);
    const better = this.game.lineText(best, move.best_written);
    const word = t(`review.${judgement}`);
    const called = exact ? word : t("review.estimated", { judgement: word });
    // What the other player did wrong is no place to try again.
    const { players } = this.game.view;
    const isOwn = players[move.side] === HUMAN || !players.includes(HUMAN);
    const again =
      isOwn &&
      button(t("try_again"), () => this.go(this.path[ply - 1].id), {
        class: "quiet small",
        "data-again": ply,
      });
    return h(
      "li",
      { value: ply },
      button(`${text}${SIGNS[judgement]}`, () => this.go(node.id), { "data-node": node.id }),
      h("span", { class: "small" }, ` ${called}: ${this.change(move)}`),
      h("br"),
      h(
        "span",
        { class: "small faint" },
        t("review_better", { moves: better.slice(0, 3).join(" ") }),
      ),
      " ",
      again,
    );
  }

  /**
   * What a move made of what there was, as its player sees it.
   * @param {Judged} move
   */
  change(move) {
    const { scene } = this.game;
    const sign = move.side ? -1 : 1;
    const of = (/** @type {number | null} */ value, /** @type {number | null} */ distance) =>
      valueText({ value: sign * (value ?? 0), exact: true, distance }, scene.has_score);
    const percent = (/** @type {number} */ chance) =>
      t("review.percent", { n: Math.round(100 * (move.side ? 1 - chance : chance)) });
    const words = move.exact
      ? [of(move.best_value, move.best_distance), of(move.value, move.distance)]
      : [percent(move.best_chance), percent(move.chance)];
    return words.map((one) => one.replaceAll(" ", "\u00a0")).join(" → ");
  }
}
