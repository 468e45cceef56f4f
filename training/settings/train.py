"""The settings of `hofspiele train`."""

from dataclasses import dataclass

from hofspiele.training.settings.game import ChosenGame
from hofspiele.training.settings.setting import setting

# Checkpoints are named by twelve digits.
_MOST_STEPS = 10**12 - 1
# Snapshots are networks in memory.
_MOST_SNAPSHOTS = 10_000
MOST_THREADS = 1024


@dataclass(frozen=True)
class Schedule:
    """A value that changes linearly with the steps."""

    start: float = setting(0.0, "at the first step", least=0)
    end: float = setting(0.0, "from end_fraction of the steps on", least=0)
    end_fraction: float = setting(1.0, "share of the steps", above=0, most=1)


@dataclass(frozen=True)
class Algorithm:
    """The arguments of sb3-contrib's MaskablePPO."""

    n_steps: int = setting(32, "steps of each game in a rollout, between two updates", least=1)
    batch_size: int = setting(2048, "steps in a gradient step", least=2)
    n_epochs: int = setting(3, "passes over each rollout", least=1)
    learning_rate: float | Schedule = setting(
        Schedule(1e-3, 1e-4), "learning rate of Adam: a number or a schedule", least=0
    )
    gamma: float = setting(
        1.0, "discount; 1: games are finite and only the end pays", least=0, most=1
    )
    gae_lambda: float = setting(
        0.95, "λ of the advantage estimate; lower values rely more on the critic", least=0, most=1
    )
    clip_range: float = setting(
        0.2, "how far an update may change the probability of an action", above=0
    )
    clip_range_vf: float | None = setting(
        None, "how far an update may change a value; null: as far as it likes", above=0
    )
    normalize_advantage: bool = setting(True, "bring advantages to mean 0 and deviation 1")
    ent_coef: float | Schedule = setting(
        Schedule(0.01, 0.01),
        "weight of the policy's entropy in the loss: a number or a schedule",
        least=0,
    )
    vf_coef: float = setting(0.5, "weight of the critic's error in the loss", least=0)
    max_grad_norm: float = setting(0.5, "longer gradients are cut", above=0)
    target_kl: float | None = setting(
        None, "a rollout's passes end early at 1.5 times this KL divergence; null: never", above=0
    )


@dataclass(frozen=True)
class Opponents:
    """The agents on all other seats of a game."""

    shares: dict[str, float] = setting(
        {"current": 0.4, "past": 0.3, "greedy": 0.2, "random": 0.1},
        "shares of the games, in any unit: of the policy that learns, of its past selves, of the "
        "heuristic, of random actions; add others with opponents.shares.search-50=0.1, trained "
        "agents with 'opponents.shares={results/…:0.1}', your own as MODULE\\:NAME",
    )
    pool_size: int = setting(
        8,
        "number of past selves; a new one replaces the one that loses most",
        least=1,
        most=_MOST_SNAPSHOTS,
    )
    priority_exponent: float = setting(
        2.0, "a past self is chosen in proportion to (1 - win share) ** exponent", least=0
    )


@dataclass(frozen=True)
class Network:
    """The networks of policy and values."""

    architecture: str = setting("mlp", "mlp: linear layers in sequence; entities: see entity_width")
    policy: list[int] | None = setting(
        [128, 128],
        "widths of the hidden layers of the network that plays; null, only in exploit: everything "
        "but value as in an agent whose weights can be copied, unless given, and [256,256] for "
        "other agents",
        may_be_empty=True,
    )
    value: list[int] = setting(
        [128, 128], "the same for the network that predicts outcomes", may_be_empty=True
    )
    activation: str = setting(
        "ReLU", "after each hidden layer; or LeakyReLU, ELU, GELU, SiLU, Tanh"
    )
    standardise: bool = setting(
        True, "bring all inputs to the scale that they have in games of greedy"
    )
    prior_temperature: float | None = setting(
        None,
        "in the heuristic's points: the network starts as the heuristic, which samples actions by "
        "worth / temperature; null: without a prior",
        above=0,
    )
    entity_width: int | None = setting(
        None,
        "with entities: width of the encoder shared by all rows (or countries); needs a prior. "
        "policy and value then hold two widths: of the encoder of all other inputs, and of the "
        "layer that joins them",
    )


