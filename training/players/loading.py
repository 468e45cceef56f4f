"""Loading trained agents from files, and the content of the files they came from."""

from dataclasses import replace
from pathlib import Path

from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.training.cli.dependencies import lack_of
from hofspiele.training.files.read_write import naming
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.networks.forward import forwards_of, needs_torch
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.players.agent_file import FILE_NAME, SUFFIX, AgentFile, find_file
from hofspiele.training.players.policy_agent import PolicyAgent

ONNX, SB3 = ".onnx", ".zip"
# The extra that a file of each kind needs.
_EXTRAS = {ONNX: "agents", SB3: "train"}


def load_agent(
    path: str | Path, game: Game, *, deterministic: bool = False, trust: bool = False
) -> Agent:
    """Return the trained agent for `game` at `path`.

    The agent in a run's ``agent.safetensors`` is named after the folder, the agent in
    ``strong.safetensors`` is named strong; names of other files keep their suffix.

    Args:
        path: a run folder, a file of our own (``.safetensors``), an ONNX model (``.onnx``; see
            `load_onnx`), or a file of stable-baselines3 (``.zip``; see `load_sb3`).
        game: the game to play.
        deterministic: whether the agent takes the most probable action instead of sampling one.
        trust: whether a network MODULE:NAME that the file names is imported, and whether code in a
            file of stable-baselines3 may run.

    Raises:
        ValueError: there is no such file, it is corrupt or does not suit the game, or a library
            that it needs is not installed.
    """
    file = find_file(path)
    if file.suffix in _EXTRAS and (lack := lack_of(f"agent {file}", (_EXTRAS[file.suffix],))):
        raise ValueError(lack)
    if file.suffix == ONNX:
        from hofspiele.training.players.onnx_file import load_onnx

        return load_onnx(file, game, deterministic=deterministic)
    if file.suffix == SB3:
        from hofspiele.training.players.sb3_file import load_sb3

        return load_sb3(file, game, deterministic=deterministic, trust=trust)
    if file.suffix != SUFFIX:
        raise ValueError(
            f"agent is {file}, expected a run folder, a {SUFFIX} file from training, an {ONNX} "
            f"model, a {SB3} from stable-baselines3, or your own Agent or function as MODULE:NAME"
        )
    return agent_in(AgentFile.read(file), file, game, deterministic=deterministic, trust=trust)


def agent_in(
    content: AgentFile, file: Path, game: Game, *, deterministic: bool = False, trust: bool = False
) -> Agent:
    """Return the trained agent for `game` in the `content` of `file`; see `load_agent`."""
    with naming(file):
        content.check_fits(game)
        if needs_torch(content.network) and (lack := lack_of("its network", ("train",))):
            raise ValueError(lack)
        with_relu = replace(content.network, activation="ReLU")
        if not needs_torch(with_relu):
            # This checks the weights before torch allocates memory for layers of any width.
            forwards_of(game, with_relu, content.weights)
        forwards = evaluator_of(game, content.network, trust=trust)(content.weights)
    if not content.has_critic:
        forwards = forwards._replace(value=None)
    name = file.absolute().parent.name if file.name == FILE_NAME else file.stem
    inputs = Inputs(content.network.prior_temperature)
    agent = PolicyAgent(name, inputs, forwards, deterministic=deterministic)
    agent.file = content
    return SolverAssistedAgent(agent) if content.use_solver and game.has_solver else agent


def file_of(agent: Agent) -> AgentFile | None:
    """Return the content of the file from which `agent` was loaded, or None."""
    if isinstance(agent, SolverAssistedAgent):
        agent = agent.agent
    return agent.file if isinstance(agent, PolicyAgent) else None
