"""The settings of `hofspiele train`.

In Python, agents in settings may also be objects; see `make_agent`.
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from hofspiele.envs.command_line.agents import NETWORKS, TRUST, GivenAgents
from hofspiele.envs.command_line.arguments import merged
from hofspiele.envs.command_line.game import ChosenGame, GivenGame
from hofspiele.envs.command_line.parse import parse
from hofspiele.envs.command_line.setting import command_of, sections_in, setting, settings_in
from hofspiele.envs.core.text.imported import import_name_of
from hofspiele.training.settings.own_networks import name_networks, register_network
from hofspiele.training.settings.recipes import PLAIN, RECIPE, preset_values, recipe_of, resolved

# Maximum number of steps. The names of checkpoints have twelve digits.
_MOST_STEPS = 10**12 - 1
# Maximum number of snapshots. All of them are kept in memory.
_MOST_SNAPSHOTS = 1000
MOST_THREADS = 1024
TORCH_THREADS = setting(
    1,
    "number of threads for torch; more threads only help if other cores are idle",
    least=1,
    most=MOST_THREADS,
)
# Names of activation modules in `torch.nn`.
ACTIVATIONS = ("ReLU", "LeakyReLU", "ELU", "GELU", "SiLU", "Tanh")
# Maximum width of a layer.
_MOST_WIDTH = 2**16


def name_agents(settings: Any, *fields: str) -> None:
    """Replace agents that are objects by names, in fields with an agent, a list or mapping keys."""
    for field in fields:
        value = getattr(settings, field)
        if isinstance(value, list | tuple):
            named: Any = [name_of(agent) for agent in value]
        elif isinstance(value, dict):
            named = {name_of(agent): entry for agent, entry in value.items()}
        else:
            named = name_of(value)
        object.__setattr__(settings, field, named)


def name_of(agent: Any) -> Any:
    """Return the name under which an agent is registered; names, paths and null stay."""
    if agent is None or isinstance(agent, str | int):
        return agent
    if isinstance(agent, os.PathLike):
        return os.fspath(agent)
    from hofspiele.envs.agents.named import register_agent  # Help does without Numba.

    return register_agent(agent)


@dataclass(frozen=True)
class Schedule:
    """A value that changes linearly with the steps."""

    start: float = setting(0.0, "value at the first step", least=0)
    end: float = setting(0.0, "last value", least=0)
    end_fraction: float = setting(
        1.0,
        "fraction of the steps at which the value reaches end; then it no longer changes",
        above=0,
        most=1,
    )


@dataclass(frozen=True)
class Algorithm:
    """Arguments of sb3-contrib's MaskablePPO."""

    n_steps: int = setting(32, "steps per game in each rollout", least=1)
    batch_size: int = setting(2048, "samples per gradient step", least=2)
    n_epochs: int = setting(3, "passes over each rollout", least=1)
    learning_rate: float | Schedule = setting(
        Schedule(1e-3, 1e-4), "learning rate of Adam: a number or a schedule", least=0
    )
    gamma: float = setting(
        1.0, "discount factor; 1 suits games that are rewarded only at the end", least=0, most=1
    )
    gae_lambda: float = setting(
        0.95, "λ of the advantage estimate; lower values rely more on the critic", least=0, most=1
    )
    clip_range: float = setting(
        0.2, "by what fraction an update may change the probability of an action", above=0
    )
    clip_range_vf: float | None = setting(
        None, "how far an update may change the critic's estimate; null: no limit", above=0
    )
    normalize_advantage: bool = setting(
        True, "true: normalise advantages to mean 0 and standard deviation 1"
    )
    ent_coef: float | Schedule = setting(
        Schedule(0.01, 0.01),
        "weight of the policy's entropy in the loss: a number or a schedule",
        least=0,
    )
    vf_coef: float = setting(0.5, "weight of the critic's error in the loss", least=0)
    max_grad_norm: float = setting(0.5, "gradients with a larger norm are scaled down", above=0)
    target_kl: float | None = setting(
        None,
        "stop the passes over a rollout once the KL divergence exceeds 1.5 times this value; null: "
        "never",
        above=0,
    )