@dataclass(frozen=True)
class Imitation:
    """Learning to play like another agent, before self-play."""

    agent: str | None = setting(
        None,
        "its name, or the path of a trained agent, whose weights are copied if it is a results "
        "folder, a .pt file or trained; null: no imitation",
    )
    decisions: int = setting(
        3_000_000, "number of its decisions to learn from", least=0, most=_MOST_STEPS
    )
    learning_rate: float = setting(1e-3, "at the start; it falls to a tenth", above=0)


@dataclass(frozen=True)
class Measurement:
    """The measurement of the agent after self-play."""

    opponents: list[str] = setting(
        ["random", "greedy"],
        "names or paths, each on all other seats, one after the other",
    )
    games: int = setting(
        1200,
        "for each opponent and table, rounded up so that each deal is played from every seat",
        least=1,
    )
    deterministic: bool = setting(
        True,
        "the new agent takes the most probable action; false: it samples one, as trained opponents "
        "always do here",
    )


@dataclass(frozen=True)
class Train:
    """Everything that determines a run."""

    num_players: list[int] | None = setting(
        [3],
        "a number, or several, as [3,4], for one agent that learns all tables; options of the game "
        "take several values in the same way; null: the game's default, and in exploit without "
        "game=… as the agent was trained",
    )
    # A resumed run adds its steps to the seed, for which numpy takes twice as many.
    seed: int = setting(0, "seed of everything random", least=0, most=2**31 - 1)
    steps: int = setting(3_000_000, "decisions of the learner", least=1, most=_MOST_STEPS)
    num_envs: int = setting(512, "games played at the same time", least=1)
    device: str = setting(
        "cpu",
        "device of the networks: cpu, cuda, or auto (cuda if there is one)",
        choices=("cpu", "cuda", "auto"),
    )
    torch_threads: int = setting(
        1, "threads of torch; more help only while other cores are idle", least=1, most=MOST_THREADS
    )
    table_threads: int = setting(
        1,
        "threads that play games and scripted opponents; more help only while other cores are idle",
        least=1,
        most=MOST_THREADS,
    )
    overlap: bool = setting(
        False,
        "true: a thread learns from a rollout while the next one is collected, for which it needs "
        "a core of its own; rollouts then come from the policy of one update earlier",
    )
    checkpoint_every: int = setting(
        500_000, "steps between two checkpoints, from which a run resumes", least=1
    )
    snapshot_every: int = setting(250_000, "steps between two past selves for the league", least=1)
    use_solver: bool = setting(
        True, "leave decisions to the heuristic where it plays exactly (dice of Knatsch)"
    )
    margin_reward: float = setting(
        0.0,
        "extra reward at the start for each point by which the learner's lead grows; it falls to "
        "0, so that only winning counts in the end",
    )
    results: str = setting("results", "folder that holds the folders of all runs")
    name: str | None = setting(None, "folder of this run; null: game, players, seed and start time")
    resume: str | None = setting(None, "folder of an interrupted run to resume")
    trust: bool = setting(
        False,
        "true: allow code in files of stable-baselines3, and with resume in agents that the run "
        "names as MODULE:NAME",
    )
    network: Network = setting(Network(), "")
    imitation: Imitation = setting(Imitation(), "before self-play, learn to play like an agent")
    evaluation: Measurement = setting(Measurement(), "after self-play, measure the agent")
    game: ChosenGame = setting(ChosenGame(), "")
    algorithm: Algorithm = setting(Algorithm(), "arguments of sb3_contrib.MaskablePPO")
    opponents: Opponents = setting(Opponents(), "the agents on all other seats of a game")
