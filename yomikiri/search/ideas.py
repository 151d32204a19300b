"""The ideas of look_ahead.py as bits of control[IDEAS], so that each can be measured; its margins.

Margins are in the unit of `evaluate`, in which a pawn or what is like it is worth about 100.
"""

import math

from yomikiri.search.alpha_beta import MOST_PLIES

QUIESCENCE = 1  # tempting moves are read out beyond the depth
EXTENSIONS = 2  # checks are looked at a ply deeper
REDUCTIONS = 4  # quiet moves late in the order are looked at less deep
NULL_MOVE = 8  # a position that is good enough even if the turn passes is left
KILLERS_EARLY = 16  # quiet moves that cut off in positions nearby come early
TRUST = 32  # an estimate far beyond the window is believed
FUTILITY = 64  # quiet moves are left out where the estimate is far below the window
FEWER = 128  # and late in the order
BLAME = 256  # quiet moves that did not cut off lose history
NEW_LESS = 512  # a position of which the table knows no move is looked at a ply less
EXCHANGES = 1024  # quiescence leaves out what does not pay
LOSING_LAST = 2048  # tempting moves that lose material come last
LOSING_OUT = 4096  # near the horizon moves that lose material are left out
LOSING_LESS = 8192  # elsewhere they are looked at less deep, and their checks are not extended
FOLLOWS = 16384  # history also belongs to pairs of moves
LOOK_UP = 32768  # a child that the table knows to be good enough ends the search
RAZOR = 65536  # at the horizon only tempting moves are tried if the estimate is far below
ALL_IDEAS = (1 << 17) - 1

KILLER_RANK = 1 << 17  # above every history, below what an `order` gives to captures
LOSING_RANK = 1 << 21  # below everything
SHALLOW = 3  # depth from which moves are reduced, turns passed, children looked up
BEYOND = 8  # plies of tempting moves read out beyond the depth
CHECKS_BEYOND = 2  # of these, plies in which checks are answered by every move
FURTHEST = MOST_PLIES // 2  # plies from the root, for extensions
CUT = 2  # added to `may_pass`: some move is expected to be good enough

RAZOR_MARGIN = 500
TRUST_DEPTH, TRUST_MARGIN = 6, 250  # for each ply
FUTILE_DEPTH, FUTILE, FUTILE_PLY = 6, 350, 150  # what a quiet move may gain; more for each ply
LOSING_DEPTH, LOSS_SQUARED, LOSS_PLY = 7, 30, 200  # what a quiet, a tempting move may lose
FEW = 7  # quiet moves are few up to half of this and the square of the depth
GAIN = 400  # what a capture may gain beyond the exchange
PASS_LESS, PASS_MARGIN = 4, 200  # plies that are saved where the turn passes; one more for so much
GOOD_HISTORY = 1 << 14  # takes a ply from a reduction

# A reduction is 0.6 times the logarithms of the depth and of the place in the order, and a fifth
# less, rounded down: a single ply is not worth a second look.
LOGS = (0, *(round(64 * math.log(n)) for n in range(1, 256)))
ONE_PLY = round(64 * 64 / 0.6)
