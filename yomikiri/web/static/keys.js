// Keys beside those of the board, and what can be done with a game.

/**
 * @typedef {"undo" | "redo" | "hint" | "analysis" | "why" | "solve" | "new" | "swap" | "resign" |
 *   "editor" | "share" | "board" | "pause" | "back_to_game" | "review" | "rematch" | "flip"} Action
 */

/** @type {[key: string, action: Action][]} */
export const KEYS = [
  ["U", "undo"],
  ["R", "redo"],
  ["H", "hint"],
  ["A", "analysis"],
  ["W", "why"],
  ["S", "solve"],
  ["V", "review"],
  ["N", "new"],
  ["B", "board"],
  ["P", "pause"],
  ["F", "flip"],
  ["Esc", "back_to_game"],
];

/**
 * What a key does to a game.
 * @param {string} key as the browser calls it
 */
export function actionOf(key) {
  const pressed = key === "Escape" ? "Esc" : key.toUpperCase();
  return KEYS.find(([one]) => one === pressed)?.[1] ?? null;
}
