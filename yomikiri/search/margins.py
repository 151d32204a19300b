"""How far looking ahead goes and what it leaves out: the numbers of look_ahead.py.

Margins are in the unit of `evaluate`, in which a pawn or what is like it is worth about 100.  They
began as those of chess programs and were changed where that won games of minishogi; the games are
counted in docs/algorithms/alpha_beta.md.
"""

import math

from yomikiri.search.workspace import MOST_PLIES

SHALLOW = 3  # plies: above this moves are reduced, turns passed, children looked up in the table

# Beyond the depth.
BEYOND = 8  # plies of tempting moves (quiescence)
CHECKS_BEYOND = 2  # of these, plies in which a check is answered by every move; 1 and 4: no better
FURTHEST = MOST_PLIES // 2  # plies from the root: no extensions beyond
GAIN = 400  # quiescence skips captures that leave the estimate so far below the window

# A position is left, by its estimate alone ...
RAZOR_MARGIN = 500  # for quiescence, if it is so far below the window one ply from the horizon
TRUST_DEPTH, TRUST_MARGIN = 6, 250  # if it is so far above for each ply; 170 lost a little
# ... or if it is good enough though the turn passes: searched less deeply by PASS_LESS plies, a
# quarter of the depth, and one ply for each PASS_MARGIN above the window, up to three.
PASS_LESS, PASS_MARGIN = 4, 200

# A move is skipped, so many plies from the horizon or fewer, ...
FEW = 7  # quiet, after (FEW + depth²) / 2 others, twice as many if the position improves; 4: equal
FUTILE_DEPTH, FUTILE, FUTILE_PLY = 6, 350, 150  # quiet, so far below the window; more for each ply
LOSING_DEPTH = 7  # if it loses material, more than ...
LOSS_SQUARED = 30  # this times the square of the depth, quiet
LOSS_PLY = 200  # this times the depth, tempting

# Late quiet moves are searched less deeply: by 0.6 times the logarithms of the depth and of the
# place in the order, a fifth less, rounded down: one ply is not worth a second search.  A third
# more lost games.
LOGS = (0, *(round(64 * math.log(n)) for n in range(1, 256)))
ONE_PLY = round(64 * 64 / 0.6)
GOOD_HISTORY = 1 << 14  # takes a ply from a reduction

# The order of moves: history is within MOST_HISTORY, 1 << 16, either way.
KILLER_RANK = 1 << 17  # above every history, below what an `order` gives to captures
LOSING_RANK = 1 << 21  # tempting moves that lose material come after all others
BONUS, MOST_BONUS = 32, 1 << 13  # history for ending a search: times the square of depth, at most
