// A game or a position of another program: pasted, dropped or opened on the start.

import { post } from "./api.js";
import { button, h } from "./dom.js";
import { complain, dialog, lastRow, notice } from "./notices.js";
import { name, t } from "./words.js";

/** @import { GameView, Names } from "./types.js" */

const READABLE = ".json,.kif,.csa,.usi,.sfen,.pgn,.fen,.txt";

/** @typedef {(view: GameView) => Promise<void>} Show */

/**
 * Where a text can be pasted, and a file opened.
 * @param {Show} show
 */
export function receiver(show) {
  const text = h("textarea", {
    rows: 2,
    "aria-label": t("receive"),
    placeholder: t("receive_help"),
    spellcheck: "false",
    "data-receive": true,
  });
  const read = () => receive(text.value, show);
  text.addEventListener("paste", () => setTimeout(read, 0));
  const pick = h("input", { type: "file", accept: READABLE, hidden: true });
  pick.addEventListener("change", () => receiveFile(pick.files?.[0], show));
  return h(
    "section",
    { class: "receive" },
    h("h2", null, t("receive")),
    text,
    h(
      "div",
      { class: "row" },
      button(t("receive_open"), read, { "data-tool": "receive" }),
      button(t("load"), () => pick.click(), { "data-tool": "load" }),
      pick,
    ),
  );
}

/**
 * Files may be dropped anywhere on this element.
 * @param {HTMLElement} element
 * @param {Show} show
 */
export function receiveDrops(element, show) {
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) receiveFile(file, show);
    else receive(event.dataTransfer?.getData("text") ?? "", show);
  });
}

/**
 * @param {File | undefined} file
 * @param {Show} show
 */
async function receiveFile(file, show) {
  if (!file) return;
  const { textOf } = await import("./files.js");
  await receive(await textOf(file), show, file.name);
}

/**
 * Show what a text holds; of several games that it may be, one is asked for.
 * @param {string} text
 * @param {Show} show
 * @param {string} [file]
 */
async function receive(text, show, file) {
  if (!text.trim()) return;
  try {
    const { parsed } = await import("./files.js");
    const document = parsed(text);
    if (document && typeof document === "object" && !Array.isArray(document)) {
      await show(await post("/games/load", { document }));
      return;
    }
    /** @type {{ games: { game: string, titles: Names }[] }} */
    const { games } = await post("/games/guess", { text });
    const open = async (/** @type {string} */ game) =>
      show(await post("/games/import", { game, text }));
    if (games.length > 1) choose(games, open);
    else await open(games[0].game);
    if (file) notice(t("loaded", { file }));
  } catch (error) {
    complain(error, 12);
  }
}

/**
 * @param {{ game: string, titles: Names }[]} games
 * @param {(game: string) => Promise<void>} open
 */
function choose(games, open) {
  const items = games.map(({ game, titles }) =>
    button(
      `${name(titles)} (${game})`,
      () => {
        box.close();
        open(game).catch((error) => complain(error, 12));
      },
      { "data-guess": game },
    ),
  );
  const box = dialog(
    t("which_game"),
    h("div", { class: "fields" }, items),
    lastRow(() => box, "cancel"),
  );
}
