// Who sits at the board: lists to choose from, and the two seats beside the board.

import { dialog, h, parseShapes, s } from "./dom.js";
import { name, t } from "./words.js";

export const HUMAN = "human";
const OTHER = ""; // the entry that asks

export const isWatched = (players) => players.every((player) => player !== HUMAN);

export function field(label, control) {
  return h("label", { class: "field" }, h("span", null, label), control);
}

/** A list of players to choose from; its last entry asks for any other by its text. */
export function seatSelect(seats, chosen, label, onchange) {
  const known = [...seats];
  const named = (player) => ({
    player,
    names: { en: player, ja: player },
    detail: { en: player, ja: player },
  });
  const item = (seat) =>
    h("option", { value: seat.player, title: name(seat.detail) }, name(seat.names));
  const other = h("option", { value: OTHER }, t("other_player"));
  const select = h(
    "select",
    {
      "aria-label": label,
      onchange: () => (select.value === OTHER ? ask() : sit(select.value, true)),
    },
    known.map(item),
    other,
  );
  let sitting = chosen;
  const sit = (player, isTold) => {
    if (!known.some((seat) => seat.player === player)) {
      known.push(named(player));
      other.before(item(known.at(-1)));
    }
    sitting = select.value = player;
    select.title = name(known.find((seat) => seat.player === player).detail);
    if (isTold) onchange?.(player);
  };
  const ask = () => {
    select.value = sitting;
    const text = h("input", {
      type: "text",
      name: "player",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "alphabeta:depth=6",
    });
    const take = (event) => {
      event.preventDefault();
      box.close();
      if (text.value.trim()) sit(text.value.trim(), true);
    };
    const box = dialog(
      label,
      h(
        "form",
        { onsubmit: take },
        field(t("other_help"), text),
        h(
          "div",
          { class: "row end" },
          h("button", { type: "button", onclick: () => box.close() }, t("cancel")),
          h("button", { class: "first-choice" }, t("choose")),
        ),
      ),
    );
    text.focus();
  };
  sit(chosen, false);
  return select;
}

/** The two seats of a table: whose turn it is, who plays, and what he has. */
export function seatRows(table) {
  const {
    position: { count, mover, end },
    scene,
    view,
  } = table;
  return [0, 1].map((side) =>
    h(
      "div",
      { class: `seat ${!end && mover === side ? "turn" : ""}`, "data-side": side },
      swatch(table, side),
      h(
        "div",
        null,
        h("span", { class: "who" }, table.who(side)),
        seatSelect(
          scene.seats,
          view.players[side],
          `${t("players")}: ${table.who(side)}`,
          (player) => table.sit(side, player),
        ),
      ),
      h("span", { class: "tally" }, count ? `${[count.first, count.second][side]}` : ""),
    ),
  );
}

/** A piece of this side. */
function swatch({ scene, board, position }, side) {
  const looks = Object.keys(scene.looks);
  const look =
    looks.length === 2 ? looks[side] : position.pieces.find((piece) => piece.side === side)?.look;
  const shapes = look
    ? parseShapes(board.pieces.markup(look))
    : [s("circle", { r: 18, fill: side ? "#fcf8ef" : "#24201d", stroke: "#7a6a57" })];
  return s("svg", { class: "swatch", viewBox: "-23 -23 46 46", "aria-hidden": "true" }, shapes);
}

/** For two players who are watched: pause and speed. */
export function watchControls(table) {
  const speed = h("input", {
    type: "range",
    min: 0,
    max: 2000,
    step: 100,
    value: 2000 - table.delay,
    "aria-label": t("speed"),
    oninput: () => {
      table.delay = 2000 - speed.value;
    },
  });
  return [
    h(
      "button",
      {
        type: "button",
        "data-tool": "pause",
        "aria-pressed": `${table.isPaused}`,
        onclick: () => table.togglePause(),
      },
      t(table.isPaused ? "resume" : "pause"),
    ),
    h("label", { class: "row small" }, t("speed"), speed),
  ];
}
