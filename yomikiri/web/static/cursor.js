// The keyboard's way over a board: arrows go to the nearest zone that way.

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAST = 4; // a zone that is nearer than this along the arrow does not lie that way

/** @param {SVGRectElement} zone */
function middle({ x, y, width, height }) {
  return [x.baseVal.value + width.baseVal.value / 2, y.baseVal.value + height.baseVal.value / 2];
}

/** @param {string} key */
export const isArrow = (key) => key in STEPS;

/**
 * The zone to which an arrow leads, null if there is none.
 * @param {Iterable<SVGRectElement>} zones
 * @param {SVGRectElement} here
 * @param {string} arrow
 */
export function nextZone(zones, here, arrow) {
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
