"""A few trials of each attack; `make hostile` runs many."""

import pytest

from tools.hostile.attack import Attack, carry_out
from tools.hostile.attacks import ATTACKS

FEW = [attack for attack in ATTACKS if attack.few]


@pytest.mark.parametrize("attack", FEW, ids=lambda attack: attack.name)
def test_every_attack_is_survived(attack: Attack):
    tally = carry_out(attack, seed=0, seconds=60, most=attack.few)
    assert not tally.failures, tally.failures[0].text
