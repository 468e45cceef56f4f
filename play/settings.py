"""The settings of `hofspiele serve`."""

from dataclasses import dataclass

from hofspiele.envs.command_line.agents import NETWORKS, TRUST
from hofspiele.envs.command_line.setting import setting


@dataclass(frozen=True)
class Serve:
    """Settings of a server of tables."""

    port: int = setting(8000, "port of the server; 0 picks a free port", least=0, most=65_535)
    host: str = setting(
        "127.0.0.1",
        "address of the server; 127.0.0.1: only this machine can reach it; 0.0.0.0: the whole "
        "network",
    )
    folder: str = setting("results/play", "folder where tables are saved")
    agents: str = setting(
        "results",
        "folder of agents to play against: agent.safetensors of all runs in it, and files "
        "*.safetensors directly in it; with trust=true, also *.zip and *.onnx",
    )
    also: list[str] = setting(
        [],
        "further agents to play against: your own as MODULE:NAME, or paths of trained agents (run "
        "folder, .safetensors, .onnx or .zip)",
        may_be_empty=True,
    )
    spec: list[str] = setting(
        [], "your own games as MODULE:SPEC, if they are not installed", may_be_empty=True
    )
    trust: bool = TRUST
    networks: list[str] = NETWORKS
    open: bool = setting(True, "true: open the page in a browser")
    think_seconds: float = setting(
        10.0, "seconds that agents have for each decision", least=0, most=600
    )
    away_hours: float = setting(
        24.0,
        "hours after which a table is paused if all its players are away; it resumes when one of "
        "them returns",
        least=1,
        most=24 * 365,
    )
