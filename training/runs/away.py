"""A run on another machine, to which its folder and the agents that it names go, and back.

All goes as bytes: machines need not share a disk. What the run learns is the same as here.
"""

import io
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, cast

from omegaconf import DictConfig
from rich.console import Console

from hofspiele.envs.agents.user_agents import source_of
from hofspiele.envs.core.files import write_whole
from hofspiele.envs.core.imported import is_own_name
from hofspiele.envs.core.registry import spec_of
from hofspiele.training.cli.command import RunError
from hofspiele.training.cli.files import telling
from hofspiele.training.cli.lock import clear
from hofspiele.training.cli.quoting import override
from hofspiele.training.cli.signals import Interrupts
from hofspiele.training.cluster.sent_file import SentFile, file_of
from hofspiele.training.measuring.evaluation import Evaluation
from hofspiele.training.players.agent_file import sha256_of
from hofspiele.training.players.lookup import standing_in
from hofspiele.training.runs.agents import named_agents
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.opening import resumed_run
from hofspiele.training.runs.run import Run

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster

Files = Mapping[str, bytes]


class Sent(NamedTuple):
    """A run as it goes to another machine.

    Attributes:
        config: of the run.
        path: of its folder here.
        files: of the folder, by their paths in it.
        agents: the files of those that it names by path.
        modules: SHA-256 of the modules of agents and of the game that it names as ``module:name``,
            which are not sent.
    """

    config: DictConfig
    path: Path
    files: Files
    agents: Mapping[str, SentFile]
    modules: Mapping[str, str]


class Returned(NamedTuple):
    """A run as it comes back.

    Attributes:
        files: of its folder, by their paths in it.
        result: of the work; None if it was cut off.
        error: what cut it off.
    """

    files: Files
    result: Any
    error: BaseException | None


def sent(config: DictConfig, folder: RunFolder) -> Sent:
    """The run of `folder`, new or begun, with all that it needs elsewhere."""
    agents = {name: file for name in named_agents(config) if (file := file_of(name))}
    return Sent(config, folder.path, _files_in(folder.path), agents, _modules(config))


def _modules(config: DictConfig) -> Mapping[str, str]:
    """Return the SHA-256 of modules that have been imported, as their agents or game are found."""
    own = filter(is_own_name, [config.game.name, *named_agents(config)])
    return {name: sha256_of(file) for name in own if (file := source_of(name))}


def needs_of(config: DictConfig) -> dict[str, int]:
    """What a run takes of its node."""
    threads = max(config.torch_threads, config.table_threads)
    return {"CPU": threads, "GPU": 1} if config.device == "cuda" else {"CPU": threads}


def visit(work: Callable[[Run], Any], run: Sent) -> Returned:
    """Go on with a run in a folder of this machine that is there only for that."""
    with tempfile.TemporaryDirectory(prefix="hofspiele-run-") as place:
        path = Path(place) / "run" / run.path.name
        _write_files(path, run.files)
        agents = {
            name: file.lay_down(Path(place) / "agents" / str(number))
            for number, (name, file) in enumerate(run.agents.items())
        }
        result = None
        error: BaseException | None = None
        seen = cast(TextIO, _Renaming(sys.stdout, path, run.path))
        console = Console(file=seen, soft_wrap=True, markup=False)
        try:
            spec_of(run.config.game.name, own=True)
            with standing_in(agents):
                there = resumed_run(run.config, RunFolder(path), console)
                _check_modules(run)
                result = work(there)
        except KeyboardInterrupt as interrupt:
            error = interrupt
        except (RunError, ValueError) as refused:
            kind = type(refused) if isinstance(refused, RunError) else ValueError
            error = kind(str(refused).replace(str(path), str(run.path)))
        return Returned(_files_in(path), result, error)


def _check_modules(run: Sent) -> None:
    found = _modules(run.config)
    for name, sha256 in run.modules.items():
        if found.get(name) != sha256:
            raise ValueError(
                f"on {socket.gethostname()}: {name} is another there (SHA-256 "
                f"{found.get(name)}, expected {sha256}); copy its module to all nodes"
            )


class _Renaming(io.TextIOBase):
    """Writes on to another file, with the path that people will see."""

    def __init__(self, file: TextIO, path: Path, seen: Path):
        self._file, self._path, self._seen = file, str(path), str(seen)

    def write(self, text: str) -> int:
        self._file.write(text.replace(self._path, self._seen))
        return len(text)


def receive(returned: Returned, folder: RunFolder) -> Any:
    """Put what has come back in the place of what is in the run's folder.

    Returns:
        The result of the work.

    Raises:
        RunError, ValueError: as the work would have raised it here; or nothing can be written.
        KeyboardInterrupt: it was interrupted.
    """
    path = folder.path
    new = path / ".returned.tmp"
    with telling(path), Interrupts():
        _write_files(new, returned.files)
        for entry in new.iterdir():
            old = path / entry.name
            if old.is_dir():
                old.rename(path / f".{entry.name}.old.tmp")
            entry.replace(old)
        clear(path)
    if returned.error is not None:
        raise returned.error
    return returned.result


def _files_in(folder: Path) -> Files:
    """All but the lock and what is half-written."""
    paths = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {
        str(name): path.read_bytes()
        for name, path in paths.items()
        if not any(part.startswith(".") for part in name.parts)
    }


def _write_files(folder: Path, files: Files) -> None:
    for name, content in files.items():
        write_whole(folder / name, content)


class RunAway(Run):
    """A run that is carried out on a cluster, while its folder is kept here.

    Args:
        run: new, or gone on with.
        cluster: where; `where` is how the user named it.
    """

    def __init__(self, run: Run, cluster: "Cluster", where: str):
        super().__init__(run.config, run.parts, run.folder, run.console)
        self._cluster = cluster
        self._where = where

    def complete(self) -> list[Evaluation]:
        returned = self._cluster.call(
            visit,
            sent(self.config, self.folder),
            Run.complete,
            needs_of(self.config),
            lambda text: self.console.print(text, end=""),
        )
        evaluations: list[Evaluation] = receive(returned, self.folder)
        return evaluations

    def going_on(self) -> list[str]:
        return [*super().going_on(), override("cluster", self._where)]

    def progress(self) -> str:
        newest = self.checkpoints.newest()
        kept = "nothing is kept yet" if newest is None else f"{newest} is whole"
        return f"on the cluster, {kept}"
