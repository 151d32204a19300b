"""The types by which the page's code is checked are those of the server's answers.

Each answer is written down as a value of its type, and the TypeScript compiler says what does not
fit: fields that are missing, of another type, or not in `types.d.ts` and `results.d.ts`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.test_web_server import ROOT
from tests.web import Page, client_of
from yomikiri.games import families
from yomikiri.web.limits import CLOSED_GAMES

COMPILER = ROOT / "node_modules" / ".bin" / "tsc"
STATIC = ROOT / "yomikiri" / "web" / "static"
GAMES = [family.name for family in families() if family.name not in CLOSED_GAMES]
MATE = {"game": "minishogi", "position": "k2r1/5/5/5/4K b rg 1", "moves": "1e1d"}

pytestmark = [
    pytest.mark.skipif(not COMPILER.exists(), reason="there is no TypeScript: `make lint` gets it"),
    pytest.mark.compiled,
]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("types")) as client:
        yield Page(client)


def misfits(folder: Path, answers: Sequence[tuple[str, object]]) -> list[str]:
    """What the compiler says of answers that should have these types, with the lines it means."""
    text = "\n".join(
        f"export const _{number}: {kind} = {json.dumps(answer, indent=1)};"
        for number, (kind, answer) in enumerate(answers)
    )
    text = f'import type * as T from "./types.js";\n{text}\n'
    (folder / "answers.ts").write_text(text, "utf-8")
    for types in STATIC.glob("*.d.ts"):
        shutil.copy(types, folder)
    options = "--noEmit --strict --pretty false --module es2022 --lib es2022 --skipLibCheck"
    # Node may be that of the environment.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    found = subprocess.run(
        [COMPILER, *options.split(), "answers.ts"],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    lines = text.splitlines()
    return [
        f"{fault}: {lines[int(at[1]) - 1].strip()}"
        if (at := re.match(r".*?\((\d+),", fault))
        else fault
        for fault in (found.stdout + found.stderr).splitlines()
    ]


def test_games_and_positions_are_what_the_page_takes_them_for(page, tmp_path):
    answers = [("T.Family[]", page.get("/families"))]
    answers.append(("T.ErrorView", page.get("/scene?game=none", status=400)))
    for game in GAMES:
        scene = page.get(f"/scene?game={game}")
        view = page.begin(game, players=["human", "random"])
        text = view["position"]["text"]
        pieces = [
            {key: piece[key] for key in ("place", "look", "number")}
            for piece in view["position"]["pieces"]
        ]
        answers += [
            ("T.Scene", scene),
            ("T.Seat[]", page.get(f"/seats?game={game}")),
            ("T.Picture", page.get(f"/families/{game}/picture")),
            ("T.GameView", view),
            ("T.Position", page.send("/position", {"game": game, "position": text})),
            ("T.Position", page.send("/setup", {"game": game, "pieces": pieces, "mover": 0})),
        ]
        move = view["position"]["moves"][0]["move"]
        answers.append(("T.GameView", page.send(f"/games/{view['id']}/moves", {"move": move})))
        answers.append(("T.GameView", page.send(f"/games/{view['id']}/resign", {"side": 0})))
    assert misfits(tmp_path, answers) == []


def test_jobs_are_what_the_page_takes_them_for(page, tmp_path):
    view = page.begin("tictactoe", players=["random", "human"])
    asked = [
        ("Choice", f"/games/{view['id']}/think", {}),
        ("Choice", "/hints", {"game": "tictactoe"}),
        ("Choice", f"/games/{view['id']}/think", {}),  # which fails
        ("Analysis, T.Analysis", "/analyses", {"game": "tictactoe", "moves": "a1"}),
        ("ProofStep", "/proofs", {"game": "tictactoe", "moves": "a1 b1"}),
        ("ProofStep", "/proofs", {"game": "tictactoe", "moves": "a1 b1 a2 b2 a3"}),
        ("Answer, T.SolveProgress", "/solves", {"game": "nip:4x4"}),
        ("Answer, T.SolveProgress", "/solves", {"game": "nip:4x4", "goal": "stages=all"}),
        ("Answer, T.SolveProgress", "/solves", MATE | {"goal": "mate"}),
        ("PieceMap", "/maps", {"game": "ending:KQK", "place": "e8"}),
    ]
    answers = [(f"T.JobView<T.{kind}>", page.job(path, body)) for kind, path, body in asked]
    assert [answer["state"] for _, answer in answers].count("failed") == 1
    assert misfits(tmp_path, answers) == []


def test_an_answer_that_is_not_of_its_type_is_found(tmp_path):
    good = {"box": [0, 0, 1, 1], "markup": ""}
    changes = ({"box": [0, 0, 1]}, {"markup": None}, {"new": 1})
    answers = [("T.Picture", good), *(("T.Picture", good | change) for change in changes)]
    faults = "\n".join(misfits(tmp_path, answers))
    assert faults.count("error") == 3
    assert all(f'"{name}": ' in faults for name in ("box", "markup", "new"))
