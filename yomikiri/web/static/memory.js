// What this browser remembers: the games it played last, and which pieces it likes.

/** @import { GameView, Scene } from "./types.js" */

/** @typedef {{ id: string, game: string, plies: number }} RecentGame */

const GAMES = "games";
const MOST_GAMES = 8;

/**
 * What was kept under a name; a browser may refuse to keep anything.
 * @param {string} key
 */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is only remembered.
  }
}

/** @returns {RecentGame[]} */
export function recentGames() {
  try {
    const games = JSON.parse(recall(GAMES) ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** @param {GameView} view */
export function rememberGame(view) {
  if (view.tree.length < 2) return; // nothing was played
  const others = recentGames().filter((game) => game.id !== view.id);
  const entry = { id: view.id, game: view.game, plies: view.line.length };
  remember(GAMES, JSON.stringify([entry, ...others].slice(0, MOST_GAMES)));
}

/** @param {string} id */
export function forgetGame(id) {
  remember(GAMES, JSON.stringify(recentGames().filter((game) => game.id !== id)));
}

/** @param {Scene} scene */
const piecesKey = (scene) => `pieces ${scene.family}`;

/**
 * The set of pieces that was chosen last in games like this one, else its first.
 * @param {Scene} scene
 */
export function chosenPieces(scene) {
  const sets = Object.keys(scene.sets);
  return sets.find((set) => set === recall(piecesKey(scene))) ?? sets[0] ?? null;
}

/**
 * @param {Scene} scene
 * @param {string} set
 */
export function rememberPieces(scene, set) {
  remember(piecesKey(scene), set);
}
