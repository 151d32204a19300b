// What this browser remembers: the games it played last, and which pieces it likes.

const KEY = "games";
const MOST = 8;

export function recentGames() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export function rememberGame(view) {
  const others = recentGames().filter((game) => game.id !== view.id);
  if (!view.line.length && !others.some((game) => game.id === view.id) && view.tree.length < 2)
    return;
  const entry = { id: view.id, game: view.game, plies: view.line.length };
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    /* it is only remembered */
  }
}

export function forgetGame(id) {
  try {
    localStorage.setItem(KEY, JSON.stringify(recentGames().filter((game) => game.id !== id)));
  } catch {
    /* as above */
  }
}

/** The set of pieces that was chosen last in games like this one, else its first. */
export function chosenPieces(scene) {
  const sets = Object.keys(scene.sets);
  let kept = null;
  try {
    kept = localStorage.getItem(`pieces ${scene.family}`);
  } catch {
    /* as above */
  }
  return sets.includes(kept) ? kept : (sets[0] ?? null);
}

export function rememberPieces(scene, set) {
  try {
    localStorage.setItem(`pieces ${scene.family}`, set);
  } catch {
    /* as above */
  }
}
