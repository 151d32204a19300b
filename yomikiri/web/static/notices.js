// What the page says: a line at the bottom, words for those who listen, dialogs.

import { button, h } from "./dom.js";
import { t } from "./words.js";

/** @import { Child } from "./dom.js" */

/**
 * The element of the page with this id.
 * @param {string} id
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

/**
 * What went wrong, in words.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : `${error}`);

/** What nothing covers: the last dialog that was opened, else the page. */
function topmost() {
  const [top = document.body] = [...document.querySelectorAll("dialog:modal")].reverse();
  return top;
}

let hiding = 0;

/**
 * A line at the bottom of the window, for some seconds; 0 leaves it there.
 * @param {string} text
 */
export function notice(text, seconds = 6) {
  const box = part("notice");
  const top = topmost();
  if (box.parentElement !== top) top.append(box);
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(hiding);
  if (!text || !seconds) return;
  hiding = window.setTimeout(() => {
    box.hidden = true;
  }, 1000 * seconds);
}

/**
 * Say for some seconds what went wrong.
 * @param {unknown} error
 */
export const complain = (error, seconds = 6) => notice(messageOf(error), seconds);

/**
 * For those who listen.
 * @param {string} text
 */
export function say(text) {
  const log = part("said");
  log.append(h("p", null, text));
  while (log.childElementCount > 20) log.firstChild?.remove();
}

/**
 * A dialog that goes when it is closed.
 * @param {string} title
 * @param {Child[]} content
 */
export function dialog(title, ...content) {
  const box = h("dialog", { "aria-label": title }, h("h2", null, title), ...content);
  box.addEventListener("close", () => {
    const told = part("notice");
    box.remove();
    if (box.contains(told)) topmost().append(told);
  });
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  box.append(part("notice"));
  return box;
}

/**
 * The last row of a dialog: a button that closes it, and what else there is to do.
 * @param {() => HTMLDialogElement} box
 * @param {"close" | "cancel"} word
 * @param {Child[]} more
 */
export const lastRow = (box, word, ...more) =>
  h(
    "div",
    { class: "row end" },
    button(t(word), () => box().close()),
    ...more,
  );