@dataclass(frozen=True)
class Opponents:
    """Settings of the league: the agents on all seats but the learner's."""

    shares: dict[str, float] = setting(
        {"current": 0.4, "past": 0.3, "greedy": 0.2, "random": 0.1},
        "relative shares of the games against current (the learning policy), past (its snapshots), "
        "greedy and random; they need not add up to 1, and a name left out keeps its share; "
        "add agents with opponents.shares.search-50=0.1, trained agents with "
        "opponents.shares.results/…=0.1, your own agents with "
        "opponents.shares.MODULE:NAME=0.1",
    )
    pool_size: int = setting(
        8,
        "maximum number of snapshots; once it is reached, a new snapshot replaces the one that the "
        "learner beats most often",
        least=1,
        most=_MOST_SNAPSHOTS,
    )
    priority_exponent: float = setting(
        2.0,
        "a snapshot is chosen with weight (1 - win share against it) ** priority_exponent",
        least=0,
    )
    temperature: float = setting(
        1.0,
        "current and past sample their actions from logits divided by this temperature; above 1, "
        "they are less predictable, so the learner sees more varied play",
        above=0,
    )

    def __post_init__(self) -> None:
        name_agents(self, "shares")


@dataclass(frozen=True)
class Network:
    """Settings of the policy and value networks.

    In Python, `architecture` may also be the user's own class; see `register_network`.
    """

    architecture: str = setting(
        "mlp",
        "mlp: fully connected layers; entities: shared encoders, see entity_width; or your own "
        "torch module as MODULE:NAME, or the name under which an installed package offers it",
    )
    policy: list[int] | None = setting(
        [128, 128],
        "widths of the policy network's hidden layers; null (exploit only): copy all network "
        "settings except value from the agent, or use [256,256] if its weights cannot be copied",
        may_be_empty=True,
        least=1,
        most=_MOST_WIDTH,
    )
    value: list[int] = setting(
        [128, 128],
        "widths of the hidden layers of the value network",
        may_be_empty=True,
        least=1,
        most=_MOST_WIDTH,
    )
    activation: str = setting("ReLU", "activation after each hidden layer", choices=ACTIVATIONS)
    standardise: bool = setting(
        True,
        "true: standardise inputs by their mean and standard deviation in games of greedy agents",
    )
    prior_temperature: float | None = setting(
        None,
        "the network's output is added to a prior, the heuristic's worths of actions divided by "
        "this temperature; null: no prior",
        above=0,
    )
    entity_width: int | None = setting(
        None,
        "for architecture=entities: width of the encoder that all entities of the game (rows or "
        "countries) share; needs prior_temperature; policy and value must then have two widths "
        "each: for the encoder of the other inputs, and for the joining layer",
        least=1,
        most=_MOST_WIDTH,
    )
    kwargs: dict[str, Any] = setting({}, "further keyword arguments of your own network")

    def __post_init__(self) -> None:
        if callable(self.architecture):
            object.__setattr__(self, "architecture", register_network(self.architecture))


@dataclass(frozen=True)
class Imitation:
    """Settings for imitating another agent before self-play."""

    agent: str | None = setting(
        None,
        "name or path of the agent to imitate; null: no imitation; if it is a trained agent (a run "
        "folder, a .safetensors file or trained) whose policy network has the same settings, its "
        "weights are copied, and only the value network learns from the agent's games; if that is "
        "copied too, nothing is imitated",
    )
    decisions: int = setting(
        3_000_000, "number of the agent's decisions to learn from", least=0, most=_MOST_STEPS
    )
    learning_rate: float = setting(1e-3, "initial learning rate; it falls to a tenth", above=0)

    def __post_init__(self) -> None:
        name_agents(self, "agent")


@dataclass(frozen=True)
class Measurement:
    """Settings for evaluating the agent after self-play."""

    opponents: GivenAgents = setting(
        ["random", "greedy"],
        "names or paths of agents; each of them in turn plays on all other seats",
    )
    games: int = setting(
        1200,
        "number of games for each opponent, number of players and set of options, rounded up so "
        "that each deal is played from every seat",
        least=1,
    )
    deterministic: bool = setting(
        True,
        "true: the new agent takes the most probable action; false: it samples one; trained "
        "opponents always sample",
    )

    def __post_init__(self) -> None:
        name_agents(self, "opponents")


class _Recipes(type):
    """The class of `Train`, which takes values that are not given from the recipe of the game."""

    def __call__(cls: Any, *args: Any, **given: Any) -> Any:
        if args or not given or {field.name for field in fields(cls)} <= given.keys():
            return super().__call__(*args, **given)
        game = given.get("game")
        name = game if isinstance(game, str) else getattr(game, "name", None)
        return cls.with_presets(recipe_of(command_of(cls), name), given)


