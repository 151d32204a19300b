// The answer of a solve, in words and lines to look along.

import { h } from "./dom.js";
import { boundsText } from "./values.js";
import { big, t } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Game } from "./game.js" */
/** @import { Answer, Split, Winner } from "./types.js" */

/** @typedef {(line: string[], text: string, kind?: string) => Child} LineButton */

/**
 * @param {Answer} answer
 * @param {Game} game
 * @param {LineButton} lineButton
 * @returns {Child[]}
 */
export function answerView(answer, game, lineButton) {
  if (answer.splits) return stagesView(answer, answer.splits, game, lineButton);
  const { exact, best_moves: best, line } = answer;
  const texts = game.lineText(best, answer.best_written);
  return [
    h("p", { "data-solved": exact ? "yes" : "no" }, answerText(answer, game)),
    exact && h("p", { class: "small faint" }, t("kept")),
    best.length > 0 && h("p", { class: "small" }, t("best_moves", { moves: texts.join(" ") })),
    line.length > 0 && lineButton(line, `${t("best_line")} ▶`),
  ];
}

/**
 * @param {Answer} answer
 * @param {Game} game
 */
function answerText(answer, game) {
  const { greatest, has_score: hasScore } = game.scene;
  const { goal, exact, winner, distance, nodes, seconds } = answer;
  const blanks = { n: distance, nodes: big(nodes), seconds: seconds.toFixed(1) };
  if (goal === "mate") return t(mateWord(answer), blanks);
  if (exact) return t("solved", { ...blanks, result: game.winnerText(winner, answer.final) });
  const { lower = -greatest, upper = greatest } = answer;
  const isScore = hasScore && goal === "score";
  const bounds = boundsText({ lower, upper }, game.who(0), isScore, greatest);
  return t("unsolved", { ...blanks, bounds, why: stoppedText(answer) });
}

/**
 * Why no more was found.
 * @param {Answer} answer
 */
const stoppedText = ({ stopped }) => (stopped ? t(`stopped_${stopped}`) : "");

/** @param {Answer} answer */
function mateWord({ value, exact }) {
  if (value !== null) return "mate_found";
  return exact ? "no_mate" : "mate_open";
}

/**
 * The leaves of both stages and their seconds together, as words.
 * @param {number[]} leaves
 * @param {number[]} times
 */
function spent([first, second], times) {
  return { first: big(first), second: big(second), seconds: (times[0] + times[1]).toFixed(1) };
}

/**
 * Who is ahead in each split of the empty cells.
 * @param {Answer} answer
 * @param {Split[]} splits
 * @param {Game} game
 * @param {LineButton} lineButton
 * @returns {Child[]}
 */
function stagesView({ tally, exact, nodes, seconds }, splits, game, lineButton) {
  /** @param {Winner} winner */
  const ahead = (winner) =>
    winner === "draw" ? t("even") : t("ahead", { who: game.named(winner) });
  /** @param {Split} split */
  const row = ({ m, n, winner, leaves, seconds: times, published, lines: [line] }) =>
    h(
      "li",
      null,
      `[${m},${n}] ${ahead(winner)}`,
      published && ` (${t("stages_published", { ahead: ahead(published.winner) })})`,
      h("small", { class: "quiet" }, ` ${t("stages_leaves", spent(leaves, times))} `),
      line?.length > 0 && lineButton(line, `${line.slice(0, 6).join(" ")} ▶`, "quiet small"),
    );
  const blanks = {
    ...tally,
    who: game.who(0),
    other: game.who(1),
    nodes: big(nodes),
    seconds: seconds.toFixed(1),
  };
  return [
    h("p", { "data-solved": exact ? "yes" : "no" }, t("stages_found", blanks)),
    h("ul", { class: "proof" }, splits.map(row)),
  ];
}
