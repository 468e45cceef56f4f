"""The names of players in pictures and sentences."""

from hofspiele.envs.core.words import enumerated, plural


class Names(tuple[str, ...]):
    """The names of the players by seat; if it is empty, they are called "player 0" and so on."""

    __slots__ = ()

    def of(self, *seats: int) -> str:
        """Return the names of seats for a sentence, such as "Ada and Bob" or "players 0 and 1"."""
        if self:
            return enumerated([self[seat] for seat in seats])
        return f"{plural(len(seats), 'player')} {enumerated(list(map(str, seats)))}"
