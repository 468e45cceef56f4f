"""The rows as entities, which a network can encode one by one."""

import numpy as np
import pytest

from hofspiele import envs


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_each_row_is_described_by_its_cards_and_their_points(num_players):
    game = envs.make("kou_ka_roi", num_players=num_players)
    state = game.new(3)
    game.apply(state, "row 2")
    observation = game.observe(state, 0)
    pieces = game.layout.decode(observation)
    (rows,) = game.layout.entities
    for row, columns in enumerate(rows.columns):
        of_row = (
            pieces["rows"][row].ravel(),
            pieces["row_gains"][:, row],
            pieces["own_choice"][[row]],
        )
        np.testing.assert_array_equal(observation[columns], np.concatenate(of_row))


def test_each_row_is_named_by_its_own_action():
    game = envs.make("kou_ka_roi")
    (rows,) = game.layout.entities
    names = [[game.action_name(action) for action in actions] for actions in rows.actions]
    assert names == [[f"row {row}"] for row in range(1, 9)]
