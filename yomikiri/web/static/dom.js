// Elements in one call each.

/** @import { Picture } from "./types.js" */

/**
 * What an element may be given: attributes, and listeners named `onclick` and so on.
 * @typedef {{
 *   onclick?: (event: MouseEvent) => unknown,
 *   onkeydown?: (event: KeyboardEvent) => unknown,
 *   onsubmit?: (event: SubmitEvent) => unknown,
 *   onchange?: (event: Event) => unknown,
 *   oninput?: (event: Event) => unknown,
 *   [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown),
 * }} Attributes
 */

/**
 * What may stand in an element; what is missing is left out.
 * @typedef {Node | string | false | null | undefined | Child[]} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  /** @type {(Node | string)[]} */
  const found = [];
  for (const child of children) {
    if (Array.isArray(child)) found.push(...present(child));
    else if (child !== null && child !== undefined && child !== false) found.push(child);
  }
  return found;
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function")
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : `${value}`);
  }
  element.append(...present(children));
  return element;
}

/**
 * An HTML element: h("button", { onclick: f }, "words").
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {Child[]} children
 */
export const h = (tag, attributes = null, ...children) =>
  fill(document.createElement(tag), attributes, children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {Child[]} children
 */
export const s = (tag, attributes = null, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * A button with words on it.
 * @param {Child} content
 * @param {() => unknown} onclick
 * @param {Attributes} [attributes]
 */
export const button = (content, onclick, attributes = {}) =>
  h("button", { type: "button", onclick, ...attributes }, content);

// By these an element is recognised after it was drawn again.
const KEYS = ["data-node", "data-move", "data-proof", "data-tool", "data-goal", "aria-label"];

/**
 * Replace the children of an element, leaving out what is missing; the focus stays.
 * @param {Element} element
 * @param {Child[]} children
 */
export function put(element, ...children) {
  const active = document.activeElement;
  const focused = active && element.contains(active) ? active : null;
  const key = focused && KEYS.find((one) => focused.hasAttribute(one));
  const value = key && focused.getAttribute(key);
  element.replaceChildren(...present(children));
  if (!focused) return;
  const again =
    key &&
    [...element.querySelectorAll(`[${key}]:not(:disabled)`)].find(
      (one) => one.getAttribute(key) === value,
    );
  const next = again || element.querySelector("button:not(:disabled), [tabindex='0']");
  if (next instanceof HTMLElement || next instanceof SVGElement)
    next.focus({ preventScroll: true });
}

/**
 * The shapes of SVG text that our own server drew.
 * @param {string} markup
 */
export function parseShapes(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return [...root.childNodes].map((node) => document.importNode(node, true));
}

/**
 * A picture from the API.
 * @param {Picture} picture
 * @param {string} label
 */
export function drawPicture({ box, markup }, label) {
  const attributes = { viewBox: box.join(" "), role: "img", "aria-label": label };
  return s("svg", attributes, parseShapes(markup));
}

/** Whether the system asks for no motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
