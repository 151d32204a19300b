"""How deep looking ahead goes and what it prunes: the numbers of look_ahead.py.

Margins are in the unit of `evaluate`, in which a pawn or the like is worth about 100.  They
began as those of chess programs and were changed where that won games of minishogi; the games are
counted in docs/algorithms/alpha_beta.md.
"""

import math

from yomikiri.search.workspace import MOST_PLIES

SHALLOW = 3  # depth from which moves are reduced, the null move is tried, children are looked up

# At the horizon and beyond.
BEYOND = 8  # plies of tempting moves in quiescence, at most
CHECKS_BEYOND = 2  # of these, plies in which every reply to a check is searched; 1 and 4: no better
FURTHEST = MOST_PLIES // 2  # plies from the root beyond which nothing is extended
GAIN = 400  # quiescence skips captures that leave the estimate this far below the window

# A position is not searched in full, by its estimate alone ...
RAZOR_MARGIN = 500  # depth 1: quiescence only, if the estimate is this far below the window
# up to TRUST_DEPTH: not at all, if it is TRUST_MARGIN times the depth above; 170 lost a little
TRUST_DEPTH, TRUST_MARGIN = 6, 250
# ... or if it is good enough after a null move, searched less deeply by PASS_LESS plies, a
# quarter of the depth, and one ply for each PASS_MARGIN above the window, up to three.
PASS_LESS, PASS_MARGIN = 4, 200

# A move that gives no check is skipped ...
FEW = 7  # if quiet, after (FEW + depth²) / 2 others, twice as many if improving; 4: equal
# if quiet, below FUTILE_DEPTH, FUTILE + FUTILE_PLY times the depth below the window
FUTILE_DEPTH, FUTILE, FUTILE_PLY = 6, 350, 150
LOSING_DEPTH = 7  # below this depth, if it loses more material than ...
LOSS_SQUARED = 30  # this times the square of the depth, if quiet
LOSS_PLY = 200  # this times the depth, if tempting

# Late quiet moves are reduced by 0.6 times the logarithms of the depth and of the place in the
# order, less a fifth, rounded down: one ply is not worth a second search.  A third more lost games.
LOGS = (0, *(round(64 * math.log(n)) for n in range(1, 256)))
ONE_PLY = round(64 * 64 / 0.6)
GOOD_HISTORY = 1 << 14  # a history this good reduces a move by one ply less

# The order of moves: history is within MOST_HISTORY, 1 << 16, either way.
KILLER_RANK = 1 << 17  # above every history, below what an `order` gives to captures
LOSING_RANK = 1 << 21  # tempting moves that lose material come after all others
BONUS, MOST_BONUS = 32, 1 << 13  # history for a cutoff: BONUS times depth², at most MOST_BONUS
