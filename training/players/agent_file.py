"""Files of trained agents, which contain what is needed for playing, but not for resuming training.

There are two formats: training writes ``.pt`` files, which need torch (`torch_file`), and `export`
converts them to ``.onnx`` files, which need onnxruntime or torch (`onnx_file`). Both libraries are
only imported when a file needs them.
"""

import hashlib
from pathlib import Path

from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.training.cli.dependencies import lack_of
from hofspiele.training.cli.files import naming
from hofspiele.training.players.contents import AgentFile, check_fits

FILE_NAME = "agent.pt"
TORCH, ONNX = ".pt", ".onnx"
# Extras of this package that can play each format, best first: onnxruntime (in the extra agents)
# starts sooner than torch (in train) and is mostly faster.
EXTRAS = {ONNX: ("agents", "train"), TORCH: ("train",)}


def find_file(path: str | Path) -> Path:
    """Return the agent file at `path` (a run folder or a file); raise ValueError if missing."""
    path = Path(path)
    file = path / FILE_NAME if path.is_dir() else path
    if file.is_file():
        return file
    message = f"agent is {path}, expected an agent file, or a folder containing {FILE_NAME}"
    if (path / "config.yaml").is_file() and not lack_of("resume", EXTRAS[TORCH]):
        from hofspiele.training.cli.quoting import argument

        message += (
            f"; this run is unfinished; finish it with hofspiele train {argument('resume', path)}, "
            "or with exploit or rllib if one of them started it"
        )
    raise ValueError(message)


def sha256_of(file: Path) -> str:
    """Return the SHA-256 of a file, which identifies the file in results."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def read_agent(path: str | Path) -> AgentFile:
    """Return the content of the agent file at `path` (a run folder or the file itself).

    Raises:
        ValueError: there is no such file, it is corrupt or not an agent file in the format of its
            suffix, or no library that can play it is installed.
    """
    file = find_file(path)
    if file.suffix not in EXTRAS:
        raise ValueError(_other_kind(file))
    _installed_extra(file)
    if file.suffix == ONNX:
        from hofspiele.training.players.onnx_file import read
    else:
        from hofspiele.training.players.torch_file import read
    return read(file)


def load_agent(
    path: str | Path, game: Game, *, deterministic: bool = False, by_torch: bool = False
) -> Agent:
    """Return the trained agent for `game` at `path` (a run folder or an agent file).

    The agent in an ``agent.pt`` is named after the folder, and the agent in ``strong.pt`` is named
    strong. Names keep the suffix ``.onnx``, because the ``.pt`` source is often in the same folder.

    Args:
        path: the file or folder.
        game: the game to play.
        deterministic: whether the agent takes the most probable action instead of sampling one.
        by_torch: whether torch plays an ``.onnx`` file even if onnxruntime is installed, so that
            training can start from its weights.

    Raises:
        ValueError: `read_agent` raises it, or the agent was trained for a different game, or
            for different observations or actions.
    """
    content, file = read_agent(path), find_file(path)
    with naming(file):
        check_fits(content, game)
    agent: Agent
    if not by_torch and _installed_extra(file) == EXTRAS[ONNX][0]:
        from hofspiele.training.players import onnx_file

        agent = onnx_file.agent_of(content, _name_of(file), deterministic=deterministic)
    else:
        from hofspiele.training.players import torch_file

        agent = torch_file.agent_of(content, _name_of(file), deterministic=deterministic)
    return SolverAssistedAgent(agent) if content.use_solver and game.has_solver else agent


def _name_of(file: Path) -> str:
    if file.name == FILE_NAME:
        return file.absolute().parent.name
    return file.name if file.suffix == ONNX else file.stem


def _other_kind(file: Path) -> str:
    if file.suffix == ".py":
        return (
            f"agent {file} is a Python file; name the Agent or function in it instead, for "
            f"example {file.stem}:MyAgent"
        )
    return (
        f"agent is {file}, expected a run folder, a .pt file from training, an .onnx file from "
        "export, or a .zip from stable-baselines3"
    )


def _installed_extra(file: Path) -> str:
    """Return the first installed extra that can play `file`; raise ValueError if none can."""
    extras = EXTRAS[file.suffix]
    lacks = [lack_of(f"agent {file}", (extra,)) for extra in extras]
    for extra, lack in zip(extras, lacks, strict=True):
        if lack is None:
            return extra
    raise ValueError(lacks[0])
