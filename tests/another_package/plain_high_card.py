"""High Card as a game of another package, without a presentation."""

from dataclasses import replace

from high_card_rules import SPEC as RULES
from high_card_rules.game import HighCard

from hofspiele.envs.core import Game

SPEC = replace(
    RULES,
    name="plain_high_card",
    title="Plain High Card",
    class_path="plain_high_card:PlainHighCard",
)


class PlainHighCard(HighCard):
    """High Card with only its rules."""

    spec = SPEC
    hidden_cards = Game.hidden_cards
