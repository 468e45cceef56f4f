"""Whether a run fits into the memory of the machine, told before any of it is taken."""

from itertools import pairwise

from omegaconf import DictConfig

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import machine_bytes
from hofspiele.training.measuring.evaluation import SEAT_BYTES, deals_of
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.selfplay.league import PAST

_GIB = 2**30
# of a step of a rollout, beside observation and mask: actions, and seven float32 of buffer and loss
_STEP = 8 + 7 * 4
# float32 of a weight that learns: itself, its gradient, two means of Adam, and in "current"
_COPIES = 5


def check_memory(config: DictConfig, game: Game, network: NetworkDescription) -> None:
    """Raise ValueError if what a run holds at a time is more than all memory of the machine.

    It is raised as well if ``evaluation.games`` are too few for the game.

    Args:
        config: as in ``configs/train.yaml``, with values that `check_run` accepts.
        game: what is played.
        network: of policy and value.
    """
    steps = config.num_envs * config.algorithm.n_steps
    deals = deals_of("evaluation.games", config.evaluation.games, game.num_players)
    seats = deals * game.num_players**2
    past_selves = config.opponents.pool_size if config.opponents.shares.get(PAST, 0) > 0 else 0
    policy, value = network.policy, network.value
    weights = _weights(network.num_inputs, *policy, network.num_actions)
    trained = weights + _weights(network.num_inputs, *value, 1)
    needs = {
        f"num_envs={config.num_envs} and algorithm.n_steps={config.algorithm.n_steps}": steps
        * (4 * network.num_inputs + network.num_actions + _STEP),
        f"evaluation.games={config.evaluation.games}": seats * SEAT_BYTES,
        f"network.policy={[*policy]}, network.value={[*value]} and {past_selves} past selves": 4
        * (_COPIES * trained + past_selves * weights),
    }
    for given, needed in needs.items():
        if needed > (there := machine_bytes()):
            raise ValueError(
                f"{given} take about {needed / _GIB:,.0f} GiB of memory, of which this machine "
                f"has {there / _GIB:.0f}; give less"
            )


def _weights(*widths: int) -> int:
    """Of layers one after the other."""
    return sum(before * behind for before, behind in pairwise(widths))
