// Keys beside those of the board: [key, word, method of the table].

export const KEYS = [
  ["U", "undo", "undo"],
  ["R", "redo", "redo"],
  ["H", "hint", "hint"],
  ["A", "analysis", "toggleAnalysis"],
  ["W", "why", "why"],
  ["S", "solve", "toggleSolve"],
  ["N", "new", "newGame"],
  ["B", "board", "focusBoard"],
  ["P", "pause", "togglePause"],
  ["Esc", "back_to_game", "backToGame"],
];
