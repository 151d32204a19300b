// Every sentence of the page in English and Japanese.

/** @type {Record<string, string[]>} */
const TEXTS = {
  welcome: ["Choose a game", "ゲームを選ぶ"],
  tagline: ["Play, watch, and find out who wins.", "打つ・観る・読み切る"],
  play: ["Play", "打つ"], more: ["More …", "くわしく …"], again: ["Go on with", "続きから"],
  start_title: ["New game: {title}", "新しい対局：{title}"],
  variant: ["Board", "盤"], position: ["Begin from a position (empty: the start)", "開始局面（空欄なら初期局面）"],
  dice: ["How the dice lie at the start (top, front, side; empty: as usual)", "初期の駒の向き（上・前・横。空欄なら標準）"],
  by_lot: ["By lot", "くじで"],
  other_player: ["Another …", "ほか …"], choose: ["Choose", "選ぶ"],
  other_help: ["Any player by its text, such as alphabeta:depth=6 or monte:10,10,8,100", "プレイヤーの文字列（例 alphabeta:depth=6、monte:10,10,8,100）"],
  begin: ["Begin", "始める"], cancel: ["Cancel", "やめる"], close: ["Close", "閉じる"],
  known: ["Known", "結果"], colon: [": ", "："], person: ["A person", "人"],
  hand: ["in hand", "持ち駒"], board: ["Board", "盤"], empty: ["empty", "空き"], column: ["column", "列"], can_play: ["can be played", "打てる"],
  plain: ["As it is", "そのまま"], pieces: ["Pieces", "駒"],
  to_move: ["{who} to move", "{who}の番"], your_turn: ["{who} to move: your turn", "{who}の番：あなたの手番です"],
  thinking: ["{who} is thinking …", "{who}が考えています…"], thinking_nodes: ["{who} is thinking: {nodes} positions", "{who}が考えています：{nodes} 局面"],
  over_win: ["{who} wins{count}", "{who}の勝ち{count}"], over_draw: ["A draw{count}", "引き分け{count}"],
  by_resigned: [" (the other resigned)", "（投了）"], by_repetition: [" (repetition)", "（千日手）"], by_forfeit: [" (the other did not move)", "（反則）"],
  passes: ["{who} passes", "{who}はパス"],
  undo: ["Undo", "待った"], redo: ["Redo", "進む"], hint: ["Hint", "ヒント"], new: ["New game", "新しい対局"], resign: ["Resign", "投了"], swap: ["Swap sides", "先後交代"],
  analysis: ["Analysis", "解析"], solve: ["Solve", "読み切り"], why: ["Why?", "なぜ？"], share: ["Share …", "共有 …"], share_title: ["Share and save", "共有・保存"], editor: ["Set up …", "局面編集 …"],
  go_on: ["Let {who} move", "{who}に打たせる"],
  players: ["Players", "対局者"], moves: ["Moves", "棋譜"], no_moves: ["No moves yet.", "まだ手がありません。"], note: ["A note on this move", "この手のメモ"],
  remove: ["Remove from here", "ここから削除"], start: ["Start", "開始"],
  hint_is: ["Try {move}", "{move} はどうでしょう"], hint_exact: ["Try {move}: {value} by perfect play", "{move} がよい（読み切り {value}）"],
  clock: ["Clock", "時計"], clock_off: ["No clock", "時計なし"], seconds_a_move: ["{n} s a move", "1手{n}秒"], time_up: ["{who}'s time is over", "{who}の時間切れ"],
  watch: ["Watch", "観戦"], pause: ["Pause", "一時停止"], resume: ["Go on", "再開"], speed: ["Speed", "速さ"],
  no_server: ["The server does not answer. Is `yomikiri serve` running? Your game is kept.", "サーバーが応答しません。`yomikiri serve` は動いていますか。対局は保存されています。"],
  edit_bad: ["{error}", "この局面は正しくありません：{error}"],
  compiling: ["Compiling, once: some seconds …", "初回のみコンパイル中…（数秒）"],
  exact: ["exact", "読み切り"], estimate: ["estimate", "見積もり"],
  reading: ["Reading …", "読んでいます…"], reading_speed: ["Reading: {nodes} positions in {seconds} s, {speed} a second", "読んでいます：{seconds} 秒で {nodes} 局面（毎秒 {speed}）"],
  bounds: ["{who} between {lower} and {upper}", "{who}から見て {lower} 以上 {upper} 以下"],
  bound_open: ["not decided yet", "まだ不明"], bound_wins: ["{who} wins", "{who}の勝ち"], bound_loses: ["{who} loses", "{who}の負け"],
  bound_draw: ["a draw", "引き分け"], bound_least: ["{who} at least draws", "{who}は引き分け以上"], bound_most: ["{who} at most draws", "{who}は引き分け以下"],
  legend: ["Solid: exact, read out to the end. Dotted with ~: an estimate.", "塗り：読み切り（正確）。点線と ~：見積もり。"],
  value_of: ["Values for {who}; {nodes} positions read", "{who}から見た値（{nodes} 局面）"],
  win_in: ["wins in {n}", "{n}手で勝ち"], loss_in: ["loses in {n}", "{n}手で負け"], win: ["wins", "勝ち"], loss: ["loses", "負け"], drawn: ["draw", "引き分け"],
  won_short: ["won", "勝"], lost_short: ["lost", "負"],
  history: ["How the value changed: {who} above", "評価の推移（上が{who}）"], slip: ["a mistake: {move}", "悪手：{move}"],
  goal_score: ["Read this position out", "この局面を読み切る"], goal_win: ["Winner only", "勝敗のみ"], goal_mate: ["Mate by checks", "詰みを探す"], goal_stages: ["In two stages", "二段階で読む"],
  solve_again: ["Another question", "別の問い"], solve_over: ["The game is over here: there is nothing to solve.", "ここで終局しています。"],
  solve_start: ["About the start.", "初期局面について。"], solve_elsewhere: ["About the position after {n} moves.", "{n}手目の局面について。"], solve_go: ["Go there", "そこへ"],
  stages_help: ["Stones of the first stage (the rest follow in the second); empty: every split", "第一段階の手数（残りは第二段階）。空欄ならすべての分け方"],
  stages_found: ["{first} of the splits favour {who}, {second} {other}, {draw} neither: {nodes} positions in {seconds} s", "{who}有利 {first}、{other}有利 {second}、互角 {draw}（{nodes} 局面、{seconds} 秒）"],
  even: ["even", "互角"], ahead: ["{who} ahead", "{who}有利"],
  mate_reading: ["Looking for a mate in {plies}: {nodes} positions", "{plies}手以内の詰みを探しています：{nodes} 局面"],
  mate_found: ["Mate in {n}: {nodes} positions in {seconds} s", "{n}手詰み（{nodes} 局面、{seconds} 秒）"], no_mate: ["There is no mate by checks: {nodes} positions in {seconds} s", "王手の連続では詰まない（{nodes} 局面、{seconds} 秒）"], mate_open: ["Stopped: no mate found yet ({nodes} positions)", "中断：まだ詰みは見つかっていません（{nodes} 局面）"],
  map: ["Map of one piece", "一駒の地図"], map_pick: ["No map", "地図なし"], map_legend: ["What each square would be worth to {who}: + won, − lost, in so many plies", "その駒を各マスに置いたときの{who}から見た値：＋勝ち、−負け、手数"],
  kept: ["Kept: asked again, the answer is there at once.", "保存しました（次からすぐ答えます）"],
  stop: ["Stop", "止める"],
  solved: ["{result}, read out: {nodes} positions in {seconds} s", "{result}（読み切り：{nodes} 局面、{seconds} 秒）"],
  unsolved: ["Stopped: {bounds} ({nodes} positions)", "中断：{bounds}（{nodes} 局面）"],
  best_moves: ["Best: {moves}", "最善手：{moves}"], best_line: ["Best play", "最善の進行"],
  looking: ["Looking ahead, {n} moves on", "先の局面（{n}手先）"], back_to_game: ["Back to the game", "対局に戻る"], step_back: ["Back", "戻る"], step_on: ["On", "進む"], play_line: ["Add to the game", "棋譜に加える"],
  why_none: ["This position cannot be read out in this time. Try Solve.", "この時間では読み切れません。「読み切り」を試してください。"],
  why_win: ["{who} wins by {move}. Every answer:", "{who}は {move} で勝ち。相手のすべての応手："],
  why_draw: ["{who} holds a draw by {move}. Every answer:", "{who}は {move} で引き分け。相手のすべての応手："],
  why_loss: ["{who} loses whatever is played. Every move:", "{who}は何を打っても負け。すべての手："],
  why_over: ["The game is over here: {result}.", "ここで終局：{result}。"],
  why_at_once: ["{who} wins at once by {move}.", "{who}は {move} ですぐに勝ち。"], why_draw_at_once: ["{who} draws at once by {move}.", "{who}は {move} ですぐに引き分け。"],
  link: ["Copy a link to this game", "この対局へのリンクをコピー"], link_copied: ["The link is copied.", "リンクをコピーしました。"],
  save: ["Save as a file", "ファイルに保存"], load: ["Load a file", "ファイルを読み込む"], file: ["File", "ファイル"], copy: ["Copy", "コピー"], copied: ["Copied: {text}", "コピーしました：{text}"],
  svg: ["Picture (SVG)", "画像（SVG）"], png: ["Picture (PNG)", "画像（PNG）"], loaded: ["Loaded {file}", "{file} を読み込みました"], bad_file: ["{file} cannot be read as a game", "{file} は棋譜として読めません"],
  edit_title: ["Set up a position", "局面を作る"], edit_help: ["Choose a piece, then touch cells; touch again to take it away. Or change the text.", "駒を選んでマスに触れると置き、もう一度触れると消えます。文字でも書けます。"], edit_clear: ["Clear", "全消去"], edit_start: ["Start position", "初期局面"], edit_remove: ["Take away", "消す"], edit_mover: ["To move", "手番"], edit_good: ["A position of this game ✓", "この局面は正しい ✓"], edit_begin: ["Play from here", "ここから対局"],
  keys: ["Keys", "キー操作"],
  key_board: ["Arrows: go over the board. Enter: touch.", "矢印：盤の上を動く　Enter：打つ"],
  language_name: ["日本語", "English"],
  failed: ["That did not work: {error}", "できませんでした：{error}"],
  resign_sure: ["Resign this game?", "投了しますか？"],
  by_move: ["{who}: {move}", "{who} {move}"],
};

