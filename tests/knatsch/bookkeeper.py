"""An independent record of what all players have seen of the piles."""

from typing import Any


class Bookkeeper:
    """Keeps a record of which cards of the piles all have seen.

    Attributes:
        seen: for each pile its places, from the top: whether all know the card there.
    """

    def __init__(self, shown: dict[str, Any]):
        self.seen = [[place == 0 for place in range(len(pile))] for pile in shown["piles"]]

    def record(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Take in what became of one position by one action."""
        for seen, old, new in zip(self.seen, before["piles"], after["piles"], strict=True):
            if new == old:
                continue
            if len(new) <= len(old):
                del seen[0]  # taken or buried
            if len(new) >= len(old):
                seen.append(True)  # buried, or lost to the king
            if seen:
                seen[0] = True
