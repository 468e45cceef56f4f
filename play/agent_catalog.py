"""The agents on offer: by name, those that the owner enters, and files found in one folder."""

import asyncio
import os
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from hofspiele.envs.agents import agent_names, make_agent
from hofspiele.envs.core.checks import is_text, shown
from hofspiele.envs.core.registry import spec_of
from hofspiele.play.agent_tasks import AgentSpec
from hofspiele.training.players.agent_file import FILE_NAME, ONNX, TORCH
from hofspiele.training.players.file_agent import SB3, FileAgent

# simulations a decision; more would be over the time limit
MOST_SIMULATIONS = 20_000
_SEARCHES = ("search-50", "search-200", "search-1000", "search-5000")
_FILE = "file:"
# more are not listed, nor longer names
_MOST_FILES = 200
_LONGEST_NAME = 1000
# between two looks at the folder
_EVERY_SECONDS = 5.0


class AgentCatalog:
    """Agents by the names that browsers know them by.

    Browsers name what is on offer, and nothing else: no module is imported and no file is read that
    the owner has not named here, or put into the folder.

    Args:
        folder: agent files below it are on offer, by their paths in it.
        own: further agents, as `make_agent` takes what its user writes: ``module:name``, paths.
        trust: whether code may run that files of agents bring. Only then are files of
            stable-baselines3 on offer that lie in the folder.

    Raises:
        ValueError: there is no agent of one of these names, or it can't be imported.
    """

    def __init__(self, folder: Path, own: Sequence[str] = (), trust: bool = False):
        self.folder = folder
        self._trust = trust
        self._own = {name: _file_of(name, trust) for name in own}
        self._endings = (TORCH, ONNX, SB3) if trust else (TORCH, ONNX)
        self._files: list[str] = []
        self._looked = -_EVERY_SECONDS
        self._looking = asyncio.Lock()

    async def names(self) -> list[str]:
        """Those that can be asked for; besides, any search-N up to `MOST_SIMULATIONS`.

        Files are those of some seconds ago, at most.
        """
        async with self._looking:
            if time.monotonic() - self._looked >= _EVERY_SECONDS:
                self._files = await asyncio.to_thread(self._found)
                self._looked = time.monotonic()
        named = [name for name in agent_names() if name != "search"]
        return list(dict.fromkeys([*named, *self._own, *self._files, *_SEARCHES]))

    async def check(self, name: Any) -> str:
        """`name` if there is such an agent; ValueError if not."""
        if isinstance(name, str) and (_is_search(name) or name in await self.names()):
            return name
        raise _unknown(name)

    def thinker(self, game: str, options: Mapping[str, Any], name: str) -> AgentSpec:
        """Return the agent of that name for a game; its file need not be there any more.

        Raises:
            ValueError: there is no such game, the agent is not on offer any more, or its file does
                not lie in the folder.
        """
        class_path = spec_of(game).class_path
        if name in self._own:
            return AgentSpec(class_path, options, name, self._own[name], True, self._trust)
        if name.startswith(_FILE):
            file = self._file(name.removeprefix(_FILE))
            return AgentSpec(class_path, options, name, file, False, self._trust)
        if name in agent_names() or _is_search(name):
            return AgentSpec(class_path, options, name)
        raise _unknown(name)

    def _file(self, name: str) -> Path:
        """Return the file of that path in the folder, symlinks resolved.

        Names come from browsers and from kept tables: ValueError if the path leads out of the
        folder, or to a folder, whose files could be symlinks again.
        """
        home = Path(os.path.realpath(self.folder))
        file = Path(os.path.realpath(home / name))
        # `Path.is_dir` raises where a name is too long
        if not file.is_relative_to(home) or os.path.isdir(file):  # noqa: PTH112
            raise ValueError(f"{shown(name)} is no agent file in the folder of agents")
        return file

    def _found(self) -> list[str]:
        """Return agent files: those of runs anywhere, others in the folder itself."""
        files = []
        for folder, _, names in os.walk(self.folder):
            for path in (Path(folder, name) for name in names if name.endswith(self._endings)):
                is_offered = path.stem == Path(FILE_NAME).stem or path.parent == self.folder
                name = path.relative_to(self.folder).as_posix()
                if is_offered and is_text(name, _LONGEST_NAME):
                    with suppress(ValueError):  # it leads out of the folder
                        self._file(name)
                        files.append(_FILE + name)
        return sorted(files)[:_MOST_FILES]


def _file_of(name: str, trust: bool) -> Path | None:
    """The file or folder that an owner's name is the path of; ValueError if there is no agent."""
    return Path(name) if isinstance(make_agent(name, own=True, trust=trust), FileAgent) else None


def _is_search(name: str) -> bool:
    search = re.fullmatch(r"search-(\d{1,5})", name, re.ASCII)
    return search is not None and 1 <= int(search[1]) <= MOST_SIMULATIONS


def _unknown(name: Any) -> ValueError:
    return ValueError(
        f"no agent is called {shown(name)}, expected one of those listed, or search-N with N from "
        f"1 to {MOST_SIMULATIONS}; agents of one's own are named when the server starts: "
        "also=[MODULE:NAME,FILE]"
    )
