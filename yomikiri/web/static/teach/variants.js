// The variants of a game and its switches in plain words: what each of them changes.

import { schoolAddress } from "../address.js";
import { button, h } from "../dom.js";
import { name, t } from "../words.js";

/** @import { Family, Switch } from "../types.js" */

/**
 * @param {Family} family
 * @param {string} game that is shown
 * @param {() => void} choose opens the dialog in which they are chosen
 */
export function variantsPanel(family, game, choose) {
  const chosen = game.split(/[:,]/)[1];
  const variants = family.variants.map((variant) => {
    const isHere = variant.name === chosen;
    const address = schoolAddress("learn", `${family.name}:${variant.name}`);
    return h("a", { href: address, "aria-current": isHere && "page" }, name(variant.titles));
  });
  const groups = [...Map.groupBy(family.switches, (one) => name(one.group))].map(
    ([group, switches]) => [
      h("h3", null, group),
      h(
        "dl",
        { class: "switches" },
        switches.map((one) => [h("dt", null, name(one.titles)), h("dd", null, about(family, one))]),
      ),
    ],
  );
  if (!variants.length && !groups.length) return null;
  return h(
    "section",
    { class: "panel", "data-panel": "variants" },
    h("h2", null, t("lesson.variants")),
    variants.length > 0 && h("p", { class: "row links variants" }, variants),
    groups,
    button(t("lesson.choose"), choose, { "data-choose": true }),
  );
}

/**
 * What a switch changes, its values, and which variants have it.
 * @param {Family} family
 * @param {Switch} one
 */
function about(family, { about, values, value_titles: titles, only }) {
  const listed = values.map((value) => name(titles[value])).join(t("lesson.or"));
  const names = family.variants.filter((one) => only.includes(one.name));
  const variants = names.map((one) => name(one.titles)).join(t("lesson.or"));
  const where = variants && ` ${t("lesson.only", { variants })}`;
  return [name(about), h("span", { class: "small faint" }, ` ${listed}${where}`)];
}
