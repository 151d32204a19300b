// Values in words and marks: what is exact never looks like an estimate.

import { h } from "./dom.js";
import { signed, t } from "./words.js";

/** @import { Analysis, MoveValue, Value } from "./types.js" */

/** @typedef {"win" | "draw" | "loss"} Kind */

/**
 * What the board writes on a move; the best has rank 0.
 * @typedef {{ text: string, kind: Kind, exact: boolean, rank: number, best: boolean }} MoveMark
 */

/**
 * @param {number} value
 * @returns {Kind}
 */
export function kindOf(value) {
  if (value > 0) return "win";
  return value < 0 ? "loss" : "draw";
}

/**
 * An estimate is no more exact than this.
 * @param {number} value
 */
const round = (value) => (Math.abs(value) >= 5 ? Math.round(value) : Number(value.toFixed(1)));

/**
 * A chance in percent; nothing that is estimated is certain.
 * @param {number} chance
 */
export const percent = (chance) => Math.max(1, Math.min(99, Math.round(100 * chance)));

/**
 * An estimate in a unit that people know: stones where they are counted, else the chance to win.
 * @param {Value} entry
 * @param {boolean} hasScore
 */
function estimateText({ value, chance }, hasScore) {
  if (hasScore) return t("estimate_score", { n: signed(round(value)) });
  return t("estimate_chance", { n: percent(chance ?? 0.5) });
}

/**
 * What an estimate favours, as far as it is shown.
 * @param {Value} entry
 */
function shownKind({ value, exact, chance }) {
  if (exact) return kindOf(value);
  return kindOf(chance ? percent(chance) - 50 : round(value));
}

/**
 * A few letters for a mark on the board.
 * @param {Value} entry
 * @param {boolean} hasScore
 */
export function shortValue({ value, exact, distance, chance }, hasScore) {
  if (!exact) return `~${hasScore ? signed(Math.round(value)) : `${percent(chance ?? 0.5)}%`}`;
  if (hasScore) return signed(value);
  const letter = t(`letter_${kindOf(value)}`);
  return value === 0 ? letter : `${letter}${distance ?? ""}`;
}

/**
 * The same for a list, in words.
 * @param {Value} entry
 * @param {boolean} hasScore
 */
export function valueText(entry, hasScore) {
  const { value, exact, distance } = entry;
  if (!exact) return estimateText(entry, hasScore);
  if (hasScore) return t("score", { n: signed(value) });
  if (value === 0) return t("drawn");
  const word = kindOf(value);
  return distance ? t(`${word}_in`, { n: distance }) : t(word);
}

/**
 * @param {Value} entry
 * @param {boolean} hasScore
 */
export function valueMark(entry, hasScore) {
  const word = entry.exact ? "exact" : "estimate";
  const attributes = { class: `value ${shownKind(entry)} ${word}`, title: t(`result.${word}`) };
  return h("span", attributes, valueText(entry, hasScore));
}

/**
 * @param {number} lower
 * @param {number} upper
 */
function boundsWord(lower, upper) {
  if (lower > 0) return "wins";
  if (upper < 0) return "loses";
  if (lower === 0) return upper === 0 ? "draw" : "least";
  return upper === 0 ? "most" : "open";
}

/**
 * Bounds of a value, as the first player, `who`, sees it: in numbers, or who at least draws.
 * @param {{ lower: number, upper: number }} bounds
 * @param {string} who
 * @param {boolean} isScore
 * @param {number} greatest
 */
export function boundsText({ lower, upper }, who, isScore, greatest) {
  if (!isScore) return t(`bound_${boundsWord(lower, upper)}`, { who });
  if (lower <= -greatest && upper >= greatest) return t("bound_open");
  return t("bounds", { who, lower: signed(lower), upper: signed(upper) });
}

/**
 * What the board writes on its moves.
 * @param {Pick<Analysis, "moves">} analysis
 * @param {boolean} hasScore
 * @returns {Record<string, MoveMark>}
 */
export function boardValues({ moves }, hasScore) {
  const [best] = moves;
  /** @param {MoveValue} entry */
  const isBest = ({ value, exact, distance }) =>
    value === best.value && exact === best.exact && distance === best.distance;
  /** @type {(entry: MoveValue, rank: number) => [string, MoveMark]} */
  const marked = (entry, rank) => {
    const { move, exact } = entry;
    const text = shortValue(entry, hasScore);
    return [move, { text, kind: shownKind(entry), exact, rank, best: isBest(entry) }];
  };
  return Object.fromEntries(moves.map(marked));
}