@dataclass(frozen=True)
class Train(metaclass=_Recipes):
    """Settings of a training run."""

    num_players: list[int] | None = setting(
        [3],
        "number of players, or a list like [3,4] to train one agent for all of them; options of "
        "the game take lists in the same way; null: the game's default; in exploit without "
        "game=…, as in the agent's training",
    )
    seed: int = setting(0, "random seed", least=0, most=2**31 - 1)
    steps: int = setting(3_000_000, "number of the learner's decisions", least=1, most=_MOST_STEPS)
    num_envs: int = setting(512, "number of games played at the same time", least=1)
    device: str = setting(
        "cpu",
        "device of the networks: cpu, cuda, or auto (cuda if available)",
        choices=("cpu", "cuda", "auto"),
    )
    torch_threads: int = TORCH_THREADS
    table_threads: int = setting(
        1,
        "number of threads for games and scripted opponents; more threads only help if other "
        "cores are idle",
        least=1,
        most=MOST_THREADS,
    )
    checkpoint_every: int = setting(500_000, "number of steps between two checkpoints", least=1)
    snapshot_every: int = setting(250_000, "number of steps between two snapshots", least=1)
    use_solver: bool = setting(
        True, "true: let the heuristic take decisions that it solves exactly (the dice in Knatsch)"
    )
    reward: str = setting(
        "outcome",
        "what a game pays at its end: outcome (the game's utilities), win, rank, margin, "
        "outcome_and_margin, or your own function as MODULE:NAME (in Python, the function itself)",
    )
    margin_reward: float = setting(
        0.0,
        "extra reward for each point by which the learner's lead grows; falls to 0 over the run, "
        "so that only winning counts at the end",
    )
    results: str = setting("results", "parent folder of all runs")
    name: str | None = setting(
        None, "name of the run; null: game, players, seed and start time", names_output=True
    )
    resume: str | None = setting(None, "folder of an interrupted run to resume", typed=True)
    trust: bool = TRUST
    networks: list[str] = NETWORKS
    network: Network = setting(Network(), "")
    imitation: Imitation = setting(Imitation(), "imitation of an agent before self-play")
    evaluation: Measurement = setting(Measurement(), "evaluation of the agent after self-play")
    game: GivenGame = setting(
        ChosenGame(),
        "name of the game, or your own as MODULE:SPEC; null (exploit only): the game of the agent",
    )
    algorithm: Algorithm = setting(Algorithm(), "arguments of sb3-contrib's MaskablePPO")
    opponents: Opponents = setting(Opponents(), "the agents on all other seats")

    def __post_init__(self) -> None:
        name_networks(self)

    @classmethod
    def plain(cls, **given: Any) -> Self:
        """Return settings without a recipe: plain layers learn from scratch."""
        return cls.with_presets({RECIPE: PLAIN}, given)

    @classmethod
    def with_presets(cls, presets: Mapping[str, str], given: Mapping[str, Any]) -> Self:
        """Return the command's values, changed by presets and by the `given` values, all checked.

        The command chooses the presets that are not in `presets`. A section in `given` is an
        object, or a mapping that changes only some of its values. The game is a name, a
        `ChosenGame`, or a `Game`, which also determines the number of players. The reward is a
        name, or a function at the top level of a module.

        Raises:
            ValueError: a name is unknown, or a value is not allowed.
        """
        game = given.get("game")
        if isinstance(game, str):
            given = {**given, "game": {"name": game}}  # The recipe has its options.
        elif game is not None and not isinstance(game, ChosenGame):
            chosen = ChosenGame.of(game.name, game.options)
            given = {"num_players": [game.num_players], **given, "game": chosen}
        if "agent" in given:
            given = {**given, "agent": name_of(given["agent"])}
        if callable(reward := given.get("reward")):
            given = {**given, "reward": import_name_of("reward", reward)}
        values = merged(asdict(cls()), preset_values(command_of(cls), presets))
        sections = {entry.name for entry, kind in settings_in(cls) if sections_in(kind)}
        for name, value in given.items():
            if name in sections and isinstance(value, Mapping):
                values[name] = merged(values[name], value)
            else:
                values[name] = asdict(value) if hasattr(value, "__dataclass_fields__") else value
        return parse(resolved(values), cls)
