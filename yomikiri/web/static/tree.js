// Back and forth in a game's tree of moves.

import { HUMAN, isWatched } from "./seats.js";

/** The node to go back to: the last decision of a person, else one move back; null at the start. */
export function undoTarget({ tree, node, players }, choices) {
  const nodes = new Map(tree.map((one) => [one.id, one]));
  const here = nodes.get(node);
  if (!here || here.parent === null) return null;
  for (let step = here; step.parent !== null; step = nodes.get(step.parent)) {
    const isForced = choices[step.move] !== undefined;
    if (players[step.side] === HUMAN && !isForced) return step.parent;
  }
  return here.parent;
}

/** The node to go on to along what was undone: the next decision of a person; null at the end. */
export function redoTarget({ tree, node, players }, forward) {
  const children = (id) => tree.filter((one) => one.parent === id);
  let id = node;
  for (;;) {
    const next = children(id);
    if (!next.length) break;
    id = next.some((one) => one.id === forward.get(id)) ? forward.get(id) : next[0].id;
    const after = children(id)[0];
    if (!after || players[after.side] === HUMAN || isWatched(players)) break;
  }
  return id === node ? null : id;
}

/** The nodes from the start to where the game stands. */
export function pathOf({ tree, node }) {
  const nodes = new Map(tree.map((one) => [one.id, one]));
  const path = [];
  for (let step = nodes.get(node); step; step = nodes.get(step.parent)) path.unshift(step);
  return path;
}
