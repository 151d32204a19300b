// The value history under the board: how the game swung, the first player above.

import { s } from "./dom.js";
import { signed, t } from "./words.js";

const WIDTH = 640, HEIGHT = 92, LEFT = 34, PAD = 14;

/** `points`: one for each position of the line, `{id, move, value, exact, slip}`, value null if not known. */
export function historyGraph(points, greatest, who, now, go) {
  const known = points.filter((point) => point.value !== null);
  const top = Math.max(1, ...known.map((point) => Math.abs(point.value)));
  const most = Math.min(greatest, top);
  const x = (index) => LEFT + ((WIDTH - LEFT - PAD) * index) / Math.max(1, points.length - 1);
  const y = (value) => HEIGHT / 2 - ((HEIGHT / 2 - PAD) * Math.max(-most, Math.min(most, value))) / most;
  const graph = s("svg", { class: "history", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": t("history", { who }), preserveAspectRatio: "none" });
  graph.append(s("line", { class: "axis", x1: LEFT, x2: WIDTH - PAD, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
  for (const value of [most, 0, -most]) graph.append(s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, signed(Number(value.toFixed(1)))));
  const line = points.map((point, index) => (point.value === null ? null : `${x(index)},${y(point.value)}`)).filter(Boolean);
  if (line.length > 1) graph.append(s("polyline", { class: "curve", points: line.join(" ") }));
  points.forEach((point, index) => {
    if (point.value === null) return;
    const text = `${index} ${point.move} ${point.exact ? "" : "~"}${signed(point.value)}`;
    graph.append(s("circle", {
      class: `point ${point.exact ? "exact" : ""} ${point.id === now ? "now" : ""}`, cx: x(index), cy: y(point.value), r: 4.5,
      role: "button", "aria-label": text, onclick: () => go(point.id),
    }, s("title", null, text)));
    if (point.slip) graph.append(s("text", { class: "slip", x: x(index), y: y(point.value) + (point.value < 0 ? -8 : 18), "text-anchor": "middle" }, "?"));
  });
  return graph;
}
