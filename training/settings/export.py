"""The settings of `hofspiele export`."""

from dataclasses import dataclass

from hofspiele.training.settings.setting import REQUIRED, setting
from hofspiele.training.settings.train import MOST_THREADS


@dataclass(frozen=True)
class Export:
    """An agent and the file to write."""

    agent: str = setting(REQUIRED, "results folder or file of a trained agent")
    to: str | None = setting(
        None, "file to write, as agent.onnx; null: beside the agent file, named like it"
    )
    positions: int = setting(
        4096,
        "the least number of positions that are compared with torch first; they come from whole "
        "games at every table that the agent was trained for",
        least=1,
        most=10**6,
    )
    spec: str | None = setting(
        None, "MODULE:SPEC of the agent's game if it is your own and not installed"
    )
    seed: int = setting(1, "seed of these games", least=0)
    torch_threads: int = setting(
        1, "threads of torch; more help only while other cores are idle", least=1, most=MOST_THREADS
    )
