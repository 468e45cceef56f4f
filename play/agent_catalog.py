"""The agents on offer: installed agents, agents that the server's owner names, and agent files."""

import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from hofspiele.envs.agents.named import SEARCHES, agent_names, make_agent, split_budget
from hofspiele.envs.core.checks import is_text, shown
from hofspiele.envs.core.registry import spec_of
from hofspiele.play.agent_tasks import AgentSpec
from hofspiele.training.players.agent_file import FILE_NAME, SUFFIX
from hofspiele.training.players.file_agent import FileAgent
from hofspiele.training.players.loading import ONNX, SB3

# Maximum number of simulations per decision. More would exceed the time limit.
_MOST_SIMULATIONS = 20_000
_OFFERED = ("search-50", "search-200", "search-1000", "search-5000", "guided-200", "guided-1000")
_FILE = "file:"
# Maximum number of files that are listed; maximum length of their names in characters.
_MOST_FILES = 200
_LONGEST_NAME = 1000
# Minimum number of seconds between two searches of the folder.
_SEARCH_SECONDS = 5.0


class AgentCatalog:
    """Agents by the names that browsers use: agent files in `folder`, and agents in `own`.

    Browsers can only choose an agent on offer. No module is imported and no file is read unless the
    server's owner has named it in `own` (``module:name``, or a path) or put it into the folder.
    Files of other programs in the folder are on offer only with `trust`, because they may run their
    own code. Raise ValueError if an agent in `own` does not exist or can't be imported.
    """

    def __init__(
        self,
        folder: Path,
        own: Sequence[str] = (),
        *,
        trust: bool = False,
        networks: tuple[str, ...] = (),
    ):
        self.folder = folder
        self._trust, self._networks = trust, networks
        self._own = {name: self._file_of(name) for name in own}
        self._endings = (SUFFIX, ONNX, SB3) if trust else (SUFFIX,)
        self._files: list[str] = []
        self._searched = -_SEARCH_SECONDS
        self._searching = asyncio.Lock()

    async def names(self) -> list[str]:
        """Return the names on offer, among them only a few of the possible budgets of searches.

        The list of files may be a few seconds old.
        """
        async with self._searching:
            if time.monotonic() - self._searched >= _SEARCH_SECONDS:
                self._files = await asyncio.to_thread(self._find_files)
                self._searched = time.monotonic()
        named = [name for name in agent_names() if name not in SEARCHES]
        return list(dict.fromkeys([*named, *self._own, *self._files, *_OFFERED]))

    async def check(self, name: str) -> str:
        """Return `name`; raise ValueError if no agent of this name is on offer."""
        if not _is_search(name) and name not in await self.names():
            raise _unknown(name)
        return name

    def spec(self, game: str, options: Mapping[str, Any], name: str) -> AgentSpec:
        """Return the specification of an agent for a game; its file may no longer exist.

        Raise ValueError if there is no such game, or no such agent on offer.
        """
        file = None
        if name in self._own:
            file = self._own[name]
        elif name.startswith(_FILE):
            file = self._file(name.removeprefix(_FILE))
        elif name not in agent_names() and not _is_search(name):
            raise _unknown(name)
        return AgentSpec(
            spec_of(game).class_path,
            options,
            name,
            file,
            from_user=name in self._own,
            trust=self._trust,
            networks=self._networks,
        )

    def _file_of(self, name: str) -> Path | None:
        """Return an agent file's path, or None for other agents; raise ValueError if unknown."""
        agent = make_agent(name, from_user=True, trust=self._trust, networks=self._networks)
        return Path(name) if isinstance(agent, FileAgent) else None

    def _file(self, name: str) -> Path:
        """Return a file with symlinks resolved; raise ValueError unless it is in the folder."""
        home = Path(os.path.realpath(self.folder))
        file = Path(os.path.realpath(home / name))
        # Files in a folder could be symlinks again. `Path.is_dir` fails if the name is too long.
        if not file.is_relative_to(home) or os.path.isdir(file):  # noqa: PTH112
            raise ValueError(
                f"agent is {shown(_FILE + name)}, expected a file in the agents folder"
            )
        return file

    def _find_files(self) -> list[str]:
        """Return the names of all agent files called agent.*, and of others at the top level."""
        files = []
        for folder, _, names in os.walk(self.folder):
            for path in (Path(folder, name) for name in names if name.endswith(self._endings)):
                is_offered = path.stem == Path(FILE_NAME).stem or path.parent == self.folder
                name = path.relative_to(self.folder).as_posix()
                if is_offered and is_text(name, _LONGEST_NAME):
                    # A symlink that leads out of the folder is not on offer.
                    with suppress(ValueError):
                        self._file(name)
                        files.append(_FILE + name)
        return sorted(files)[:_MOST_FILES]


def short_name(agent: str) -> str:
    """Return what an agent is called at a table: a file has the name of its run, or its own."""
    *folders, file = agent.removeprefix(_FILE).split("/")
    return folders[-1] if folders and Path(file).stem == Path(FILE_NAME).stem else file


def _is_search(name: str) -> bool:
    found = split_budget(name)
    return found is not None and 1 <= found[1] <= _MOST_SIMULATIONS


def _unknown(name: str) -> ValueError:
    return ValueError(
        f"unknown agent {shown(name)}; choose one from the list, or search-N or guided-N with N "
        f"from 1 to {_MOST_SIMULATIONS}; to offer your own agents, start the server with "
        "also=[MODULE:NAME,FILE]"
    )
