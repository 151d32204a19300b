// The start: one card a family, and the dialog in which variant, switches and players are chosen.

import { get } from "./api.js";
import { dialog, h, notice, picture } from "./dom.js";
import { recentGames } from "./memory.js";
import { name, otherName, t } from "./words.js";

const FRIENDLY = ["human", "level:2"];
const OTHER = ""; // the entry that asks

/** The start screen; `begin(form)` starts a game, `open(id)` goes on with one. */
export function startScreen(app, { begin, open }) {
  const cards = h("div", { class: "cards" }, app.families.map((family) => card(app, family, begin)));
  drawSamples(app, cards);
  return h("div", { class: "start" },
    h("div", { class: "welcome" }, h("h1", null, t("welcome")), h("p", { class: "faint" }, t("tagline"))),
    cards, again(app, open));
}

function card(app, family, begin) {
  const sample = h("div", { class: "sample" });
  const known = family.known.find((fact) => fact.holds) ?? family.known.find((fact) => fact.holds === null);
  const play = h("button", { class: "play", type: "button", "data-family": family.name, onclick: () => begin({ game: family.name, players: FRIENDLY }) },
    sample,
    h("span", { class: "title" }, name(family.titles), h("span", null, otherName(family.titles))),
    h("span", { class: "about" }, name(family.descriptions)),
    known && h("span", { class: "known", title: known.source }, [t("known"), name(known.titles), name(known.claims)].filter(Boolean).join(t("colon"))));
  const more = h("button", { class: "quiet more", type: "button", "data-more": family.name, onclick: () => options(app, family, begin) }, t("more"));
  return h("section", { class: "card" }, play, more);
}

/** The cards' pictures one after the other: where rules must be compiled, the first are there first. */
async function drawSamples(app, cards) {
  const tell = setInterval(async () => {
    const status = await get("/status").catch(() => null);
    if (status?.compiling && cards.isConnected) notice(t("compiling"), 3);
  }, 1500);
  try {
    for (const family of app.families) {
      app.samples[family.name] ??= await get(`/families/${family.name}/picture`);
      const box = cards.querySelector(`[data-family="${family.name}"] .sample`);
      box.replaceChildren(picture(app.samples[family.name], name(family.titles)));
    }
  } catch (error) { notice(error.message); }
  clearInterval(tell);
}

function again(app, open) {
  const games = recentGames();
  if (!games.length) return null;
  const items = games.map((game) => {
    const family = app.families.find((one) => one.name === game.game.split(/[:,]/)[0]);
    const title = family ? name(family.titles) : game.game;
    const rest = game.game.includes(":") ? ` ${game.game.split(":")[1]}` : "";
    return h("li", null, h("button", { type: "button", onclick: () => open(game.id) }, `${title}${rest} · ${game.plies}`));
  });
  return h("section", { class: "again" }, h("h2", null, t("again")), h("ul", null, items));
}

/** A list of players to choose from; the last entry asks for any other by its text. */
export function seatSelect(app, chosen, label, onchange) {
  const seats = [...app.seats];
  const named = (player) => ({ player, names: { en: player, ja: player }, detail: { en: player, ja: player } });
  const item = (seat) => h("option", { value: seat.player, title: name(seat.detail) }, name(seat.names));
  const other = h("option", { value: OTHER }, t("other_player"));
  const select = h("select", { "aria-label": label, onchange: () => select.value === OTHER ? ask() : sit(select.value, true) }, seats.map(item), other);
  let sitting = chosen;
  const sit = (player, isTold) => {
    if (!seats.some((seat) => seat.player === player)) {
      seats.push(named(player));
      other.before(item(seats.at(-1)));
    }
    sitting = select.value = player;
    select.title = name(seats.find((seat) => seat.player === player).detail);
    if (isTold) onchange?.(player);
  };
  const ask = () => {
    select.value = sitting;
    const text = h("input", { type: "text", name: "player", autocomplete: "off", spellcheck: "false", placeholder: "alphabeta:depth=6" });
    const take = (event) => { event.preventDefault(); box.close(); if (text.value.trim()) sit(text.value.trim(), true); };
    const box = dialog(label, h("form", { onsubmit: take }, field(t("other_help"), text),
      h("div", { class: "row end" }, h("button", { type: "button", onclick: () => box.close() }, t("cancel")), h("button", { class: "first-choice" }, t("choose")))));
    text.focus();
  };
  sit(chosen, false);
  return select;
}

function field(label, control) {
  return h("label", { class: "field" }, h("span", null, label), control);
}

/** Variant, switches, players and the first position. */
export function options(app, family, begin, chosen = {}) {
  const pick = (values, value, label) => h("select", { value }, values.map((one) => h("option", { value: one, selected: one === value }, label(one))));
  const variants = family.variants.map((one) => one.name);
  if (chosen.variant && !variants.includes(chosen.variant)) variants.unshift(chosen.variant);
  const variantLabel = (one) => { const found = family.variants.find((other) => other.name === one); return found ? name(found.titles) : one; };
  const variant = variants.length ? pick(variants, chosen.variant ?? variants[0], variantLabel) : null;
  const switches = family.switches.map((one) => [one, pick(one.values, chosen[one.name] ?? one.values[0], (value) => name(one.value_titles[value]))]);
  const seats = [0, 1].map((side) => seatSelect(app, (chosen.players ?? FRIENDLY)[side], name(family.players)[side]));
  const position = h("input", { type: "text", autocomplete: "off", spellcheck: "false", value: chosen.position ?? "" });
  const start = family.has_starts ? h("input", { type: "text", name: "start", autocomplete: "off", spellcheck: "false", placeholder: "gcp.gpc/gcp.gcp" }) : null;
  const switchFields = switches.map(([one, select]) => field(name(one.titles), select));
  // Only what this variant has can be chosen.
  const has = (one) => !one.only.length || one.only.includes(variant?.value);
  const showFields = () => switches.forEach(([one], index) => { switchFields[index].hidden = !has(one); });
  variant?.addEventListener("change", showFields);
  showFields();
  const go = () => {
    const words = switches.filter(([one, select]) => has(one) && select.value !== one.values[0]).map(([one, select]) => `,${one.name}=${select.value}`);
    const game = family.name + (variant ? `:${variant.value}` : "") + words.join("");
    begin({ game, players: seats.map((seat) => seat.value), position: position.value.trim(), start: start?.value.trim() ?? "" }).then((isBegun) => isBegun && box.close());
  };
  const box = dialog(t("start_title", { title: name(family.titles) }),
    h("div", { class: "fields" },
      variant && field(t("variant"), variant),
      switchFields,
      seats.map((seat, side) => field(name(family.players)[side], seat)),
      start && field(t("dice"), h("div", { class: "row" }, start, h("button", { type: "button", "data-lot": true, onclick: () => { start.value = "random"; } }, t("by_lot")))),
      field(t("position"), position)),
    h("div", { class: "row end" },
      h("button", { type: "button", onclick: () => box.close() }, t("cancel")),
      h("button", { type: "button", class: "first-choice", "data-begin": true, onclick: go }, t("begin"))));
  return box;
}
