"""The cards of written positions, by game."""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

from tests import fourth_game
from tests.kardinal.scenario import cards_of as cards_of_kardinal
from tests.knatsch.scenario import cards_of as cards_of_knatsch
from tests.kou_ka_roi.scenario import cards_of as cards_of_kou_ka_roi

# Functions that return all cards of a written position, by game. No action changes these cards.
CARDS_OF: dict[str, Callable[[dict[str, Any]], Counter[Any]]] = {
    "kardinal": cards_of_kardinal,
    "knatsch": cards_of_knatsch,
    "kou_ka_roi": cards_of_kou_ka_roi,
    fourth_game.SPEC.name: lambda shown: Counter([*shown["seen"], *chain(*shown["hands"])]),
}
