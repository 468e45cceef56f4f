"""The settings of `hofspiele export`."""

from dataclasses import dataclass

from hofspiele.envs.command_line.agents import NETWORKS, OWN_GAME, TRUST
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.training.settings.own_networks import name_networks
from hofspiele.training.settings.train import MOST_THREADS


@dataclass(frozen=True)
class Export:
    """Settings of an export: the agent and the file to write."""

    agent: str = setting(REQUIRED, "run folder or .safetensors file of a trained agent")
    to: str | None = setting(
        None,
        "file to write, such as agent.onnx; null: the agent file's path with suffix .onnx",
        names_output=True,
    )
    positions: int = setting(
        4096,
        "minimum number of positions at which the model is compared with torch; they come from "
        "complete games with all numbers of players and options that the agent was trained for",
        least=1,
        most=10**6,
    )
    spec: str | None = OWN_GAME
    trust: bool = TRUST
    networks: list[str] = NETWORKS
    seed: int = setting(1, "seed of the games that the positions come from", least=0)
    torch_threads: int = setting(
        1,
        "number of threads for torch; more threads only help if other cores are idle",
        least=1,
        most=MOST_THREADS,
    )

    def __post_init__(self) -> None:
        name_networks(self)
