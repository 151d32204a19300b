// The address bar holds the game: its name, start, moves and players, and its id on this server.

/** @import { GameView } from "./types.js" */

/** What the address asks for; null for the start. */
export function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  const game = words.get("game");
  if (!game) return null;
  return {
    game,
    position: words.get("position") ?? "",
    moves: words.get("moves") ?? "",
    players: (words.get("players") ?? "human|human").split("|"),
    id: words.get("id"),
  };
}

/**
 * What may stand in an address as it is; a plus sign is a space there.
 * @type {Record<string, string>}
 */
const PLAIN = { "%20": "+", "%2C": ",", "%3A": ":", "%2F": "/", "%7C": "|" };

/** @param {string} text */
const encoded = (text) =>
  encodeURIComponent(text).replace(/%(20|2C|3A|2F|7C)/g, (code) => PLAIN[code]);

/**
 * The address of a game; without its id it opens a copy.
 * @param {GameView} view
 */
export function addressOf(view, { withId = true } = {}) {
  const words = [["game", view.game]];
  if (!view.is_usual_start) words.push(["position", view.start]);
  if (view.line.length) words.push(["moves", view.line.join(" ")]);
  words.push(["players", view.players.join("|")]);
  if (withId) words.push(["id", view.id]);
  return `#${words.map(([key, value]) => `${key}=${encoded(value)}`).join("&")}`;
}

/** @param {GameView} view */
export function writeAddress(view) {
  const address = addressOf(view);
  if (address !== location.hash) history.replaceState(null, "", address);
}
