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

/** @param {number} value */
const estimateText = (value) => `~\u2009${signed(round(value))}`;

/** @param {Value} entry */
const shownKind = ({ value, exact }) => kindOf(exact ? value : round(value));

/**
 * A few letters for a mark on the board.
 * @param {Value} entry
 * @param {boolean} hasScore
 */
export function shortValue({ value, exact, distance }, hasScore) {
  if (!exact) return estimateText(value);
  if (hasScore) return signed(value);
  const letter = t(`letter_${kindOf(value)}`);
  return value === 0 ? letter : `${letter}${distance ?? ""}`;
}

/**
 * The same for a list, in words.
 * @param {Value} entry
 * @param {boolean} hasScore
 */
export function valueText({ value, exact, distance }, hasScore) {
  if (!exact) return estimateText(value);
  if (hasScore) return signed(value);
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
