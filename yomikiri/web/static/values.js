// Values in words and marks: what is exact never looks like an estimate.

import { h } from "./dom.js";
import { language, signed, t } from "./words.js";

export const kindOf = (value) => (value > 0 ? "win" : value < 0 ? "loss" : "draw");

// An estimate is no more exact than this.
const round = (value) => (Math.abs(value) >= 5 ? Math.round(value) : Number(value.toFixed(1)));

/** A few letters for a mark on the board. */
export function shortValue({ value, exact, distance }, hasScore) {
  if (!exact) return `~\u2009${signed(round(value))}`;
  if (hasScore) return signed(value);
  if (value === 0) return "=";
  const letter = { win: { en: "W", ja: "勝" }, loss: { en: "L", ja: "負" } }[kindOf(value)][
    language()
  ];
  return `${letter}${distance ?? ""}`;
}

/** The same for a list, with its sign before it. */
export function valueText({ value, exact, distance }, hasScore) {
  if (!exact) return `~\u2009${signed(round(value))}`;
  if (value === 0) return hasScore ? "0" : t("drawn");
  if (hasScore) return signed(value);
  const word = kindOf(value);
  return distance ? t(`${word}_in`, { n: distance }) : t(word);
}

export function valueMark(entry, hasScore) {
  const kind = kindOf(entry.exact ? entry.value : round(entry.value));
  const title = entry.exact ? t("exact") : t("estimate");
  return h(
    "span",
    { class: `value ${kind} ${entry.exact ? "exact" : "estimate"}`, title },
    valueText(entry, hasScore),
  );
}

/** Bounds of a value, as the first player, `who`, sees it: in numbers, or who at least draws. */
export function boundsText({ lower, upper }, who, isScore, greatest) {
  if (isScore)
    return lower <= -greatest && upper >= greatest
      ? t("bound_open")
      : t("bounds", { who, lower: signed(lower), upper: signed(upper) });
  const word =
    lower > 0
      ? "wins"
      : upper < 0
        ? "loses"
        : lower === 0
          ? upper === 0
            ? "draw"
            : "least"
          : upper === 0
            ? "most"
            : "open";
  return t(`bound_${word}`, { who });
}

/** What the board writes on its moves. */
export function boardValues(analysis, hasScore) {
  const best = analysis.moves[0];
  return Object.fromEntries(
    analysis.moves.map((entry, rank) => [
      entry.move,
      {
        text: shortValue(entry, hasScore),
        kind: kindOf(entry.exact ? entry.value : round(entry.value)),
        exact: entry.exact,
        rank,
        best:
          entry.value === best.value &&
          entry.exact === best.exact &&
          entry.distance === best.distance,
      },
    ]),
  );
}
