"""Settings of all commands that load agents, and the words with which help explains them."""

from typing import TYPE_CHECKING, Any

from hofspiele.envs.command_line.setting import setting

# The types of settings that hold names. Type checkers accept any value, because agents and paths
# are replaced by names.
if TYPE_CHECKING:
    GivenAgent = Any
    GivenAgents = Any
else:
    GivenAgent = str
    GivenAgents = list[str]

AGENT = (
    "greedy, random, search-N or guided-N (N simulations per decision), trained, a run folder or "
    "file of a trained agent (.safetensors, .onnx, or .zip from stable-baselines3), or your own "
    "agent as MODULE:NAME"
)
# Dataclasses use these fields as they are, because each has the same name everywhere.
TRUST = setting(
    False,
    "true: let .zip files of stable-baselines3 run code stored in them, which some custom policies "
    "need, and import networks, rewards, agents and games that files name as MODULE:NAME; only for "
    "files that you trust",
    typed=True,
)
NETWORKS = setting(
    [],
    "your own networks that agent files may name, as MODULE:NAME; they are imported",
    may_be_empty=True,
    typed=True,
)
OWN_GAME = setting(
    None, "your own game as MODULE:SPEC, if it is not installed as a package", typed=True
)
