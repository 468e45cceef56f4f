"""Agent files on their way to machines that share no disk with this one."""

from dataclasses import dataclass
from pathlib import Path

from hofspiele.envs.agents.named import names_file
from hofspiele.envs.core.files import write_whole
from hofspiele.training.players.agent_file import find_file


@dataclass(frozen=True)
class SentFile:
    """An agent file, and what it is called by.

    Attributes:
        folder, name: of the file; no more of its path.
        content: its bytes.
    """

    folder: str
    name: str
    content: bytes

    def lay_down(self, place: Path) -> Path:
        """The path of a copy below the folder `place`, by which the agent has its name."""
        path = place / self.folder / self.name
        write_whole(path, self.content)
        return path


def file_of(named: str) -> SentFile | None:
    """The file of an agent, None of one that is named otherwise than by its path."""
    if not names_file(named):
        return None
    file = find_file(named).absolute()
    return SentFile(file.parent.name, file.name, file.read_bytes())
