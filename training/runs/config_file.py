"""The file with the settings of a run, which may come from an untrusted source."""

from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import yaml

from hofspiele.envs.agents.named import names_file
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.training.files.read_write import write_errors, write_file
from hofspiele.training.players.agent_file import FILE_NAME, SUFFIX, find_file, sha256_of
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.untyped import check_untyped
from hofspiele.training.settings.variants import Exploit

# The folder with copies of agent files, in folders that are named after their first digits.
AGENTS, _DIGITS = "agents", 12

TrainKind = TypeVar("TrainKind", bound=Train)


def write_config(file: Path, settings: Train) -> None:
    """Write the settings of a run to `file`, as YAML, except those that can only be typed.

    Agent files that they name are copied into its folder, so that the run can be resumed without
    them. The paths of copies are relative to that folder.
    """
    values = asdict(with_agents(settings, lambda name: _copied(name, file.parent)))
    for name in typed_values(settings):
        del values[name]
    write_file(file, yaml.safe_dump(values, sort_keys=False, allow_unicode=True))


def with_agents(settings: TrainKind, rename: Callable[[str], str]) -> TrainKind:
    """Return settings in which `rename` has replaced all names of agents."""
    imitation, shares = settings.imitation, settings.opponents.shares
    if imitation.agent is not None:
        imitation = replace(imitation, agent=rename(imitation.agent))
    shares = {rename(name): share for name, share in shares.items()}
    others = [rename(name) for name in settings.evaluation.opponents]
    changes: dict[str, Any] = {
        "imitation": imitation,
        "opponents": replace(settings.opponents, shares=shares),
        "evaluation": replace(settings.evaluation, opponents=others),
    }
    if isinstance(settings, Exploit):
        changes["agent"] = rename(settings.agent)
    return replace(settings, **changes)


def _copied(name: str, folder: Path) -> str:
    """Return `name`, or for an agent file the path of its copy in `folder`."""
    if not names_file(name):
        return name
    file = find_file(name)
    if file.is_relative_to(folder):
        return file.relative_to(folder).as_posix()
    # Agents are named after their files, and those of runs after the folder.
    called = f"{file.absolute().parent.name}{SUFFIX}" if file.name == FILE_NAME else file.name
    copy = folder / AGENTS / sha256_of(file)[:_DIGITS] / called
    with write_errors(copy):
        copy.parent.mkdir(parents=True, exist_ok=True)
    write_file(copy, file.read_bytes())
    return copy.relative_to(folder).as_posix()


def located(name: str, folder: Path) -> str:
    """Return `name`, or the path of a copy of an agent file in `folder`."""
    return str(folder / name) if name.startswith(f"{AGENTS}/") else name


def needed_to_resume(settings: Train) -> dict[str, Any]:
    """Return the values that the user has to give again for resuming a run with `settings`."""
    needed = {
        name: value
        for name, (value, default) in typed_values(settings).items()
        if value not in (default, []) and name != "resume"
    }
    network, game = settings.network.architecture, settings.game.name
    if is_import_name(network):
        needed.setdefault("networks", [network])
    if is_import_name(game):
        needed["game"] = game
    typed = [*needed.get("networks", ()), game]
    try:
        check_untyped(asdict(settings), type(settings), trust=settings.trust, typed=typed)
    except ValueError:
        needed["trust"] = True
    return needed


def typed_values(settings: Train) -> dict[str, tuple[Any, Any]]:
    """Return the values and defaults of the settings that can only be typed."""
    return {
        entry.name: (getattr(settings, entry.name), entry.default)
        for entry in fields(settings)
        if entry.metadata["typed"]
    }
