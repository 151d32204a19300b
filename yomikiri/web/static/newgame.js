// The dialog of a new game: variant, switches, players and the first position.

import { FRIENDLY, schoolAddress } from "./address.js";
import { get } from "./api.js";
import { button, h } from "./dom.js";
import { Laying } from "./laying.js";
import { complain, dialog, lastRow } from "./notices.js";
import { field, seatSelect } from "./seats.js";
import { name, t } from "./words.js";

/** @import { Family, NewGame, Seat, Switch } from "./types.js" */

/**
 * What is chosen when the dialog opens.
 * @typedef {object} Chosen
 * @property {string} [variant]
 * @property {Record<string, string>} [switches]
 * @property {string[]} [players]
 */

const START = "gcp.gpc/gcp.gcp"; // an example

/**
 * What a game's text has chosen: its variant and switches.
 * @param {string} game
 * @returns {Chosen}
 */
export function chosenIn(game) {
  const [, ...words] = game.split(/[:,]/);
  const isSwitch = (/** @type {string} */ word) => word.includes("=");
  const switches = Object.fromEntries(words.filter(isSwitch).map((word) => word.split("=")));
  return { switches, variant: words.find((word) => !isSwitch(word)) };
}

/**
 * @param {string[]} values
 * @param {string} chosen
 * @param {(value: string) => string} label
 * @param {Record<string, string | boolean>} [more] attributes
 */
function pick(values, chosen, label, more = {}) {
  const item = (/** @type {string} */ value) =>
    h("option", { value, selected: value === chosen }, label(value));
  return h("select", more, values.map(item));
}

/** @param {object} [more] */
const textInput = (more) =>
  h("input", { type: "text", autocomplete: "off", spellcheck: "false", ...more });

let isAsking = false; // a dialog is on its way

/**
 * @param {Family} family
 * @param {(form: NewGame) => Promise<boolean>} begin
 * @param {Chosen} [chosen]
 */
export async function askForGame(family, begin, chosen = {}) {
  if (isAsking) return;
  isAsking = true;
  const form = new Form(family, chosen);
  try {
    await Promise.all([form.showSwitches(), form.showSeats()]);
    form.open(begin);
  } catch (error) {
    complain(error);
  } finally {
    isAsking = false;
  }
}

class Form {
  /**
   * @param {Family} family
   * @param {Chosen} chosen
   */
  constructor(family, chosen) {
    this.family = family;
    this.variant = this.variantSelect(chosen.variant);
    this.switches = family.switches.map((one) => this.switchField(one, chosen.switches ?? {}));
    this.box = h("div", { class: "fields" }, this.groups());
    this.players = chosen.players ?? FRIENDLY;
    /** @type {HTMLSelectElement[]} */
    this.seats = [];
    this.seatFields = h("div", { class: "fields" });
    this.position = textInput({ name: "position" });
    this.start = family.has_starts ? textInput({ name: "start", placeholder: START }) : null;
    this.laying = new Laying((text) => {
      this.position.value = text;
    });
    this.start?.addEventListener("input", () => this.stopLaying());
    this.variant?.addEventListener("change", () => {
      this.stopLaying();
      this.showSwitches().catch(complain);
      this.showSeats().catch(complain);
    });
    for (const { element } of this.switches)
      element.addEventListener("change", () => {
        this.stopLaying();
        this.showSwitches().catch(complain);
      });
  }

  /** @param {string | undefined} chosen */
  variantSelect(chosen) {
    const titles = new Map(this.family.variants.map((one) => [one.name, name(one.titles)]));
    const variants = [...titles.keys()];
    if (chosen && !titles.has(chosen)) variants.unshift(chosen);
    if (!variants.length) return null;
    const label = (/** @type {string} */ variant) => titles.get(variant) ?? variant;
    return pick(variants, chosen ?? variants[0], label, { "data-variant": true });
  }

  /**
   * The values of a switch; where it has others too, such as dice one by one, they are written.
   * @param {Switch} about
   * @param {Record<string, string>} chosen
   */
  switchField(about, chosen) {
    const { values, titles, about: change, value_titles: labels, form } = about;
    const value = chosen[about.name] ?? values[0];
    const more = { "data-switch": about.name };
    const select = pick(values, value, (one) => name(labels[one]), more);
    const label = t("other_value", { form });
    const written = textInput({ name: about.name, placeholder: label, "aria-label": label });
    if (!values.includes(value)) written.value = value;
    const told = h("small", { class: "faint" }, name(change));
    const controls = h("span", { class: "switch" }, select, form ? written : null, told);
    const element = field(name(titles), controls);
    return { about, select, element, value: () => written.value.trim() || select.value };
  }

