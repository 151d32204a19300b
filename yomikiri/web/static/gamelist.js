// The games of this browser: how each stands, how it ended, when it was played.

import { call } from "./api.js";
import { button, h } from "./dom.js";
import { forgetGame, recentGames } from "./memory.js";
import { complain } from "./notices.js";
import { familyOf, gameTitle, language, name, t } from "./words.js";

/** @import { KeptGame } from "./memory.js" */

const AT_FIRST = 8; // of them

/** @param {(id: string) => void} open */
export function gameList(open) {
  const section = h("section", { class: "again" });
  const draw = (/** @type {number} */ most) => {
    const games = recentGames();
    section.hidden = !games.length;
    const items = games.slice(0, most).map((game) => item(game, open, () => draw(most)));
    const all = button(t("all_games", { n: games.length }), () => draw(games.length));
    section.replaceChildren(
      h("h2", null, t("again")),
      h("ul", { class: "games" }, items),
      ...(games.length > most ? [all] : []),
    );
  };
  draw(AT_FIRST);
  return section;
}

/**
 * @param {KeptGame} kept
 * @param {(id: string) => void} open
 * @param {() => void} redraw
 */
function item(kept, open, redraw) {
  const { id, game, plies } = kept;
  const title = gameTitle(game);
  const picture = h("img", {
    class: "thumbnail",
    src: `/api/v1/games/${id}/picture.svg?at=${plies}`,
    alt: "",
    loading: "lazy",
    width: 96,
    height: 96,
  });
  const state = resultText(kept);
  const forget = async () => {
    if (!confirm(t("forget_sure"))) return;
    await call("DELETE", `/games/${id}`).catch(complain);
    forgetGame(id);
    redraw();
  };
  return h(
    "li",
    null,
    button(
      [
        picture,
        h("b", null, title),
        h("span", { class: "small" }, state),
        h("span", { class: "small faint" }, dateText(kept)),
      ],
      () => open(id),
      { class: "kept", "data-kept": id },
    ),
    button("✕", forget, {
      class: "quiet forget",
      "aria-label": `${t("forget")}: ${title}`,
      title: t("forget"),
    }),
  );
}

/**
 * How a game stands, or has ended.
 * @param {KeptGame} kept
 */
function resultText({ game, winner, plies }) {
  if (!winner) return t("moves_so_far", { n: plies });
  if (winner === "draw") return t("drawn");
  const family = familyOf(game);
  const names = family ? name(family.players) : ["", ""];
  return t("result.wins", { who: names[winner === "first" ? 0 : 1], count: "" });
}

/** @param {KeptGame} kept */
function dateText({ changed }) {
  if (!changed) return "";
  const date = new Date(changed);
  const isToday = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const form = isToday ? { timeStyle: "short" } : { dateStyle: "medium" };
  return date.toLocaleString(language(), form);
}
