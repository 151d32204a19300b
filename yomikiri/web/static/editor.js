// Setting up a position: its text, with the board beside it and the server's word on it.

import { post } from "./api.js";
import { Board } from "./board.js";
import { dialog, h } from "./dom.js";
import { t } from "./words.js";

export function editPosition(table) {
  const { view, scene } = table;
  const board = new Board(() => {});
  board.setScene(scene);
  board.show(view.position);
  const text = h("input", { type: "text", "aria-label": t("edit_title"), spellcheck: "false", autocomplete: "off", value: view.position.text });
  const verdict = h("p", { class: "small", role: "status" });
  const begin = h("button", { type: "button", class: "first-choice", "data-edit": "begin" }, t("edit_begin"));
  let asked = 0;
  const check = async () => {
    const number = ++asked;
    try {
      const position = await post("/position", { game: view.game, position: text.value });
      if (number !== asked) return;
      board.show(position);
      verdict.textContent = "✓";
      begin.disabled = false;
    } catch (error) {
      if (number !== asked) return;
      verdict.textContent = error.message;
      begin.disabled = true;
    }
  };
  text.addEventListener("input", check);
  begin.addEventListener("click", async () => {
    if (await table.beginGame({ game: view.game, players: view.players, position: text.value })) box.close();
  });
  const box = dialog(t("edit_title"), h("div", { class: "fields" }, board.box, text, verdict, h("p", { class: "small faint" }, t("edit_help"))),
    h("div", { class: "row end" }, h("button", { type: "button", onclick: () => box.close() }, t("cancel")), begin));
}
