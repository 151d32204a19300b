// The address bar holds the game: its name, start, moves and players, and its id on this server.

/** @import { GameView } from "./types.js" */

/** Who plays where nobody was chosen. */
export const FRIENDLY = ["human", "level:2"];

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
    seat: words.get("seat"),
  };
}

const SCHOOL = ["learn", "exercise", "explore"];

/** The words of an address that asks for a screen on which a game is learned; null for others. */
export function readSchool() {
  const words = new URLSearchParams(location.hash.slice(1));
  return SCHOOL.some((word) => words.has(word)) ? words : null;
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
 * The address of a screen on which a game is learned.
 * @param {"learn" | "exercise" | "explore"} screen
 * @param {string} game
 */
export const schoolAddress = (screen, game) => `#${screen}=${encoded(game)}`;

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

/**
 * The address of a seat at a game.
 * @param {GameView} view
 * @param {number} seat
 */
export const invitationTo = (view, seat) => `${addressOf(view)}&seat=${seat}`;

/**
 * The address of the game on the table; `isNew` leaves the one before for the button Back.
 * @param {GameView} view
 */
export function writeAddress(view, isNew = false) {
  const address = addressOf(view);
  const state = { id: view.id };
  if (isNew && address !== location.hash) history.pushState(state, "", address);
  else history.replaceState(state, "", address);
}

/** The game of a page of the browser's history, to which one comes back; null for others. */
export const gameInHistory = () => /** @type {{ id: string } | null} */ (history.state)?.id ?? null;
