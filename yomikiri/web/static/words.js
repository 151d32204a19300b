// What the page says, in English and Japanese: the server's catalogue of words.

import { given } from "./given.js";

/** Every message by its name; those of the page alone begin with `page.`. */
const TEXTS = given.words;

const LANGUAGES = /** @type {const} */ (["en", "ja"]);
let index = 0;

export const language = () => LANGUAGES[index];

/** @param {string} code */
export function setLanguage(code) {
  index = code === "ja" ? 1 : 0;
  document.documentElement.lang = LANGUAGES[index];
  try {
    localStorage.setItem("language", LANGUAGES[index]);
  } catch {
    // It is only remembered.
  }
}

/** What was chosen last, else what the browser speaks. */
export function firstLanguage() {
  let kept = null;
  try {
    kept = localStorage.getItem("language");
  } catch {
    // As above.
  }
  return kept ?? (navigator.language.startsWith("ja") ? "ja" : "en");
}

/**
 * The sentence of this name, its blanks filled: {n} with a value, {n|move|moves} with the word
 * that fits it.  A name without an area is one of the page's own.
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function t(key, values = {}) {
  const text = TEXTS[key.includes(".") ? key : `page.${key}`][LANGUAGES[index]];
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, word, one, many) => {
    const value = `${values[word] ?? ""}`;
    if (one === undefined) return value;
    return value === "1" ? one : many;
  });
}

/**
 * Of names in two languages, the one in ours.
 * @template T
 * @param {{ en: T, ja: T }} names
 */
export const name = (names) => names[LANGUAGES[index]] ?? names.en;
/** @param {{ en: string, ja: string }} names */
export const otherName = (names) => names[LANGUAGES[1 - index]];

/**
 * The family of a game.
 * @param {string} game
 */
export const familyOf = (game) =>
  given.families.find((family) => family.name === game.split(/[:,]/)[0]);

/**
 * What a game is called: its family in our language, and the variant.
 * @param {string} game
 */
export function gameTitle(game) {
  const family = familyOf(game);
  const variant = game.includes(":") ? ` ${game.split(":")[1]}` : "";
  return family ? `${name(family.titles)}${variant}` : game;
}

/** @param {number} number */
export const big = (number) => number.toLocaleString(language());
/** @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
