// What can be touched on a board, and the keyboard's cursor on it.

import { s } from "./dom.js";

/** @import { Zone } from "./types.js" */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAST = 4; // a zone that is nearer than this along the arrow does not lie that way

/**
 * How a zone stands: whether it can be touched, was touched, and what it is for those who listen.
 * @typedef {{ isOpen: boolean, isChosen: boolean, label: string }} ZoneState
 */

export class Zones {
  /**
   * @param {Zone[]} zones
   * @param {SVGGElement} layer
   */
  constructor(zones, layer) {
    this.elements = new Map(zones.map((zone) => [zone.name, rectangle(zone)]));
    layer.append(...this.elements.values());
    this.first?.setAttribute("tabindex", "0");
  }

  get names() {
    return this.elements.keys();
  }

  get first() {
    return this.elements.values().next().value;
  }

  /** @param {string | undefined} name */
  has(name) {
    return name !== undefined && this.elements.has(name);
  }

  /**
   * The board is seen from another side.
   * @param {Zone[]} zones
   */
  turn(zones) {
    for (const { name, x, y, width, height } of zones) {
      this.elements.get(name)?.setAttribute("x", `${x - width / 2}`);
      this.elements.get(name)?.setAttribute("y", `${y - height / 2}`);
    }
  }

  /** @param {(name: string) => ZoneState} stateOf */
  refresh(stateOf) {
    for (const [name, element] of this.elements) {
      const { isOpen, isChosen, label } = stateOf(name);
      element.classList.toggle("open", isOpen);
      element.classList.toggle("chosen", isChosen);
      element.setAttribute("aria-label", label);
    }
  }

  /**
   * Go where an arrow leads; whether the key was one.
   * @param {string} from
   * @param {string} key
   */
  follow(from, key) {
    const here = this.elements.get(from);
    if (!here || !isArrow(key)) return false;
    this.goTo(nextZone(this.elements.values(), here, key));
    return true;
  }

  /**
   * Put the keyboard's cursor on the zone of this name, else on the first.
   * @param {string | undefined} name
   */
  goToName(name) {
    this.goTo(this.elements.get(name ?? "") ?? this.first);
  }

  /** @param {SVGRectElement | null | undefined} zone */
  goTo(zone) {
    if (!zone) return;
    this.cursor?.setAttribute("tabindex", "-1");
    zone.setAttribute("tabindex", "0");
    this.focus();
  }

  get cursor() {
    for (const zone of this.elements.values())
      if (zone.getAttribute("tabindex") === "0") return zone;
    return null;
  }

  focus() {
    this.cursor?.focus({ preventScroll: true });
  }
}

/**
 * The name of the zone that an event came from.
 * @param {Event} event
 */
export const zoneOf = ({ target }) =>
  target instanceof SVGElement ? target.dataset.zone : undefined;

/** @param {Zone} zone */
function rectangle({ name, x, y, width, height, is_round: isRound }) {
  return s("rect", {
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    rx: isRound ? width / 2 : 6,
    class: "zone",
    role: "button",
    tabindex: "-1",
    "data-zone": name,
  });
}

/** @param {SVGRectElement} zone */
function middle({ x, y, width, height }) {
  return [x.baseVal.value + width.baseVal.value / 2, y.baseVal.value + height.baseVal.value / 2];
}

/** @param {string} key */
const isArrow = (key) => key in STEPS;

/**
 * The zone to which an arrow leads, null if there is none.
 * @param {Iterable<SVGRectElement>} zones
 * @param {SVGRectElement} here
 * @param {string} arrow
 */
function nextZone(zones, here, arrow) {
  const [dx, dy] = STEPS[arrow];
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const zone of zones) {
    const [toX, toY] = middle(zone);
    const along = (toX - x) * dx + (toY - y) * dy;
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    const far = along + 2 * aside;
    if (along <= LEAST || far >= least) continue;
    least = far;
    best = zone;
  }
  return best;
}
