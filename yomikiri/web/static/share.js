// The dialog of sharing and keeping: a link, files, texts and pictures.

import { addressOf, invitationTo } from "./address.js";
import { get, request } from "./api.js";
import { button, h } from "./dom.js";
import { copy, download, pngOf, readGame } from "./files.js";
import { takeSeat } from "./memory.js";
import { complain, dialog, lastRow, messageOf, notice } from "./notices.js";
import { HUMAN } from "./tree.js";
import { name, t } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Game } from "./game.js" */
/** @import { GameView } from "./types.js" */

const READABLE = ".json,.kif,.csa,.usi,.pgn,.txt";

/**
 * @param {Game} game
 * @param {string | null} set of pieces, for pictures
 * @param {object} then
 * @param {(view: GameView) => Promise<void>} then.show goes to another game
 * @param {(side: number, player: string) => Promise<void>} then.sit
 * @param {() => void} then.refresh who plays here has changed
 */
export function shareDialog(game, set, { show, sit, refresh }) {
  const { view, scene } = game;
  const path = `/games/${view.id}`;
  const file = view.game.replace(/[^a-z0-9]+/gi, "-");
  const picture = async () =>
    (await request("GET", `${path}/picture.svg${set ? `?pieces=${set}` : ""}`)).text();

  /** @param {() => Promise<unknown>} action */
  const doing = (action) => () => action().catch((error) => complain(error));
  const item = (
    /** @type {"link" | "invite" | "save" | "load" | "svg" | "png"} */ word,
    /** @type {() => Promise<unknown>} */ action,
  ) => button(t(word), doing(action), { "data-share": word });
  const format = (/** @type {string} */ form, /** @type {string} */ title) => [
    h("span", null, title),
    button(
      t("file"),
      doing(async () => {
        const answer = await exported(path, form);
        download(answer.file, answer.text, "text/plain");
      }),
      { "data-export": form },
    ),
    button(
      t("copy"),
      doing(async () => copy((await exported(path, form)).text.trimEnd())),
      { "data-copy": form },
    ),
  ];

  const pick = h("input", { type: "file", accept: READABLE, hidden: true });
  pick.addEventListener("change", () => load(game, pick.files?.[0], box, show));
  /** @type {Child[]} */
  const items = [
    item("link", () => {
      const address = addressOf(view, { withId: false });
      return copy(location.origin + location.pathname + address, t("link_copied"));
    }),
    item("invite", async () => {
      const own = game.seat ?? Math.max(0, view.players.indexOf(HUMAN));
      const other = 1 - own;
      if (game.view.players[other] !== HUMAN) await sit(other, HUMAN);
      takeSeat(view.id, own);
      game.seat = own;
      refresh();
      const place = location.origin + location.pathname + invitationTo(game.view, other);
      await copy(place, t("invited", { who: game.who(other) }));
    }),
    item("save", async () => {
      const record = JSON.stringify(await get(`${path}/record`), null, 1);
      download(`${file}.json`, record, "application/json");
    }),
    item("load", async () => pick.click()),
    pick,
    h(
      "div",
      { class: "formats" },
      Object.entries(scene.formats).map(([form, names]) => format(form, name(names))),
    ),
    h(
      "div",
      { class: "row" },
      item("svg", async () => download(`${file}.svg`, await picture(), "image/svg+xml")),
      item("png", async () => download(`${file}.png`, await pngOf(await picture()), "image/png")),
    ),
  ];
  const last = lastRow(() => box, "close");
  const box = dialog(t("share_title"), h("div", { class: "fields" }, items), last);
}

/**
 * A game in one of its usual formats: the text, and what its file is called.
 * @param {string} path
 * @param {string} form
 */
async function exported(path, form) {
  const answer = await request("GET", `${path}/export/${form}`);
  const header = answer.headers.get("content-disposition") ?? "";
  return { text: await answer.text(), file: header.match(/filename="(.+)"/)?.[1] ?? form };
}

/**
 * Go on with the game in a file.
 * @param {Game} game
 * @param {File | undefined} file
 * @param {HTMLDialogElement} box
 * @param {(view: GameView) => Promise<void>} show
 */
async function load(game, file, box, show) {
  if (!file) return;
  try {
    const view = await readGame(file, game.view.game);
    box.close();
    await show(view);
    notice(t("loaded", { file: file.name }));
  } catch (error) {
    notice(`${t("bad_file", { file: file.name })}: ${messageOf(error)}`, 10);
  }
}
