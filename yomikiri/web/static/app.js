// The page: which screen is shown, the language, and what goes wrong.

import { readAddress, writeAddress } from "./address.js";
import { get, post } from "./api.js";
import { dialog, h, notice } from "./dom.js";
import { KEYS } from "./keys.js";
import { forgetGame } from "./memory.js";
import { startScreen } from "./start.js";
import { Table } from "./table.js";
import { firstLanguage, language, setLanguage, t } from "./words.js";

const main = document.getElementById("main");
const app = { families: [], samples: {}, scenes: new Map() };
let table = null;
let isByKeys = false; // who goes by keys goes on where he is

/** Begin a game; whether that was possible. */
async function begin(form) {
  try {
    await show(await post("/games", form));
    return true;
  } catch (error) {
    notice(error.message, 10);
    return false;
  }
}

async function open(id) {
  try {
    await show(await get(`/games/${id}`));
  } catch (error) {
    if (error.status === 404) forgetGame(id);
    notice(error.message);
    home();
  }
}

async function show(view) {
  const scene =
    app.scenes.get(view.game) ?? (await get(`/scene?game=${encodeURIComponent(view.game)}`));
  app.scenes.set(view.game, scene);
  table?.leave();
  table = new Table(app, scene, view, { begin, show });
  main.replaceChildren(table.element);
  writeAddress(view);
  window.scrollTo(0, 0);
  table.begin();
  if (isByKeys) table.focusBoard();
}

function home() {
  table?.leave();
  table = null;
  document.title = "Yomikiri";
  if (location.hash) history.replaceState(null, "", location.pathname);
  main.replaceChildren(startScreen(app, { begin, open }));
  if (isByKeys) main.focus({ preventScroll: true });
}

/** Show what the address asks for. */
async function route() {
  const asked = readAddress();
  if (!asked) {
    home();
    return;
  }
  if (table && asked.id === table.view.id && asked.moves === table.view.line.join(" ")) return;
  try {
    if (asked.id) {
      const view = await get(`/games/${encodeURIComponent(asked.id)}`).catch((error) => {
        if (error.status !== 404) throw error;
        return null;
      });
      if (view) {
        await show(view);
        return;
      }
    }
    const { game, position, moves, players } = asked;
    await show(await post("/games", { game, position, moves, players }));
  } catch (error) {
    home();
    notice(error.message, 12);
  }
}

function showKeys() {
  const items = KEYS.flatMap(([key, word]) => [h("dt", null, key), h("dd", null, t(word))]);
  const box = dialog(
    t("keys"),
    h("p", null, t("key_board")),
    h("dl", { class: "keys" }, items),
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", onclick: () => box.close() }, t("close")),
    ),
  );
}

function speak(code) {
  setLanguage(code);
  const toggle = document.getElementById("language");
  toggle.textContent = t("language_name");
  toggle.lang = code === "en" ? "ja" : "en";
  document.getElementById("help").setAttribute("aria-label", t("keys"));
}

document.getElementById("help").addEventListener("click", showKeys);
document.getElementById("language").addEventListener("click", () => {
  speak(language() === "en" ? "ja" : "en");
  if (table) table.speak();
  else home();
});
document.querySelector(".home").addEventListener("click", (event) => {
  event.preventDefault();
  home();
});
document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest("input, textarea, select, dialog")
  )
    return;
  if (event.key === "?") showKeys();
  else if (table?.key(event.key)) event.preventDefault();
});
document.addEventListener(
  "keydown",
  () => {
    isByKeys = true;
  },
  true,
);
document.addEventListener(
  "pointerdown",
  () => {
    isByKeys = false;
  },
  true,
);
window.addEventListener("hashchange", route);
window.addEventListener("unhandledrejection", (event) => {
  notice(t("failed", { error: event.reason?.message ?? event.reason }));
});

speak(firstLanguage());
try {
  app.families = await get("/families");
  await route();
  main.dataset.ready = "true";
} catch (error) {
  notice(error.message, 0);
}
