// The page: which screen is shown, the language, and what goes wrong.

import { gameInHistory, readAddress, readSchool, writeAddress } from "./address.js";
import { get, post, Refused } from "./api.js";
import { h } from "./dom.js";
import { fetchTheRest, given } from "./given.js";
import { KEYS } from "./keys.js";
import { schoolDoors } from "./legend.js";
import { forgetGame, rememberGame, takeSeat } from "./memory.js";
import { complain, dialog, lastRow, messageOf, notice, part } from "./notices.js";
import { areSoundsOn, setSounds } from "./sounds.js";
import { startScreen } from "./start.js";
import { firstLanguage, language, setLanguage, t } from "./words.js";

/** @import { Table } from "./table.js" */
/** @import { SchoolScreen } from "./teach/screens.js" */
/** @import { GameView, NewGame, Scene } from "./types.js" */

const main = part("main");
const { families } = given;
/** @type {Map<string, Scene>} */
const scenes = new Map();
/** @type {Table | null} */
let table = null;
/** @type {SchoolScreen | null} */
let school = null; // a screen on which a game is learned
const LATER = 3000; // milliseconds after which the page is kept for when the server is away
let asking = 0; // what was asked for last; answers to earlier questions come too late
let isByKeys = false; // who goes by keys goes on where they are

/**
 * Begin a game; whether that was possible.
 * @param {NewGame} form
 */
async function begin(form) {
  const mine = ++asking;
  try {
    await show(await post("/games", form), true, mine);
    return true;
  } catch (error) {
    complain(error, 10);
    return false;
  }
}

/** @param {unknown} error */
const isMissing = (error) => error instanceof Refused && error.status === 404;

/**
 * Go on with a game.
 * @param {string} id
 */
async function open(id) {
  const mine = ++asking;
  try {
    await show(await get(`/games/${id}`), true, mine);
  } catch (error) {
    if (isMissing(error)) forgetGame(id);
    complain(error);
    if (mine === asking) home();
  }
}

/**
 * What stays the same in a game.
 * @param {string} game
 */
async function sceneOf(game) {
  /** @type {Scene} */
  const scene = scenes.get(game) ?? (await get(`/scene?game=${encodeURIComponent(game)}`));
  scenes.set(game, scene);
  return scene;
}

/** What is shown is left for something else. */
function leave() {
  table?.leave();
  school?.leave();
  table = null;
  school = null;
}

/**
 * A screen on which a game is learned; its code is loaded when it is first needed.
 * @param {URLSearchParams} words of the address
 * @param {number} mine
 */
async function learn(words, mine) {
  const { openScreen } = await import("./teach/screens.js");
  const isWanted = () => mine === asking;
  const screen = await openScreen(words, { families, sceneOf, begin, isWanted, before: school });
  if (!screen) return;
  leave();
  school = screen;
  document.title = `${screen.title} · Yomikiri`;
  main.replaceChildren(screen.element);
  window.scrollTo(0, 0);
}

/**
 * @param {GameView} view
 * @param {boolean} [isNew] not where the address leads
 * @param {number} [mine]
 */
async function show(view, isNew = true, mine = ++asking) {
  const scene = await sceneOf(view.game);
  const { Table } = await import("./table.js");
  if (mine !== asking) return;
  const family = families.find((one) => one.name === scene.family);
  if (!family) throw new Error(scene.family);
  leave();
  table = new Table(family, scene, view, { begin, show: (other) => show(other) });
  main.replaceChildren(table.element);
  writeAddress(view, isNew);
  rememberGame(view);
  window.scrollTo(0, 0);
  table.begin();
  if (isByKeys) table.focusBoard();
}

function home() {
  if (location.hash) history.pushState(null, "", location.pathname);
  start();
}

function start() {
  asking += 1;
  leave();
  document.title = "Yomikiri";
  main.replaceChildren(startScreen(families, { begin, open, show }));
  if (isByKeys) main.focus({ preventScroll: true });
}

