// Sharing and keeping: links, files, texts and pictures.

import { addressOf } from "./address.js";
import { get, post } from "./api.js";
import { dialog, h, notice } from "./dom.js";
import { name, t } from "./words.js";

export function shareDialog(table) {
  const { view, scene } = table;
  const tell = (action) => action().catch((error) => notice(error.message));
  const item = (word, action) =>
    h("button", { type: "button", "data-share": word, onclick: () => tell(action) }, t(word));
  const pick = h("input", {
    type: "file",
    accept: ".json,.kif,.csa,.usi,.pgn,.txt",
    hidden: true,
    onchange: () => loadFile(table, pick.files[0], box),
  });
  const box = dialog(
    t("share_title"),
    h(
      "div",
      { class: "fields" },
      item("link", async () =>
        copy(
          location.origin + location.pathname + addressOf(view, { withId: false }),
          t("link_copied"),
        ),
      ),
      item("save", async () =>
        download(
          `${fileName(view)}.json`,
          JSON.stringify(await get(`/games/${view.id}/record`), null, 1),
          "application/json",
        ),
      ),
      item("load", async () => pick.click()),
      pick,
      h(
        "div",
        { class: "formats" },
        Object.entries(scene.formats).map(([form, names]) => [
          h("span", null, name(names)),
          h(
            "button",
            {
              type: "button",
              "data-export": form,
              onclick: () => tell(async () => downloadText(await written(view, form))),
            },
            t("file"),
          ),
          h(
            "button",
            {
              type: "button",
              "data-copy": form,
              onclick: () => tell(async () => copy((await written(view, form)).text.trimEnd())),
            },
            t("copy"),
          ),
        ]),
      ),
      h(
        "div",
        { class: "row" },
        item("svg", async () =>
          download(`${fileName(view)}.svg`, await pictureText(table), "image/svg+xml"),
        ),
        item("png", async () =>
          download(`${fileName(view)}.png`, await pngOf(await pictureText(table)), "image/png"),
        ),
      ),
    ),
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", onclick: () => box.close() }, t("close")),
    ),
  );
}

const fileName = (view) => view.game.replace(/[^a-z0-9]+/gi, "-");

async function copy(text, told) {
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

function download(name, content, type) {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type }),
  );
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** The game in one of its usual formats: the text, and what its file is called. */
async function written(view, form) {
  const answer = await fetch(`/api/v1/games/${view.id}/export/${form}`);
  if (!answer.ok) throw new Error(name((await answer.json()).errors));
  return {
    text: await answer.text(),
    file: answer.headers.get("content-disposition").match(/filename="(.+)"/)[1],
  };
}

const downloadText = ({ text, file }) => download(file, text, "text/plain");

async function pictureText({ view, board }) {
  const set = board.pieces.set;
  return (await fetch(`/api/v1/games/${view.id}/picture.svg${set ? `?pieces=${set}` : ""}`)).text();
}

function pngOf(svg) {
  return new Promise((resolve, reject) => {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const image = new Image();
    image.onload = () => {
      const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(url);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png");
    };
    image.onerror = () => reject(new Error("SVG"));
    image.src = url;
  });
}

async function loadFile(table, file, box) {
  if (!file) return;
  const text = await textOf(file);
  let document = null;
  try {
    document = JSON.parse(text);
  } catch {
    /* then it is what other programs write */
  }
  const isOurs = document && typeof document === "object" && !Array.isArray(document);
  try {
    const view = isOurs
      ? await post("/games/load", { document })
      : await post("/games/import", { game: table.view.game, text });
    box.close();
    await table.showGame(view);
    notice(t("loaded", { file: file.name }));
  } catch (error) {
    notice(`${t("bad_file", { file: file.name })}: ${error.message}`, 10);
  }
}

/** A file's text; older programs of shogi write Shift JIS. */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}
