// What this browser remembers: the games it played last, and which pieces it likes.

/** @import { GameView, Scene } from "./types.js" */

/**
 * A game, how far it is or who has won it, and when it was changed last.
 * @typedef {{ id: string, game: string, plies: number, winner?: string | null, changed?: number }}
 *   KeptGame
 */

const GAMES = "games";
const MOST_GAMES = 100;
const SEATS = "seats"; // of games to which one was invited, or has invited somebody

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

/** @returns {KeptGame[]} */
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
  const { id, game, line, position } = view;
  const winner = position.end?.winner ?? null;
  const entry = { id, game, plies: line.length, winner, changed: Date.now() };
  remember(GAMES, JSON.stringify([entry, ...others].slice(0, MOST_GAMES)));
}

/** @param {string} id */
export function forgetGame(id) {
  remember(GAMES, JSON.stringify(recentGames().filter((game) => game.id !== id)));
}

/**
 * The only seat that one has in a game, of two persons at two screens; null: both.
 * @param {string} id
 * @returns {number | null}
 */
export function ownSeat(id) {
  try {
    // Each tab has its own; one that is opened again has the last.
    const [tab, last] = [sessionStorage, localStorage].map((kept) =>
      kept.getItem(`${SEATS} ${id}`),
    );
    const seat = tab ?? last;
    return seat === null ? null : Number(seat);
  } catch {
    return null;
  }
}

/**
 * @param {string} id
 * @param {number} seat
 */
export function takeSeat(id, seat) {
  try {
    for (const kept of [sessionStorage, localStorage]) kept.setItem(`${SEATS} ${id}`, `${seat}`);
  } catch {
    // It is only remembered.
  }
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
