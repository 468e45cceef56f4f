import pytest
import torch
from torch import nn

from training.opponents import Opponents


def weights(agent):
    return agent.actor.weight.detach().clone()


def test_shares_of_past_are_divided_among_the_snapshots():
    opponents = Opponents({"current": 0.5, "past": 0.3, "greedy": 0.2}, nn.Linear(2, 2), 3)
    names = [agent.name for agent in opponents.agents]
    assert names == ["current", "past", "past", "past", "greedy"]
    assert opponents.shares == pytest.approx([0.5, 0.1, 0.1, 0.1, 0.2])


def test_current_follows_the_policy_and_snapshots_do_not():
    actor = nn.Linear(2, 2)
    opponents = Opponents({"current": 0.5, "past": 0.5}, actor, 2)
    current, first, second = opponents.agents
    before = weights(current)
    with torch.no_grad():
        actor.weight.add_(1.0)
    torch.testing.assert_close(weights(current), before + 1)
    torch.testing.assert_close(weights(first), before)
    opponents.take_snapshot()
    torch.testing.assert_close(weights(first), before + 1)
    torch.testing.assert_close(weights(second), before)


def test_the_oldest_snapshot_gives_way_and_the_pool_survives_a_file(tmp_path):
    actor = nn.Linear(2, 2)
    opponents = Opponents({"past": 1.0}, actor, 2)
    for _ in range(3):
        with torch.no_grad():
            actor.weight.add_(1.0)
        opponents.take_snapshot()
    opponents.save(tmp_path / "snapshots.pt")
    other = Opponents({"past": 1.0}, nn.Linear(2, 2), 2)
    other.load(tmp_path / "snapshots.pt")
    for mine, theirs in zip(opponents.agents, other.agents, strict=True):
        torch.testing.assert_close(weights(mine), weights(theirs))
    torch.testing.assert_close(weights(opponents.agents[0]), weights(opponents.agents[1]) + 1)
    with torch.no_grad():
        other._actor.weight.zero_()
    other.take_snapshot()
    assert weights(other.agents[1]).abs().sum() == 0


@pytest.mark.parametrize(
    ("shares", "snapshots", "message"),
    [
        ({"current": -1}, 1, "share of 'current' is -1"),
        ({"past": 1}, 0, "num_snapshots must be >= 1"),
        ({"current": 0}, 1, "all shares are 0"),
        ({"clever": 1}, 1, "no agent is called 'clever'"),
    ],
)
def test_wrong_shares_are_refused(shares, snapshots, message):
    with pytest.raises(ValueError, match=message):
        Opponents(shares, nn.Linear(2, 2), snapshots)
