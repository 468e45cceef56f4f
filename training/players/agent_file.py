"""Trained agents as files: all that is needed to play, nothing that is only needed to learn.

There are two forms: torch plays those that training writes (`torch_file`), onnxruntime those that
end in ``.onnx`` (`onnx_file`). Neither is imported before such a file is met.
"""

import hashlib
from pathlib import Path
from types import ModuleType

from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.training.cli.starting import lack_of
from hofspiele.training.players.contents import AgentFile, check_fits

FILE_NAME = "agent.pt"
TORCH, ONNX = ".pt", ".onnx"
# the extra that brings what plays them; the first starts sooner, and is as fast or faster
EXTRAS = {ONNX: "agents", TORCH: "train"}


def find_file(path: str | Path) -> Path:
    """The agent file at `path`, a results folder or the file itself; ValueError if there is none"""
    path = Path(path)
    file = path / FILE_NAME if path.is_dir() else path
    if file.is_file():
        return file
    message = f"{path}: no trained agent there, expected an agent file or a folder with {FILE_NAME}"
    if (path / "config.yaml").is_file() and not lack_of("resume", (EXTRAS[TORCH],)):
        from hofspiele.training.cli.quoting import argument

        message += f"; the run there has not ended: {argument('resume', path)} goes on with it"
    raise ValueError(message)


def sha256_of(file: Path) -> str:
    """By which results tell a file from others of its name."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def read_agent(path: str | Path) -> AgentFile:
    """The content of the agent file at `path`, a results folder or the file itself.

    Raises:
        ValueError: there is no such file, or it is damaged, or no agent file of its form, or what
            reads it is not installed.
    """
    file = find_file(path)
    return _form_of(file).read(file)


def load_agent(path: str | Path, game: Game, deterministic: bool = False) -> Agent:
    """The trained agent at `path`, for play in `game`.

    It is called like its folder, or like the file if that was given another name than ``agent``.

    Raises:
        ValueError: as of `read_agent`, or it was trained for another game or for other observations
            or actions.
    """
    content, file = read_agent(path), find_file(path)
    check_fits(content, game, file)
    name = file.absolute().parent.name if file.stem == Path(FILE_NAME).stem else file.stem
    try:
        agent = _form_of(file).agent_of(content, name, deterministic)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
    return SolverAssistedAgent(agent) if content.use_solver and game.has_solver else agent


def _form_of(file: Path) -> ModuleType:
    """What reads and plays such files."""
    is_onnx = file.suffix == ONNX
    lack = lack_of(f"agent {file}", (EXTRAS[ONNX if is_onnx else TORCH],))
    if lack:
        raise ValueError(lack)
    if is_onnx:
        from hofspiele.training.players import onnx_file

        return onnx_file
    from hofspiele.training.players import torch_file

    return torch_file
