"""The slow rules of the shogi family that the checkers have, by the name of a game."""

from yomikiri.verify.shogi import ANPANMAN, DOBUTSU, GOLD, GOROGORO, MINISHOGI

KNIGHTS = MINISHOGI._replace(
    steps={**MINISHOGI.steps, "N": [(1, -2), (-1, -2)], "+N": GOLD},
)
RULES = {
    "shogi-file:examples/knights.toml": KNIGHTS,
    "minishogi": MINISHOGI,
    "minishogi,repetition=draw": MINISHOGI,
    "minishogi,zone=2": MINISHOGI._replace(zone=2),
    "minishogi,check=off": MINISHOGI._replace(strict=False),
    "dobutsu": DOBUTSU,
    "gorogoro": GOROGORO,
    "anpanman": ANPANMAN,
    "anpanman,setup=mirrored": ANPANMAN,
    "anpanman,try=safe": ANPANMAN._replace(tries="safe"),
}
