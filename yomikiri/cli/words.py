"""Every sentence that the terminal says, in English and Japanese."""

import os
import re
from collections.abc import Mapping
from typing import Any

from yomikiri import japanese
from yomikiri.errors import InputError, suggest
from yomikiri.games.claims import in_japanese
from yomikiri.games.game import Fact, Final, Game

LANGUAGES = ("en", "ja")

# English has two forms: 1 ply, 2 plies.
SINGULARS = {
    "plies": "ply",
    "moves": "move",
    "games": "game",
    "nodes": "node",
    "positions": "position",
    "zugzwangs": "zugzwang",
    "trials": "trial",
}

TEXTS: Mapping[str, tuple[str, str]] = {
    # results
    "wins": ("{who} wins{count}", "{who}の勝ち{count}"),
    "wins_by": ("{who} wins{count}, value {value}", "{who}の勝ち{count}、評価値 {value}"),
    "draw": ("a draw{count}", "引き分け{count}"),
    "count": (" {first}-{second}", " {first}-{second}"),
    "empty": (" ({empty} empty)", "（空き {empty}）"),
    "no_mate": ("no mate: the checks run out", "詰みなし（王手が続かない）"),
    "unknown": ("the winner is not known yet", "勝敗はまだ不明"),
    "between": (
        "{who}'s value lies between {lower} and {upper}",
        "{who}から見た値は {lower} 以上 {upper} 以下",
    ),
    "stopped_seconds": ("stopped when the time was over", "時間切れで中断"),
    "stopped_nodes": ("stopped after the nodes asked for", "指定の局面数で中断"),
    "stopped_depth": ("stopped: too deep to read out", "読みが深すぎて中断"),
    "stopped_interrupt": ("stopped by Ctrl-C", "Ctrl-C で中断"),
    "fitted": (
        "{games} games, {positions} quiet positions; loss {before:.4f} before, {after:.4f} after",
        "対局 {games}、静かな局面 {positions}。損失 {before:.4f} から {after:.4f}",
    ),
    "forfeits": (
        "lost by a failure: {games}, first: {reason}",
        "不具合による負け {games} 局、最初: {reason}",
    ),
    "best_moves": ("best moves", "最善手"),
    "best_so_far": ("best so far", "暫定の最善手"),
    "line": ("line", "最善の進行"),
    "cost": (
        "{nodes:,} nodes in {time}, {threads} thread(s)",
        "{nodes:,} 局面、{time}、{threads} スレッド",
    ),
    "published": ("published", "文献"),
    "wrote": ("wrote {file}", "{file} に書きました"),
    # reading in two stages
    "split": ("[m,n]", "[m,n]"),
    "ahead": ("ahead", "有利"),
    "ahead_first": ("first", "先手"),
    "ahead_second": ("second", "後手"),
    "ahead_draw": ("draw", "互角"),
    "stage_values": ("values", "値"),
    "kept": ("kept", "残した局面"),
    "stage_1": ("leaves 1", "一段目の末端"),
    "stage_2": ("leaves 2", "二段目の末端"),
    "split_seconds": ("seconds", "秒"),
    "tally": (
        "first : second = {first} : {second}, drawn {draw}",
        "先手有利 : 後手有利 = {first} : {second}、互角 {draw}",
    ),
    "published_tally": (
        "published: {first} : {second}",
        "文献: {first} : {second}",
    ),
    "not_read": ("not read", "読まず"),
    "mistaken": (
        "published: {source}; its program has mistakes",
        "文献: {source}。そのプログラムには誤りがある",
    ),
    "splits_done": ("{done} of {total} splits", "{total} 通りのうち {done} 通り"),
    # a search that runs
    "root": ("root moves {done}/{moves}", "初手 {done}/{moves}"),
    "bounds": ("value {lower} to {upper}", "値 {lower}〜{upper}"),
    "nodes": ("{nodes} nodes", "{nodes} 局面"),
    "speed": ("{speed}/s", "毎秒 {speed}"),
    # tables
    "move": ("move", "手"),
    "value": ("value", "値"),
    "kind": ("known", "確度"),
    "exact": ("exact", "読み切り"),
    "estimate": ("estimate", "見積もり"),
    "estimates": (
        "estimates look {depth} plies ahead, in the unit of the game's evaluation",
        "見積もりは {depth} 手先までの評価",
    ),
    "means": (
        "estimates look {depth} plies ahead: the mean of all throws,"
        " from -1 (lost) to +1 (won); where dice fall, as the first player sees it",
        "見積もりは {depth} 手先までの、すべての出目の平均（-1 負け 〜 +1 勝ち）。"
        "サイコロを振る局面では先手から見た値",
    ),
    "depth": ("depth", "深さ"),
    "turns": ("turns", "手番"),
    "leaves": ("sequences", "手順の数"),
    "time": ("time", "時間"),
    "rate": ("per second", "毎秒"),
    "variants": ("variants", "盤"),
    "switches": ("switches", "規則の選択"),
    "known": ("known results", "知られている結果"),
    "known_count": ("{count}, listed by `games {name}`", "{count}件（`games {name}` で一覧）"),
    "rules_hash": ("rules hash", "規則のハッシュ"),
    "start": ("start", "初期局面"),
    "more_games": (
        "`yomikiri games NAME` tells more; a game is NAME[:VARIANT][,switch=value...],"
        " such as nip:6x6,rim=lap",
        "`yomikiri games 名前` で詳しく。ゲームは 名前[:盤][,選択=値...] と書く"
        "（例 nip:6x6,rim=lap）",
    ),
    # tables of all positions
    "needs": (
        "{game}: {positions} positions, needs {memory} of memory{time}",
        "{game}: {positions} 局面、メモリ {memory}{time}",
    ),
    "and_time": (" and about {time}", "、約 {time}"),
    "build_stopped": (
        "stopped by Ctrl-C; the finished classes are kept, and the next build goes on from them",
        "Ctrl-C で中断。できあがった組は残り、次はそこから続きます",
    ),
    "build_table": (
        "with a table every value is exact: {command}",
        "表を作ればすべて正確な値になります: {command}",
    ),
    "from_table": ("exact, from a table of all positions", "全局面の表による読み切り"),
    "distance": ("{n} plies to the end", "終局まで {n} 手"),
    "first_pass": ("first pass", "最初の走査"),
    "level": ("{n} plies", "{n} 手"),
    "won_in": ("won in {n} plies", "{n} 手で勝ち"),
    "lost_in": ("lost in {n} plies", "{n} 手で負け"),
    "in_moves": ("{metric}, {n} moves", "{metric}、自分の手で {n} 手"),
    "metrics": ("{names}: plies, in brackets moves", "{names}: 手数、括弧内は片方の手数"),
    "dtm": ("dtm to mate", "dtm 詰みまで"),
    "dtz": ("dtz to a capture or pawn move", "dtz 駒取りかポーンの手まで"),
    "dtc": ("dtc to a capture or promotion", "dtc 駒取りか昇格まで"),
    "dtp": ("dtp to a promotion", "dtp 昇格まで"),
    "best": ("best", "最善"),
    "more_lines": ("there are more; --lines all", "ほかにもある（--lines all）"),
    "most_lines": ("there are more than these {n}", "この {n} 通りのほかにもある"),
    "list_longest": ("{game}: longest wins, {count}", "{game}: 最長の勝ち {count} 局面"),
    "list_single": (
        "{game}: {count} positions that one move only wins",
        "{game}: 勝つ手が一つだけの局面 {count}",
    ),
    "list_zugzwang": (
        "{game}: {count} mutual zugzwangs; the value for the side to move / for the other, to move",
        "{game}: 相互ツークツワンク {count} 局面。手番の値 / 相手の手番なら相手の値",
    ),
    "class": ("class", "組"),
    "positions": ("positions", "局面"),
    "longest_win": ("longest win", "最長の勝ち"),
    "longest_loss": ("longest loss", "最長の負け"),
    "together": ("together", "合計"),
    "reachable": ("reachable", "到達可能"),
    "wins_taken": ("wins taken", "勝ちは逃さない"),
    "about_wins_taken": (
        "reachable: by any play, the game not over; wins taken: where a move wins and leads out of"
        " the table (it takes the king) nothing else is played; {over} of these are over",
        "到達可能: どの手も指すとして、終局していない局面。勝ちは逃さない:"
        " 表の外へ出て勝つ手（玉を取る手など）があればほかの手は指さないとした局面、"
        "うち終局 {over}",
    ),
    "counted": ("counted", "数えたもの"),
    "histogram": ("plies, won, lost", "手数、勝ち、負け"),
    "starts": ("all {count} starts:", "初期局面 {count} 通り:"),
    "longest": ("a longest win", "最長の勝ちの例"),
    "right": ("right", "正しい"),
    "wrong": ("WRONG: {fault}", "誤り: {fault}"),
    "gives_away": ("gives it away: {better}, {value}", "悪手: {better} なら {value}"),
    "slower": ("{n} plies lost: {better}", "{n} 手の損: {better}"),
    "only_move": ("the only move", "唯一の手"),
    "line_best": ("every move is best", "すべて最善手"),
    "line_not_best": ("not every move is best", "最善でない手がある"),
    "map_legend": (
        "+n: {first} wins in n plies, -n: {second} wins, =: drawn, .: cannot stand there",
        "+n: {first}が n 手で勝ち、-n: {second}の勝ち、=: 引き分け、.: 置けない",
    ),
    # a game
    "to_move": ("move {number}: {who} to move", "{number}手目 {who}の番"),
    "goes_on": ("move {number}: {who} goes on", "{number}手目 {who}の続き"),
    "repeated": (
        "the position has come {times} times",
        "同じ局面が{times}回現れました",
    ),
    "thrown": ("the die is thrown: {throw}", "サイコロを振る: {throw}"),
    "turn_over": (
        "the turn is over before {move}; nothing was played",
        "{move} の前に手番が終わります。何も指していません",
    ),
    "moves_are": ("legal moves: {moves}", "打てる手: {moves}"),
    "so_far": ("moves so far: {moves}", "ここまでの手: {moves}"),
    "plays": ("{who} ({player}) plays {move}", "{who}（{player}）は {move}"),
    "passes": ("{who} has no move and passes", "{who}は打てる手がないのでパス"),
    "none": ("none", "なし"),
    "nothing_to_undo": ("there is no move of yours to take back", "戻せる手がありません"),
    "undone": ("took back {count} move(s)", "{count}手戻しました"),
    "hint_exact": ("try {move}: {value} by perfect play", "{move} がよい（読み切り {value}）"),
    "hint": ("try {move}", "{move} はどうでしょう"),
    "saved": (
        "saved as {file}; go on later with: {command}",
        "{file} に保存しました。続きは: {command}",
    ),
    "loaded": ("loaded {file}", "{file} を読み込みました"),
    "file_missing": (
        "say which file: {command} FILE",
        "ファイル名を付けてください: {command} ファイル",
    ),
    "resigns": ("{who} resigns", "{who}の投了"),
    "not_legal": (
        "{move} is not legal here; legal moves: {moves}",
        "{move} には打てません。打てる手: {moves}",
    ),
    "not_understood": (
        "{error}{near} (`help` lists what can be typed)",
        "{error}{near}（`help` で一覧）",
    ),
    "over": ("the game is over: {result}", "終局: {result}"),
    "go_on": ("go on later with: {command}", "続きは: {command}"),
    "playing": (
        "{title} ({spec}): {first} against {second}",
        "{title}（{spec}）: {first} 対 {second}",
    ),
    "how": (
        "Type a move such as {example}, or help.",
        "手（例 {example}）か help を入力してください。",
    ),
    "person": ("you", "あなた"),
    "help": (
        """\
  {example:<12} play this move ({mark} on the board shows where one may play)
  moves        the legal moves, and the moves so far
  board        show the board again
  hint         a good move here
  analyze      every legal move with its value
  undo         take back your last move
  save FILE    keep the game in a file;  load FILE  go on with it
  resign       give up;  quit  stop here, to go on later""",
        """\
  {example:<12} その手を打つ（盤の {mark} が打てる所）
  moves        打てる手と、ここまでの手（手）
  board        盤を表示（盤）
  hint         よい手を教える（ヒント）
  analyze      すべての手の値（解析）
  undo         自分の一手を戻す（待った）
  save FILE    ファイルに保存（保存）　load FILE  読み込む（読込）
  resign       投了（投了）　quit  やめる。あとで続けられる（終了）""",
    ),
    # a match
    "games_done": ("{done}/{games} games, {share:.1f} %", "{done}/{games} 局、{share:.1f} %"),
    "games_played": ("{games} games", "{games} 局"),
    "player": ("player", "プレイヤー"),
    "won": ("won", "勝"),
    "drawn": ("drawn", "分"),
    "lost": ("lost", "負"),
    "as_first": ("moving first", "先手で"),
    "as_second": ("second", "後手で"),
    "score": (
        "{player} scores {share:.1f} % (95 %: {lower:.0f} to {upper:.0f} %)",
        "{player} の得点率 {share:.1f} %（95 % 信頼区間 {lower:.0f}〜{upper:.0f} %）",
    ),
    "half_points_lost": ("half points lost", "失った半点"),
    "plies_lost": ("plies lost", "失った手数"),
    "lengths": (
        "plies of a game: {shortest} to {longest}, median {median:g}",
        "一局の手数 {shortest}〜{longest}、中央値 {median:g}",
    ),
    "game_number": ("game", "局"),
    "end": ("end", "終わり方"),
    "plies": ("plies", "手数"),
    # tuning
    "trials": ("{trials} trials, {kept} kept", "{trials} 回試し、{kept} 回採用"),
    "weight": ("weight", "重み"),
    "usual": ("usual", "既定"),
    "tuned": ("tuned", "調整後"),
    "none_better": ("nothing better was found", "よりよい重みは見つからなかった"),
    "gained": (
        "stronger than the usual weights, with 95 % confidence",
        "95 % の信頼度で既定の重みより強い",
    ),
    "not_lost": (
        "no difference to the usual weights could be shown",
        "既定の重みとの差は示せなかった",
    ),
    "worse": (
        "weaker than the usual weights, with 95 % confidence: keep those",
        "95 % の信頼度で既定の重みより弱い。既定のままがよい",
    ),
    # make run
    "demo_title": (
        "Reading out Nip (circular Othello) to the end",
        "縮小版ニップ（円形オセロ）の完全読み切り",
    ),
    "board": ("board", "盤"),
    "winner": ("winner", "勝者"),
    "final": ("final count", "最終石数"),
    "node_count": ("nodes", "局面数"),
    "thesis": ("thesis (2023)", "論文（2023）"),
    "thesis_time": ("its time", "論文の時間"),
    "winner_only": ("winner only", "勝敗のみ"),
    "demo_wrong": (
        "The thesis's scores are not right: its program has three mistakes; see docs/results.md.",
        "論文の値は正しくない。プログラムに三つの誤りがあるため（docs/results.md）。",
    ),
    "demo_figures": (
        "Best play on each board, each stone with the number of its move"
        " ({first} black, {second} white at the end):",
        "各盤の最善の進行。数字は何手目か（{first} 黒、{second} 白、終局時）:",
    ),
    "demo_next": ("Now try:", "次に試すなら:"),
    "demo_play": ("play it yourself", "自分で打つ"),
    "demo_solve": ("who wins on a bigger board", "もっと大きな盤の勝者"),
    "demo_analyze": ("what each first move is worth", "初手ごとの値"),
}


