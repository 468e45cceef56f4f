"""The agents on offer: by name, and files found in one folder."""

import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from hofspiele.envs.agents import agent_names
from hofspiele.envs.core.checks import shown
from hofspiele.play.thinking import Thinker

# simulations a decision; more would be over the time limit
MOST_SIMULATIONS = 20_000
_SEARCHES = ("search-50", "search-200", "search-1000", "search-5000")
_FILE = "file:"
_AGENT_FILE = "agent.pt"
# more are not listed
_MOST_FILES = 200


class Players:
    """Agents by the names that browsers know them by.

    Args:
        folder: agent files below it are on offer, by their paths in it.
    """

    def __init__(self, folder: Path):
        self.folder = folder

    def names(self) -> list[str]:
        """Those that can be asked for; besides, any search-N up to `MOST_SIMULATIONS`."""
        named = [name for name in agent_names() if name != "search"]
        return [*named, *_SEARCHES, *self._files()]

    def check(self, name: Any) -> str:
        """`name` if there is such an agent; ValueError if not."""
        if isinstance(name, str):
            search = re.fullmatch(r"search-(\d{1,5})", name, re.ASCII)
            if name in self.names() or (search and 1 <= int(search[1]) <= MOST_SIMULATIONS):
                return name
        raise ValueError(
            f"no agent is called {shown(name)}, expected one of those listed, or search-N with N "
            f"from 1 to {MOST_SIMULATIONS}"
        )

    def thinker(self, game: str, options: Mapping[str, Any], name: str) -> Thinker:
        """The agent of that name for a game; a file that is gone is looked for all the same."""
        file = self.folder / name.removeprefix(_FILE) if name.startswith(_FILE) else None
        return Thinker(game, options, name, file)

    def _files(self) -> list[str]:
        """Only regular files within the folder: links do not lead out of it."""
        home = self.folder.resolve()
        found = (path for path in self.folder.rglob("*.pt") if path.resolve().is_relative_to(home))
        agents = (path for path in found if path.name == _AGENT_FILE or path.parent == self.folder)
        return sorted(
            _FILE + path.relative_to(self.folder).as_posix() for path in islice(agents, _MOST_FILES)
        )
