// The start: one card a family, and the dialog in which variant, switches and players are chosen.

import { get } from "./api.js";
import { dialog, h, notice, picture } from "./dom.js";
import { recentGames } from "./memory.js";
import { field, seatSelect } from "./seats.js";
import { name, otherName, t } from "./words.js";

const FRIENDLY = ["human", "level:2"];

/** The start screen; `begin(form)` starts a game, `open(id)` goes on with one. */
export function startScreen(app, { begin, open }) {
  const cards = h(
    "div",
    { class: "cards" },
    app.families.map((family) => card(family, begin)),
  );
  drawSamples(app, cards);
  return h(
    "div",
    { class: "start" },
    h(
      "div",
      { class: "welcome" },
      h("h1", null, t("welcome")),
      h("p", { class: "faint" }, t("tagline")),
    ),
    cards,
    again(app, open),
  );
}

function card(family, begin) {
  const sample = h("div", { class: "sample" });
  // What is known, in the fewest words.
  const words = (fact) => `${fact.titles.en}${fact.claims.en}`.length;
  const facts = family.known
    .filter((fact) => fact.holds)
    .sort((one, two) => words(one) - words(two));
  const known = facts[0] ?? family.known.find((fact) => fact.holds === null);
  const play = h(
    "button",
    {
      class: "play",
      type: "button",
      "data-family": family.name,
      onclick: () => begin({ game: family.name, players: FRIENDLY }),
    },
    sample,
    h("span", { class: "title" }, name(family.titles), h("span", null, otherName(family.titles))),
    h("span", { class: "about" }, name(family.descriptions)),
    known &&
      h(
        "span",
        { class: "known", title: known.source },
        [t("known"), name(known.titles), name(known.claims)].filter(Boolean).join(t("colon")),
      ),
  );
  const more = h(
    "button",
    {
      class: "quiet more",
      type: "button",
      "data-more": family.name,
      onclick: () => options(family, begin),
    },
    t("more"),
  );
  return h("section", { class: "card" }, play, more);
}

/** The cards' pictures one after the other, for rules may have to be compiled first. */
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
  } catch (error) {
    notice(error.message);
  }
  clearInterval(tell);
}

function again(app, open) {
  const games = recentGames();
  if (!games.length) return null;
  const items = games.map((game) => {
    const family = app.families.find((one) => one.name === game.game.split(/[:,]/)[0]);
    const title = family ? name(family.titles) : game.game;
    const rest = game.game.includes(":") ? ` ${game.game.split(":")[1]}` : "";
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", onclick: () => open(game.id) },
        `${title}${rest} · ${game.plies}`,
      ),
    );
  });
  return h("section", { class: "again" }, h("h2", null, t("again")), h("ul", null, items));
}

/** What a game's text has chosen: its variant and switches. */
export function chosenIn(game) {
  const [variant, ...words] = (game.split(":")[1] ?? game.split(",").slice(1).join(",")).split(",");
  const isVariant = variant && !variant.includes("=");
  const switches = Object.fromEntries(
    [...(isVariant ? [] : [variant]), ...words].filter(Boolean).map((word) => word.split("=")),
  );
  return { ...switches, variant: isVariant ? variant : undefined };
}

/** Variant, switches, players and the first position. */
export async function options(family, begin, chosen = {}) {
  let seats = [];
  const pick = (values, value, label) =>
    h(
      "select",
      { value },
      values.map((one) => h("option", { value: one, selected: one === value }, label(one))),
    );
  const variants = family.variants.map((one) => one.name);
  if (chosen.variant && !variants.includes(chosen.variant)) variants.unshift(chosen.variant);
  const variantLabel = (one) => {
    const found = family.variants.find((other) => other.name === one);
    return found ? name(found.titles) : one;
  };
  const variant = variants.length
    ? pick(variants, chosen.variant ?? variants[0], variantLabel)
    : null;
  const switches = family.switches.map((one) => [
    one,
    pick(one.values, chosen[one.name] ?? one.values[0], (value) => name(one.value_titles[value])),
  ]);
  const seatFields = h("div", { class: "fields" });
  const drawSeats = async () => {
    const players = seats.length ? seats.map((seat) => seat.value) : (chosen.players ?? FRIENDLY);
    const known = await get(`/seats?game=${family.name}${variant ? `:${variant.value}` : ""}`);
    seats = players.map((player, side) => seatSelect(known, player, name(family.players)[side]));
    seatFields.replaceChildren(
      ...seats.map((seat, side) => field(name(family.players)[side], seat)),
    );
  };
  const position = h("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    value: chosen.position ?? "",
  });
  const start = family.has_starts
    ? h("input", {
        type: "text",
        name: "start",
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "gcp.gpc/gcp.gcp",
      })
    : null;
  const switchFields = switches.map(([one, select]) => field(name(one.titles), select));
  // Only what this variant has can be chosen.
  const has = (one) => !one.only.length || one.only.includes(variant?.value);
  const showFields = () =>
    switches.forEach(([one], index) => {
      switchFields[index].hidden = !has(one);
    });
  variant?.addEventListener("change", () => {
    showFields();
    drawSeats().catch((error) => notice(error.message));
  });
  showFields();
  try {
    await drawSeats();
  } catch (error) {
    notice(error.message);
    return;
  }
  const go = () => {
    const words = switches
      .filter(([one, select]) => has(one) && select.value !== one.values[0])
      .map(([one, select]) => `,${one.name}=${select.value}`);
    const game = family.name + (variant ? `:${variant.value}` : "") + words.join("");
    begin({
      game,
      players: seats.map((seat) => seat.value),
      position: position.value.trim(),
      start: start?.value.trim() ?? "",
    }).then((isBegun) => isBegun && box.close());
  };
  const box = dialog(
    t("start_title", { title: name(family.titles) }),
    h(
      "div",
      { class: "fields" },
      variant && field(t("variant"), variant),
      switchFields,
      seatFields,
      start &&
        field(
          t("dice"),
          h(
            "div",
            { class: "row" },
            start,
            h(
              "button",
              {
                type: "button",
                "data-lot": true,
                onclick: () => {
                  start.value = "random";
                },
              },
              t("by_lot"),
            ),
          ),
        ),
      field(t("position"), position),
    ),
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", onclick: () => box.close() }, t("cancel")),
      h(
        "button",
        { type: "button", class: "first-choice", "data-begin": true, onclick: go },
        t("begin"),
      ),
    ),
  );
}
