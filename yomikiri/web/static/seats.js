// Who sits at the board: lists to choose from, and the two seats beside the board.

import { button, h, parseShapes, s } from "./dom.js";
import { dialog, lastRow } from "./notices.js";
import { name, t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { Position, Scene, Seat } from "./types.js" */

const OTHER = ""; // the entry that asks
const EXAMPLE = "alphabeta:depth=6";

/**
 * A control with its label.
 * @param {string} label
 * @param {Element} control
 */
export function field(label, control) {
  return h("label", { class: "field" }, h("span", null, label), control);
}

/**
 * A list of players to choose from; its last entry asks for any other by its text.
 * @param {Seat[]} seats
 * @param {string} chosen
 * @param {string} label
 * @param {(player: string) => void} [onchange]
 */
export function seatSelect(seats, chosen, label, onchange = () => {}) {
  const known = [...seats];
  const item = (/** @type {Seat} */ seat) =>
    h("option", { value: seat.player, title: name(seat.detail) }, name(seat.names));
  const other = h("option", { value: OTHER }, t("other_player"));
  const select = h("select", { "aria-label": label }, known.map(item), other);
  let sitting = chosen;
  const sit = (/** @type {string} */ player) => {
    let seat = known.find((one) => one.player === player);
    if (!seat) {
      const names = { en: player, ja: player };
      seat = { player, names, detail: names };
      known.push(seat);
      other.before(item(seat));
    }
    sitting = player;
    select.value = player;
    select.title = name(seat.detail);
  };
  const choose = (/** @type {string} */ player) => {
    sit(player);
    onchange(player);
  };
  select.addEventListener("change", () => {
    if (select.value !== OTHER) choose(select.value);
    else {
      select.value = sitting;
      askForPlayer(label, choose);
    }
  });
  sit(chosen);
  return select;
}

/**
 * Ask for a player by its text.
 * @param {string} title
 * @param {(player: string) => void} choose
 */
function askForPlayer(title, choose) {
  const text = h("input", {
    type: "text",
    name: "player",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: EXAMPLE,
  });
  const take = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    box.close();
    if (text.value.trim()) choose(text.value.trim());
  };
  const row = lastRow(() => box, "cancel", h("button", { class: "first-choice" }, t("choose")));
  const box = dialog(title, h("form", { onsubmit: take }, field(t("other_help"), text), row));
  text.focus();
}

/**
 * The two seats of a game: whose turn it is, who plays, and what they have.
 * @param {Game} game
 * @param {Board} board
 * @param {(side: number, player: string) => void} sit
 */
export function seatRows(game, board, sit) {
  const { scene, view, position } = game;
  return [0, 1].map((side) => {
    const label = `${t("players")}: ${game.who(side)}`;
    const isTurn = !position.end && position.mover === side;
    const tally = position.count?.[side ? "second" : "first"];
    return h(
      "div",
      { class: `seat ${isTurn ? "turn" : ""}`, "data-side": side },
      swatch(game, board, side),
      h(
        "div",
        null,
        h("span", { class: "who" }, game.who(side)),
        seatSelect(scene.seats, view.players[side], label, (player) => sit(side, player)),
      ),
      h("span", { class: "tally" }, `${tally ?? ""}`),
    );
  });
}

/**
 * A piece of a side, the first of them that stands on the board as the game lists its looks: a king
 * stays while others come and go.
 * @param {{ scene: Scene, position: Pick<Position, "pieces"> }} shown
 * @param {Board} board
 * @param {number} side
 */
export function swatch({ scene, position }, board, side) {
  const looks = Object.keys(scene.looks);
  const standing = position.pieces.filter((piece) => piece.side === side).map((one) => one.look);
  const look = looks.length === 2 ? looks[side] : looks.find((one) => standing.includes(one));
  const plain = { r: 18, fill: side ? "#fcf8ef" : "#24201d", stroke: "#7a6a57" };
  const shapes = look ? parseShapes(board.markup(look)) : s("circle", plain);
  return s("svg", { class: "swatch", viewBox: "-23 -23 46 46", "aria-hidden": "true" }, shapes);
}

/**
 * For two players who are watched: pause and speed.
 * @param {object} watch
 * @param {boolean} watch.isPaused
 * @param {number} watch.delay in milliseconds
 * @param {() => void} watch.toggle
 * @param {(delay: number) => void} watch.setDelay
 */
export function watchControls({ isPaused, delay, toggle, setDelay }) {
  const most = 2000;
  const speed = h("input", {
    type: "range",
    min: 0,
    max: most,
    step: 100,
    value: most - delay,
    "aria-label": t("speed"),
  });
  speed.addEventListener("input", () => setDelay(most - Number(speed.value)));
  const words = t(isPaused ? "resume" : "pause");
  return [
    button(words, toggle, { "data-tool": "pause", "aria-pressed": `${isPaused}` }),
    h("label", { class: "row small" }, t("speed"), speed),
  ];
}
