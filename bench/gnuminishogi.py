"""GNU Minishogi as a USI engine, so that it can sit at the board.

    yomikiri match minishogi alphabeta:seconds=0.1 "usi:python -m bench.gnuminishogi,depth=6"

It has a text protocol of its own: moves are typed, `depth` and a number below it say how far
it looks, and after `go` it answers a line such as `1. ... 3a4b 299990`.  It is run again for every
move and given the whole game.  When it is told to quit, its mean CPU time per move is written to
standard error.
"""

import os
import re
import resource
import shutil
import subprocess
import sys

NAME = "gnuminishogi"
# Debian keeps games in a folder of their own.
PROGRAM = shutil.which(NAME, path=f"{os.environ.get('PATH', '')}:/usr/games") or NAME
DEPTH = 4
ANSWER = re.compile(r"^(?:depth = )?\d+\. \.\.\. (\S+)")


def ask(moves: list[str], depth: int) -> str:
    """What it plays after these moves of a game; `resign` if it plays nothing."""
    with subprocess.Popen(
        [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None and program.stdout is not None
        # It answers at once, and badly, when more of its input is there already.
        lines = ["new", "easy", "force", *moves, "depth", str(depth), "go"]
        program.stdin.write("\n".join(lines) + "\n")
        program.stdin.flush()
        answer = "resign"
        for line in program.stdout:
            if found := ANSWER.match(line):
                answer = found[1]
                break
            if "mates" in line or "Illegal" in line:
                break
        program.kill()
    return answer


def main() -> None:
    """Speak USI until `quit`."""
    moves: list[str] = []
    asked = 0
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["usi"]:
            print("id name GNU Minishogi\nusiok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:  # from the usual start
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif words[:1] == ["go"]:
            depth = int(words[words.index("depth") + 1]) if "depth" in words else DEPTH
            asked += 1
            print("bestmove", ask(moves, depth), flush=True)
        elif words[:1] == ["quit"]:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    print(f"{used / max(1, asked):.3f} s of CPU time a move", file=sys.stderr)


if __name__ == "__main__":
    main()