  /** The game and its variant. */
  get text() {
    return this.family.name + (this.variant ? `:${this.variant.value}` : "");
  }

  /**
   * Whether the chosen variant has a switch.
   * @param {Switch} about
   */
  has({ only }) {
    return !only.length || only.includes(this.variant?.value ?? "");
  }

  /** The switches by what they are about. */
  groups() {
    return [...Map.groupBy(this.switches, ({ about }) => name(about.group))].map(([group, list]) =>
      h(
        "fieldset",
        { class: "fields" },
        h("legend", null, group),
        list.map(({ element }) => element),
      ),
    );
  }

  /** Only what the chosen variant has, and what goes together with the rest, can be chosen. */
  async showSwitches() {
    for (const { about, element } of this.switches) element.hidden = !this.has(about);
    for (const group of this.box.querySelectorAll("fieldset"))
      group.hidden = !group.querySelector(".field:not([hidden])");
    const asked = this.game.game;
    /** @type {Record<string, string[]>} */
    const possible = await get(`/choices?game=${encodeURIComponent(asked)}`);
    if (asked !== this.game.game) return; // something else was chosen meanwhile
    for (const { about, select } of this.switches) {
      const values = possible[about.name] ?? about.values;
      for (const option of select.options) option.disabled = !values.includes(option.value);
      if (!values.includes(select.value)) select.value = about.values[0];
    }
  }

  /** Who can play the chosen variant. */
  async showSeats() {
    const asked = this.text;
    /** @type {Seat[]} */
    const known = await get(`/seats?game=${encodeURIComponent(asked)}`);
    if (asked !== this.text) return; // another variant was chosen meanwhile
    if (this.seats.length) this.players = this.seats.map((seat) => seat.value);
    const names = name(this.family.players);
    this.seats = this.players.map((player, side) => seatSelect(known, player, names[side]));
    this.seatFields.replaceChildren(...this.seats.map((seat, side) => field(names[side], seat)));
  }

  /** @returns {NewGame} */
  get game() {
    const changed = this.switches.filter(
      ({ about, value }) => this.has(about) && value() !== about.values[0],
    );
    const words = changed.map(({ about, value }) => `,${about.name}=${value()}`);
    return {
      game: this.text + words.join(""),
      players: this.seats.map((seat) => seat.value),
      position: this.position.value.trim(),
      start: this.start?.value.trim() ?? "",
    };
  }

  /** What was laid by clicking counts no more: the dice lie otherwise, or are others. */
  stopLaying() {
    if (!this.laying.isOpen) return;
    this.laying.close();
    this.position.value = "";
  }

  /** How the dice lie at the start, where a game has them. */
  startField() {
    const { start, laying } = this;
    if (!start) return null;
    const draw = () => {
      this.stopLaying();
      start.value = "random";
    };
    const lay = async () => {
      if (laying.isOpen) return this.stopLaying();
      start.value = "";
      await laying.open(this.game.game).catch(complain);
    };
    const lot = button(t("by_lot"), draw, { "data-lot": true });
    const touch = button(t("by_clicking"), lay, { "data-lay": true });
    const row = h("div", { class: "row" }, start, lot, touch);
    return [field(t("dice"), row), laying.element];
  }

  /** @param {(form: NewGame) => Promise<boolean>} begin */
  open(begin) {
    const go = async () => {
      if (await begin(this.game)) box.close();
    };
    const first = button(t("begin"), go, { class: "first-choice", "data-begin": true });
    const fields = h(
      "div",
      { class: "fields" },
      this.variant && field(t("variant"), this.variant),
      this.box,
      this.seatFields,
      this.startField(),
      field(t("position"), this.position),
    );
    const learn = button(
      t("lesson.how"),
      () => {
        box.close();
        location.hash = schoolAddress("learn", this.game.game);
      },
      { class: "quiet", "data-learn": true },
    );
    const title = t("start_title", { title: name(this.family.titles) });
    const box = dialog(
      title,
      fields,
      lastRow(() => box, "cancel", learn, first),
    );
  }
}