const LANGUAGES = /** @type {const} */ (["en", "ja"]);
let index = 0;

export const language = () => LANGUAGES[index];

/** @param {string} code */
export function setLanguage(code) {
  index = Math.max(0, LANGUAGES.findIndex((one) => one === code));
  document.documentElement.lang = LANGUAGES[index];
  try { localStorage.setItem("language", LANGUAGES[index]); } catch { /* it is only remembered */ }
}

/** What was chosen last, else what the browser speaks. */
export function firstLanguage() {
  let kept = null;
  try { kept = localStorage.getItem("language"); } catch { /* as above */ }
  return kept ?? (navigator.language.startsWith("ja") ? "ja" : "en");
}

/**
 * The sentence of this name, its blanks filled.
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function t(key, values = {}) {
  return TEXTS[key][index].replace(/\{(\w+)\}/g, (_, word) => `${values[word] ?? ""}`);
}

/**
 * Of names in two languages, the one in ours.
 * @template T
 * @param {{ en: T, ja: T }} names
 */
export const name = (names) => names[LANGUAGES[index]] ?? names.en;
/** @param {{ en: string, ja: string }} names */
export const otherName = (names) => names[LANGUAGES[1 - index]];

/** @param {number} number */
export const big = (number) => number.toLocaleString(language());
/** @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
