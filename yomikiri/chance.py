"""Random numbers for kernels: SplitMix64's (Steele, Lea, Flood 2014), whose state is one word.

The same seed gives the same numbers, compiled or not.
"""

from typing import Any

from yomikiri.bits import add, mix, shift_down
from yomikiri.jit import brief, kernel

STEP = -7046029254386353131  # SplitMix64's constants: the golden ratio, then two mixers
FIRST_MIXER = -4658895280553007687
SECOND_MIXER = -7723592293110705685
STREAM = 0x632BE59BD9B4E019  # an odd number that keeps streams of random numbers apart


@brief
@kernel
def draw(generator: Any) -> Any:
    """The next random word."""
    word = add(generator[0], STEP)
    generator[0] = word
    word = mix(word ^ shift_down(word, 30), FIRST_MIXER)
    word = mix(word ^ shift_down(word, 27), SECOND_MIXER)
    return word ^ shift_down(word, 31)
