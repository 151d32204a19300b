// Files, pictures and the clipboard.

import { post } from "./api.js";
import { h } from "./dom.js";
import { notice } from "./notices.js";
import { t } from "./words.js";

/** @import { GameView } from "./types.js" */

const KEPT = 10_000; // milliseconds until a download that was asked for has begun

/**
 * @param {string} text
 * @param {string} [told] what is said then
 */
export async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure context there is no clipboard: let the text be selected instead.
    const area = h("textarea", { readonly: true, rows: 2 });
    area.value = text;
    document.querySelector("dialog")?.append(area);
    area.select();
    return;
  }
  notice(told ?? t("copied", { text: text.slice(0, 80) }));
}

/**
 * @param {string} file
 * @param {string | Blob} content
 * @param {string} type
 */
export function download(file, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: file });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}

/**
 * A picture as PNG, twice as large for sharp screens.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      const take = (/** @type {Blob | null} */ blob) =>
        blob ? resolve(blob) : reject(new Error("PNG"));
      canvas.toBlob(take, "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * The game in a file: one of ours, or what other programs write of `game`.
 * @param {File} file
 * @param {string} game
 * @returns {Promise<GameView>}
 */
export async function readGame(file, game) {
  const text = await textOf(file);
  const document = parsed(text);
  const isOurs = document && typeof document === "object" && !Array.isArray(document);
  return isOurs ? post("/games/load", { document }) : post("/games/import", { game, text });
}

/**
 * @param {string} text
 * @returns {unknown} null if it is not JSON
 */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A file's text; older programs of shogi write Shift JIS.
 * @param {File} file
 */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}
