"""The names of players in pictures and sentences."""

import functools
from collections.abc import Sequence

from hofspiele.envs.core.text.words import enumerated, plural


class Names(tuple[str, ...]):
    """The names of the players by seat; without names, they are called "player 0" and so on."""

    __slots__ = ()

    def of(self, *seats: int) -> str:
        """Return the names of seats for a sentence, such as "Ada and Bob" or "players 0 and 1"."""
        if self:
            return enumerated([self[seat] for seat in seats])
        return f"{plural(len(seats), 'player')} {enumerated(list(map(str, seats)))}"

    def mark(self, seat: int) -> str:
        """Return the sign on the token of a seat: a part of its name, or a number.

        If the players have names, their signs are the first of these that are all different:
        initials, initials with the numbers at the end of the names ("S1" and "S2"), the first two
        letters, numbers from 1. Otherwise, the signs are the seat numbers.
        """
        return _marks(self)[seat] if self else str(seat)


UNNAMED = Names()


@functools.lru_cache(maxsize=32)
def _marks(names: Names) -> Sequence[str]:
    initials = [name[:1].upper() for name in names]
    numbers = [name.rpartition(" ")[2] for name in names]
    numbered = [
        initial + number * number.isdigit()
        for initial, number in zip(initials, numbers, strict=True)
    ]
    for marks in (initials, numbered, [name[:2].capitalize() for name in names]):
        if len(set(marks)) == len(names):
            return marks
    return [str(seat) for seat in range(1, len(names) + 1)]
