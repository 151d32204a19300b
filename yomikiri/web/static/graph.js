// The value history under the board: how the game swung, the first player above.

import { s } from "./dom.js";
import { signed, t } from "./words.js";

const HEIGHT = 96,
  LEFT = 40,
  PAD = 14,
  WIDEST = 704;

/**
 * `points`: one for each position of the line, `{id, move, value, exact, distance, text, slip}`;
 * the value is null if it is not known.
 * Without scores a win is the higher the sooner it comes, and above every estimate.
 */
export function historyGraph(points, { greatest, hasScore }, who, now, go, room) {
  // In pixels, so that nothing is stretched.
  const width = Math.min(WIDEST, Math.max(240, room));
  const known = points.filter((point) => point.value !== null);
  const far = Math.max(1, ...known.map((point) => point.distance ?? 0));
  const allExact = known.every((point) => point.exact);
  const most = hasScore
    ? Math.min(greatest, Math.ceil(Math.max(1, ...known.map((point) => Math.abs(point.value)))))
    : 1;
  const height = ({ value, exact, distance }) => {
    if (hasScore) return value;
    if (!exact) return 0.85 * Math.tanh(value / 5);
    return Math.sign(value) * (allExact ? 1 - (0.7 * (distance ?? 0)) / (far + 1) : 1);
  };
  const x = (index) => LEFT + ((width - LEFT - PAD) * index) / Math.max(1, points.length - 1);
  const y = (value) =>
    HEIGHT / 2 - ((HEIGHT / 2 - PAD) * Math.max(-most, Math.min(most, value))) / most;
  const graph = s("svg", {
    class: "history",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: "group",
    "aria-label": t("history", { who }),
  });
  graph.append(
    s("line", { class: "axis", x1: LEFT, x2: width - PAD, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
  );
  const label = (value) =>
    hasScore ? signed(value) : value > 0 ? t("won_short") : value < 0 ? t("lost_short") : "=";
  for (const value of [most, 0, -most])
    graph.append(s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, label(value)));
  const line = points
    .map((point, index) => (point.value === null ? null : `${x(index)},${y(height(point))}`))
    .filter(Boolean);
  if (line.length > 1) graph.append(s("polyline", { class: "curve", points: line.join(" ") }));
  points.forEach((point, index) => {
    if (point.value === null) return;
    const text = [index, point.slip ? t("slip", { move: point.move }) : point.move, point.text]
      .filter((word) => word !== "")
      .join(" ");
    graph.append(
      s(
        "circle",
        {
          class: `point ${point.exact ? "exact" : ""} ${point.id === now ? "now" : ""}`,
          cx: x(index),
          cy: y(height(point)),
          r: 4.5,
          role: "button",
          tabindex: 0,
          "data-node": point.id,
          "aria-label": text,
          onclick: () => go(point.id),
          onkeydown: (event) => {
            if (event.key === "Enter") go(point.id);
          },
        },
        s("title", null, text),
      ),
    );
    if (point.slip)
      graph.append(
        s(
          "text",
          {
            class: "slip",
            x: x(index),
            y: y(height(point)) + (point.value < 0 ? -8 : 18),
            "text-anchor": "middle",
          },
          "?",
        ),
      );
  });
  return graph;
}
