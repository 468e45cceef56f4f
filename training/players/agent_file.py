"""Trained agents as files: all that is needed to play, nothing that is only needed to learn.

An agent file is a dict of plain values and tensors that `torch.load` reads with
``weights_only=True``: it carries no code, and any version of the libraries that trained the agent
will do.

===============  =================================================================================
``format``       `FORMAT`
``game``         name of the game
``tables``       options of each of the games that the agent was trained in; the first are those
                 that it is measured at where none are given
``fingerprint``  of the game's observations and actions, see `fingerprint`
``hofspiele``    version that wrote the file
``network``      what the network is: `NetworkDescription.to_dict`
``use_solver``   whether it decides only what is not solved (see `SolverAssistedAgent`)
``weights``      the tensors of `Actor` by their names
``recipe``       how the agent was trained, for people
``commit``       git commit of the checkout in which its training began, or None
===============  =================================================================================
"""

import hashlib
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import torch

from hofspiele import envs
from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.training.cli.files import tensor_bytes, write_file
from hofspiele.training.cli.quoting import argument
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.players.network_agent import NetworkAgent

FORMAT = "hofspiele agent 4"
_FORMATS = "hofspiele agent "
FILE_NAME = "agent.pt"


@dataclass(frozen=True)
class AgentFile:
    """What an agent file holds; the fields are those of the module's table."""

    game: str
    tables: list[dict[str, Any]]
    fingerprint: str
    hofspiele: str
    network: NetworkDescription
    use_solver: bool
    weights: dict[str, torch.Tensor]
    recipe: Any
    commit: str | None


def fingerprint(game: Game) -> str:
    """16 hex digits that change with the names, shapes or order of observations and actions.

    A network can play any game of its own fingerprint, with other numbers of players too.
    """
    pieces = [[piece.name, *piece.shape] for piece in game.layout.pieces]
    actions = [game.action_name(action) for action in range(game.num_actions)]
    return hashlib.sha256(json.dumps([game.name, pieces, actions]).encode()).hexdigest()[:16]


def find_file(path: str | Path) -> Path:
    """The agent file at `path`, a results folder or the file itself; ValueError if there is none"""
    path = Path(path)
    file = path / FILE_NAME if path.is_dir() else path
    if file.is_file():
        return file
    unfinished = (path / "config.yaml").is_file()
    go_on = f"; the run there has not ended: {argument('resume', path)} goes on with it"
    raise ValueError(
        f"{path}: no trained agent there, expected an agent file or a folder with {FILE_NAME}"
        + (go_on if unfinished else "")
    )


def save_agent(
    path: Path,
    actor: Actor,
    games: Sequence[Game],
    use_solver: bool,
    recipe: Any,
    commit: str | None = None,
) -> None:
    """Write an actor that was trained in `games`; `recipe` is JSON-ready."""
    content = {
        "format": FORMAT,
        "game": games[0].name,
        "tables": [game.options for game in games],
        "fingerprint": fingerprint(games[0]),
        "hofspiele": envs.__version__,
        "network": actor.description.to_dict(),
        "use_solver": use_solver,
        "weights": {
            name: tensor.detach().cpu().clone() for name, tensor in actor.state_dict().items()
        },
        "recipe": recipe,
        "commit": commit,
    }
    write_file(path, tensor_bytes(content))


def read_agent(path: str | Path) -> AgentFile:
    """The content of the agent file at `path`, a results folder or the file itself.

    Raises:
        ValueError: there is no such file, or it is damaged, or no agent file of this format.
    """
    file = find_file(path)
    content = _read(file)
    _check_format(content, file)
    names = [field.name for field in fields(AgentFile)]
    if missing := [name for name in names if name not in content]:
        raise ValueError(f"{file}: the agent file lacks {', '.join(missing)}; train an agent anew")
    try:
        network = NetworkDescription.from_dict(content["network"])
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
    _check_tables(content["tables"], file)
    _check_weights(content["weights"], file)
    return AgentFile(**{name: content[name] for name in names} | {"network": network})


def _read(file: Path) -> Any:
    try:
        with zipfile.ZipFile(file) as archive:
            changed = archive.testzip()  # torch does not look at the check sums
        if changed is not None:
            raise ValueError(f"{changed} has another check sum")
        return torch.load(file, map_location="cpu", weights_only=True)
    except Exception as error:  # what a damaged pickle raises is anyone's guess
        raise ValueError(
            f"{file}: not an agent file, or damaged; expected what training wrote as {FILE_NAME}"
        ) from error


def _check_format(content: Any, file: Path) -> None:
    found = content.get("format") if isinstance(content, dict) else type(content).__name__
    if found == FORMAT:
        return
    if str(found).startswith(_FORMATS):
        raise ValueError(
            f"{file}: a trained agent in the format {found!r}, written by hofspiele "
            f"{content.get('hofspiele')}, expected {FORMAT!r}; play it with the version that wrote "
            "it, or train an agent anew"
        )
    raise ValueError(f"{file}: format is {found!r}, expected {FORMAT!r}")


def _check_tables(tables: Any, file: Path) -> None:
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise ValueError(f"{file}: tables are {tables}, expected options of at least one table")


def _check_weights(weights: Any, file: Path) -> None:
    if not isinstance(weights, dict) or not all(
        isinstance(name, str) and isinstance(tensor, torch.Tensor)
        for name, tensor in weights.items()
    ):
        raise ValueError(f"{file}: weights are {weights}, expected tensors by their names")
    for name, tensor in weights.items():
        if not tensor.isfinite().all():
            raise ValueError(
                f"{file}: {name} holds what are no finite numbers: that agent was not trained to "
                "its end; train one anew"
            )


def load_agent(path: str | Path, game: Game, deterministic: bool = False) -> Agent:
    """The trained agent at `path`, for play in `game`.

    It is called like its folder, or like the file if that was given another name than `FILE_NAME`.

    Raises:
        ValueError: there is no agent file, or it was trained for another game or for other
            observations or actions.
    """
    content, file = read_agent(path), find_file(path)
    if content.game != game.name:
        raise ValueError(f"{file}: trained for {content.game}, expected an agent for {game.name}")
    if content.fingerprint != fingerprint(game):
        raise ValueError(
            f"{file}: trained with hofspiele {content.hofspiele} for observations and actions "
            f"{content.fingerprint}, expected {fingerprint(game)} as in {game!r}: other components "
            "or another version of the game; train an agent anew"
        )
    name = file.absolute().parent.name if file.name == FILE_NAME else file.stem
    agent = NetworkAgent(name, _actor(content, file), deterministic)
    return SolverAssistedAgent(agent) if content.use_solver and game.has_solver else agent


def _actor(content: AgentFile, file: Path) -> Actor:
    actor = Actor(content.network)
    try:
        actor.load_state_dict(content.weights)
    except RuntimeError as error:
        raise ValueError(f"{file}: weights of another network than it says: {error}") from error
    return actor.requires_grad_(False)
