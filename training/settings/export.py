"""The settings of `hofspiele export`."""

from dataclasses import dataclass

from hofspiele.training.settings.setting import REQUIRED, setting
from hofspiele.training.settings.train import MOST_THREADS


@dataclass(frozen=True)
class Export:
    """Settings of an export: the agent and the file to write."""

    agent: str = setting(REQUIRED, "results folder or file of a trained agent")
    to: str | None = setting(
        None, "for example agent.onnx; null: next to the agent file, with the suffix .onnx"
    )
    positions: int = setting(
        4096,
        "minimum number of positions on which it is compared with torch before writing; they come "
        "from complete games with all numbers of players and options of its training",
        least=1,
        most=10**6,
    )
    spec: str | None = setting(
        None, "MODULE:SPEC of the agent's game, if it is your own and not installed"
    )
    seed: int = setting(1, "seed of the games that these positions come from", least=0)
    torch_threads: int = setting(
        1,
        "threads of torch; more threads only help if other cores are idle",
        least=1,
        most=MOST_THREADS,
    )
