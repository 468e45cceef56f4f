"""An independent record of the cards in the piles that everybody has seen."""

from typing import Any


class Bookkeeper:
    """Records which cards of the piles everybody has seen.

    Attributes:
        seen: for each pile, from the top, whether everybody knows the card at that place.
    """

    def __init__(self, shown: dict[str, Any]):
        self.seen = [[place == 0 for place in range(len(pile))] for pile in shown["piles"]]

    def record(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Update the record after one action."""
        for seen, old, new in zip(self.seen, before["piles"], after["piles"], strict=True):
            if new == old:
                continue
            if len(new) <= len(old):
                del seen[0]  # The top card was taken or buried.
            if len(new) >= len(old):
                seen.append(True)  # A card was buried, or a castle was lost to the king.
            if seen:
                seen[0] = True