def choose_language(asked: str | None = None) -> str:
    """The language asked for, or that of the environment."""
    if asked is not None:
        if asked not in LANGUAGES:
            near = suggest(asked, LANGUAGES)
            raise InputError(f"expected --lang en or ja, got {asked!r}{near}")
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ja" if value.startswith("ja") else "en"
    return "en"


class Words:
    """The sentences of one language."""

    def __init__(self, language: str | None = None) -> None:
        self.language = choose_language(language)
        self.index = LANGUAGES.index(self.language)

    def __call__(self, name: str, /, **values: Any) -> str:
        """The sentence of this name with its blanks filled."""
        text = TEXTS[name][self.index]
        for blank in [blank for blank, value in values.items() if value in (1, "1")]:
            text = re.sub(
                rf"(\{{{blank}(?::\S*)?\}} (?:\S+ )?)({'|'.join(SINGULARS)})\b",
                lambda found: found[1] + SINGULARS[found[2]],
                text,
            )
        return text.format(**values)

    def fact(self, fact: Fact) -> str:
        """A known result with its source."""
        source = in_japanese(fact.source) if self.language == "ja" else fact.source
        return f"{self.claim(fact)} [{source}]"

    def claim(self, fact: Fact) -> str:
        """A known result alone."""
        return in_japanese(fact.claim) if self.language == "ja" else fact.claim

    def error(self, error: Exception | str) -> str:
        """What was wrong, in this language as far as there are words for it."""
        return japanese.error(error) if self.language == "ja" else str(error)

    def player(self, game: Game, side: int) -> str:
        """Who moves first or second, as the game calls him."""
        return game.players[self.language][side]

    def count(self, final: Final | None) -> str:
        """The final count, to be put behind the winner."""
        if final is None:
            return ""
        empty = self("empty", empty=final.empty) if final.empty else ""
        return self("count", first=final.first, second=final.second) + empty

    def result(self, game: Game, value: int, final: Final | None) -> str:
        """Who has won, and how; `value` as the first player sees it."""
        if value == 0:
            return self("draw", count=self.count(final))
        return self("wins", who=self.player(game, int(value < 0)), count=self.count(final))


def signed(value: float) -> str:
    """A value with its sign; a draw has none."""
    return f"{value:+}" if value else "0"


def short_number(number: float) -> str:
    """Such as 1.23 M."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return (
                f"{number / size:.3g} {unit}"
                if number < 1000 * size
                else f"{number / size:.0f} {unit}"
            )
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    """Such as 0.12 s, 1 min 10 s or 133 h 5 min."""
    if seconds < 10:
        return f"{seconds:.2f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
