// The keyboard's way over a board: arrows go to the nearest zone that way.

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle({ x, y, width, height }) {
  return [x.baseVal.value + width.baseVal.value / 2, y.baseVal.value + height.baseVal.value / 2];
}

/** The zone to which an arrow leads; undefined if the key is no arrow, null if there is none. */
export function nextZone(zones, here, key) {
  if (!STEP[key]) return undefined;
  const [dx, dy] = STEP[key];
  const [x, y] = middle(here);
  let best = null,
    least = Infinity;
  for (const zone of zones) {
    const [toX, toY] = middle(zone);
    const along = (toX - x) * dx + (toY - y) * dy;
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    if (along > 4 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = zone;
    }
  }
  return best;
}
