"""Japanese for `--help`, a table of whole sentences; what has no translation stays English.

The sentences of the terminal itself are in words.py, errors in yomikiri/japanese.py, known results
in games/claims.py.
"""

from collections.abc import Mapping
from typing import Any

HELP: Mapping[str, str] = {
    # commands
    "Play, solve and study small two-player board games.": (
        "小さな二人ゲームを、対局し、読み切り、調べる。"
    ),
    "List the games, or tell all about one.": "ゲームの一覧、または一つのゲームの説明。",
    "Count the sequences of moves up to DEPTH plies.": "DEPTH 手までの手順の数を数える。",
    "Read a game out: its value, best moves and best play.": (
        "ゲームを読み切る。値、最善手、最善の進行。"
    ),
    "Show every legal move with its value to the mover.": "すべての合法手と、手番から見た値。",
    "Play in the terminal, or watch two players.": "端末で対局する。または二者の対局を見る。",
    "Let two players play many games.": "二つのプレイヤーを何局も対戦させる。",
    "Search for better weights of an evaluation by self-play, and measure what is gained.": (
        "自己対戦で評価の重みを調整し、どれだけ強くなったかを測る。"
    ),
    "Speak USI (shogi family) or UCI (chess endings) on standard input and output.": (
        "標準入出力で USI（将棋類）か UCI（チェスの終盤）を話す。"
    ),
    "Open the web page on this machine.": "この計算機で Web 画面を開く。",
    "Tables of all positions: build them, ask them.": "全局面の表を作り、引く。",
    "Build the tables of a game; a stopped build goes on where it was.": (
        "ゲームの表を作る。中断しても続きから作れる。"
    ),
    "Counts, distances, longest wins, and the value of every start.": (
        "局面数、手数、最長の勝ち、すべての初期局面の値。"
    ),
    "The value of a position and of each move, and the shortest lines.": (
        "局面とその各手の値、最短の手順。"
    ),
    "Longest wins, positions with one winning move only, mutual zugzwangs; longest first.": (
        "最長の勝ち、勝つ手が一つだけの局面、相互ツークツワンク。長い順。"
    ),
    "How many of the shortest lines to show.": "最短の手順をいくつ示すか。",
    "Also write the lines as PGN.": "手順を PGN にも書く。",
    "What to look for.": "探すもの。",
    "How many positions to show.": "示す局面の数。",
    "Also print a row for every game.": "一局ごとの行も表示する。",
    "Derive every value again from those after its moves.": (
        "すべての値を一手先の値から求め直して確かめる。"
    ),
    "Judge a line move by move: is it the best there is?": "手順を一手ずつ判定する。最善か。",
    "Put one man on every square in turn, and say what each is worth.": (
        "一つの駒を各マスに置いたときの値の地図。"
    ),
    "Write a table for other programs.": "表をほかのプログラムのために書き出す。",
    "Measure players, and play the tables of the theses again.": (
        "プレイヤーを測る。論文の表の対局をもう一度行う。"
    ),
    "Let every level of a game play against the one below it.": (
        "ゲームの各レベルを一つ下のレベルと対戦させる。"
    ),
    "Let players meet perfect play, and count the moves that give something away.": (
        "プレイヤーを最善のプレイヤーと対戦させ、損をした手を数える。"
    ),
    "Play tables 2 and 3 and section 5.1 of the thesis on janken shogi again.\n\n"
    "Two evaluations, goal first and attack first, look four plies ahead and play half of the games"
    "\nwith each colour, with one to four dice; then players that put mobility first play"
    " themselves."
    "\nIt is done twice: by the search of the thesis, faults included, and by ours.": (
        "ジャンケン将棋の論文の表 2、3 と 5.1 節をもう一度行う。\n\n"
        "ゴール重視と攻撃重視の評価で四手先まで読み、先後半分ずつ対局する（駒は一つから四つ）。"
        "次に行動数重視どうしで対局する。論文の探索（誤りも含む）と本プログラムの探索の両方で行う。"
    ),
    "Play the experiments of the thesis on king and pawn against king again.\n\n"
    "By its text the third repetition draws; its program never notices one.  Both ways are played."
    "\nHalf points given away are counted where there is a table of the distances to promotion.": (
        "キングとポーン対キングの論文の実験をもう一度行う。\n\n"
        "論文の文面では同一局面三回で引き分けだが、そのプログラムは繰り返しに気づかない。"
        "両方の規則で対局する。表があれば、失った半点も数える。"
    ),
    # arguments and options
    "Games of each match.": "一つの対戦の対局数。",
    "Only these; else all.": "これらだけ。なければすべて。",
    "Moves at random to begin with.": "初めにでたらめに指す手の数。",
    "Show the version.": "版を表示する。",
    "A game to tell more about.": "詳しく知りたいゲーム。",
    "One JSON document on standard output.": "標準出力に JSON を一つ書く。",
    "Language; otherwise by LANG.": "言語。なければ LANG による。",
    "Boards of plain letters.": "盤を ASCII の文字だけで描く。",
    "such as nip:6x6; see `games`": "nip:6x6 など。`games` で一覧",
    "Plies.": "手数。",
    "Where to begin, if not at the start.": "始める局面（なければ初期局面）。",
    "Dice at the start, such as gcp.gpc/gcp.gcp (janken).": (
        "初期局面の駒の向き。gcp.gpc/gcp.gcp など（ジャンケン将棋）。"
    ),
    'Moves to play first, such as "b1 a3".': "先に指しておく手。「b1 a3」など。",
    "DEPTH counts whole turns, not single actions.": "DEPTH を行動ではなく手番で数える。",
    "score (exact), win (who wins), mate (by checks), stages=m,n or stages=all:"
    " m stones ahead, then the rest; after a comma also kind=win-win|score-score|"
    "score-win|win-score, wide, and (after all) majority.": (
        "score（完全読み切り）、win（必勝読み切り）、mate（詰み）、stages=m,n か stages=all"
        "（m 手先まで、次に残りを読む。コンマのあとに"
        " kind=win-win|score-score|score-win|win-score、"
        "wide、all なら majority も）。"
    ),
    "Threads that search together.": "いっしょに探索するスレッドの数。",
    "Memory, such as 512MiB or 4GiB.": "メモリ。512MiB や 4GiB など。",
    "Stop after so many seconds.": "この秒数で打ち切る。",
    "Stop after so many positions.": "この局面数で打ち切る。",
    "Draw the final board as a picture.": "最終局面を画像にする。",
    "Values of this player's own search.": "このプレイヤー自身の探索による値。",
    "Look so many plies ahead.": "この手数だけ先を読む。",
    "human, or a player such as level:5.": "human か、level:5 などのプレイヤー。",
    "Go on with a saved game.": "保存した対局の続き。",
    "The same seed, the same moves of players.": "同じ種なら、プレイヤーは同じ手を指す。",
    "such as level:3": "level:3 など",
    "the other": "相手",
    "Games in all; colours alternate.": "対局の総数。先後は交互。",
    "Begin with so many moves at random; random-start draws the start too.": (
        "初めの数手をでたらめに指す。random-start なら初期局面もくじで決める。"
    ),
    "The same seed, the same games.": "同じ種なら同じ対局。",
    "Processes that play at once.": "同時に対局するプロセスの数。",
    "Keep every game in this new folder.": "すべての棋譜をこの新しいフォルダに残す。",
    "Games of each trial.": "一回の試しの対局数。",
    "Games of the match after it.": "最後の対戦の対局数。",
    "Plies that the players look ahead.": "プレイヤーが先を読む手数。",
    "The same seed, the same weights.": "同じ種なら同じ重み。",
    "Where to listen; others see 0.0.0.0.": "待ち受けるアドレス。ほかの計算機からは 0.0.0.0。",
    "The port; 0: any that is free.": "ポート。0 なら空いているもの。",
    "Where games are kept.": "対局を置くところ。",
    "Where tables are kept; else YOMIKIRI_TABLES.": "表を置くところ。なければ YOMIKIRI_TABLES。",
    "Refuse to take more, such as 4GiB.": "これより多くは使わない。4GiB など。",
    "Only say what it would take.": "必要なメモリと時間を言うだけ。",
    "Count what comes from the start, too.": "初期局面から来られる局面も数える。",
    "A game, or a chess position.": "ゲームか、チェスの局面。",
    "None: the best line.": "なければ最善の手順。",
    "Also write it as PGN.": "PGN としても書く。",
    "An ending, or a position.": "終盤か、局面。",
    "K, k, P ... or his square.": "K、k、P など、またはそのマス。",
    "*.svg or *.png": "*.svg か *.png",
    "*.npz, *.csv or *.epd": "*.npz、*.csv か *.epd",
    "*.epd or *.csv": "*.epd か *.csv",
}


def translate_help(command: Any) -> None:
    """Put Japanese into the help of a command and of those below it."""
    for described in (command, *command.params):
        text = getattr(described, "help", None) or ""
        described.help = HELP.get(text, text)
    for below in getattr(command, "commands", {}).values():
        translate_help(below)