/**
 * The game of this name, null if the server has forgotten it.
 * @param {string} id
 * @returns {Promise<GameView | null>}
 */
async function find(id) {
  try {
    return await get(`/games/${encodeURIComponent(id)}`);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Show what the address asks for. */
async function route() {
  const mine = ++asking;
  const school = readSchool();
  if (school) {
    await learn(school, mine).catch((error) => giveUp(error, mine));
    return;
  }
  const asked = readAddress();
  if (!asked) {
    home();
    return;
  }
  const { id, seat, ...form } = asked;
  if (table?.shows(id, form.moves)) return;
  try {
    const found = id ? await find(id) : null;
    if (found && seat) takeSeat(found.id, Number(seat));
    // A game that has gone on since is another position: that of the address is a game of its own,
    // unless one comes back to it or was invited.
    const isThere =
      found && (found.line.join(" ") === form.moves || seat || gameInHistory() === id);
    await show(found && isThere ? found : await post("/games", form), false, mine);
  } catch (error) {
    giveUp(error, mine);
  }
}

/**
 * The address cannot be shown. It stays where the server is only away: loaded again later, it leads
 * there.
 * @param {unknown} error
 * @param {number} mine
 */
function giveUp(error, mine) {
  if (mine === asking) {
    const isAnswer = !(error instanceof Refused) || error.status > 0;
    if (isAnswer) history.replaceState(null, "", location.pathname);
    start();
  }
  complain(error, 12);
}

function showKeys() {
  const items = KEYS.flatMap(([key, word]) => [h("dt", null, key), h("dd", null, t(word))]);
  const list = h("dl", { class: "keys" }, items);
  const box = dialog(
    t("keys"),
    h("p", null, t("key_board")),
    list,
    table && schoolDoors(table.game.view.game),
    lastRow(() => box, "close"),
  );
}

/** @param {string} code */
function speak(code) {
  setLanguage(code);
  const toggle = part("language");
  toggle.textContent = t("language_name");
  toggle.lang = code === "en" ? "ja" : "en";
  part("help").setAttribute("aria-label", t("keys"));
  showSounds();
}

function showSounds() {
  const control = part("sound");
  control.setAttribute("aria-label", t("sounds"));
  control.title = t("sounds");
  control.setAttribute("aria-pressed", `${areSoundsOn()}`);
}

part("help").addEventListener("click", showKeys);
part("language").addEventListener("click", () => {
  speak(language() === "en" ? "ja" : "en");
  if (table) table.speak();
  else route();
});
part("sound").addEventListener("click", () => {
  setSounds(!areSoundsOn());
  showSounds();
});
part("home").addEventListener("click", (event) => {
  event.preventDefault();
  home();
});
document.addEventListener("keydown", (event) => {
  const { target } = event;
  const isTaken = target instanceof Element && target.closest("input, textarea, select, dialog");
  if (event.ctrlKey || event.metaKey || event.altKey || isTaken) return;
  if (event.key === "?") showKeys();
  else if (table?.key(event.key)) event.preventDefault();
});
document.addEventListener("keydown", () => setByKeys(true), true);
document.addEventListener("pointerdown", () => setByKeys(false), true);
window.addEventListener("popstate", () => {
  for (const box of document.querySelectorAll("dialog")) box.close();
  route();
});
window.addEventListener("pagehide", () => table?.keep());
window.addEventListener("unhandledrejection", ({ reason }) => {
  notice(t("failed", { error: messageOf(reason) }));
});

/** @param {boolean} now */
function setByKeys(now) {
  isByKeys = now;
}

speak(firstLanguage());
if (location.hash) fetchTheRest();
try {
  await route();
  main.dataset.ready = "true";
  setTimeout(fetchTheRest, 0); // when the first screen stands
  setTimeout(() => navigator.serviceWorker?.register("/worker.js").catch(() => {}), LATER);
} catch (error) {
  complain(error, 0);
}
