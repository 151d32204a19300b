// Back and forth in a game's tree of moves.

/** @import { GameView, Names, TreeNode } from "./types.js" */

export const HUMAN = "human";
export const CHANCE = 2; // the side of dice

/**
 * Whether no person plays: the game is only watched.
 * @param {string[]} players
 */
export const isWatched = (players) => players.every((player) => player !== HUMAN);

/**
 * The nodes from where the game stands back to the start.
 * @param {GameView} view
 */
function* wayBack({ tree, node }) {
  const nodes = new Map(tree.map((one) => [one.id, one]));
  /** @type {TreeNode | undefined} */
  let step = nodes.get(node);
  while (step) {
    yield step;
    step = step.parent === null ? undefined : nodes.get(step.parent);
  }
}

/**
 * The nodes from the start to where the game stands.
 * @param {GameView} view
 */
export const pathOf = (view) => [...wayBack(view)].reverse();

/**
 * Whether a person at the board made this move.
 * @param {TreeNode} node
 * @param {string[]} players
 */
const isPersons = ({ side }, players) => side !== null && players[side] === HUMAN;

/**
 * The node to go back to: the last decision of a person, else one move back; null at the start.
 * @param {GameView} view
 * @param {Record<string, Names>} choices moves that nobody decides on, such as a pass
 */
export function undoTarget(view, choices) {
  let last = null;
  for (const step of wayBack(view)) {
    if (step.parent === null) break;
    last ??= step.parent;
    if (isPersons(step, view.players) && choices[step.move] === undefined) return step.parent;
  }
  return last;
}

/**
 * The node to go on to along what was undone: the next decision of a person; null at the end.
 * @param {GameView} view
 * @param {Map<number, number>} forward the child of each node that was visited last
 */
export function redoTarget({ tree, node, players }, forward) {
  /** @param {number} id */
  const children = (id) => tree.filter((one) => one.parent === id);
  let id = node;
  for (let next = children(id); next.length; next = children(id)) {
    id = (next.find((one) => one.id === forward.get(id)) ?? next[0]).id;
    const [after] = children(id);
    if (!after || isPersons(after, players) || isWatched(players)) break;
  }
  return id === node ? null : id;
}
