// Elements in one call each.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element: h("button", { onclick: f }, "words"). */
export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// By these an element is known again when it was drawn anew.
const KEYS = ["data-node", "data-move", "data-proof", "data-tool", "data-goal", "aria-label"];

/** Replace the children of an element, leaving out what is missing; the focus stays. */
export function put(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused && KEYS.find((one) => focused.hasAttribute(one));
  const value = key && focused.getAttribute(key);
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (!focused) return;
  const again =
    key &&
    [...element.querySelectorAll(`[${key}]`)].find(
      (one) => one.getAttribute(key) === value && !one.disabled,
    );
  (again ?? element.querySelector("button:not(:disabled), [tabindex='0']"))?.focus({
    preventScroll: true,
  });
}

/** The shapes of SVG text that our own server drew. */
export function parseShapes(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return [...root.childNodes].map((node) => document.importNode(node, true));
}

/** A picture from the API, `{box, markup}`. */
export function picture({ box, markup }, label) {
  const attributes = { viewBox: box.join(" "), role: "img", "aria-label": label };
  return s("svg", attributes, parseShapes(markup));
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let hiding = 0;

/** A line at the bottom of the window, for some seconds. */
export function notice(text, seconds = 6) {
  const box = document.getElementById("notice");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(hiding);
  if (text && seconds)
    hiding = setTimeout(() => {
      box.hidden = true;
    }, 1000 * seconds);
}

/** For those who listen. */
export function say(text) {
  const log = document.getElementById("said");
  log.append(h("p", null, text));
  while (log.childElementCount > 20) log.firstChild.remove();
}

/** A dialog that goes when it is closed. */
export function dialog(title, ...content) {
  const box = h("dialog", { "aria-label": title }, h("h2", null, title), ...content);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}
