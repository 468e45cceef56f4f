"""The folder of a run: everything needed to resume or repeat the run.

======================  ==========================================================================
``config.yaml``         the complete configuration
``agents/``             copies of the agent files that the configuration names
``versions.json``       versions, git commit and machine; SHA-256 of own component files
``checkpoints/``        the last two checkpoints: weights, optimiser, the league's pool, progress
``curve.jsonl``         one line of logged metrics for each rollout
``tensorboard/``        these metrics for TensorBoard
``agent.safetensors``   the trained agent for play, not for resuming; see `players.agent_file`
``curve.png``           the learning curve
``evaluation.json``     evaluations of the agent; in `hofspiele exploit`, the first one of each
                        setup is against the exploited agent, and the gain is the win share minus
                        ``fair_share``
``games.jsonl``         a record of one typical game from each of these evaluations
======================  ==========================================================================
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hofspiele.envs.command_line.values import argument
from hofspiele.envs.core import Game
from hofspiele.training.files.lock import clear, is_unused, lock_folder
from hofspiele.training.files.read_write import read_json, write_json
from hofspiele.training.files.resumable_folder import start_time
from hofspiele.training.files.versions import components_sha256, versions
from hofspiele.training.players.agent_file import FILE_NAME
from hofspiele.training.runs.config_file import write_config
from hofspiele.training.settings.train import Train


class RunFolder:
    """The paths and files of one run."""

    def __init__(self, path: Path):
        self.path = path
        self.config = path / "config.yaml"
        self.versions = path / "versions.json"
        self.checkpoints = path / "checkpoints"
        self.curve = path / "curve.jsonl"
        self.curve_plot = path / "curve.png"
        self.tensorboard = path / "tensorboard"
        self.agent = path / FILE_NAME
        self.evaluation = path / "evaluation.json"
        self.games = path / "games.jsonl"

    @classmethod
    def new(cls, settings: Train) -> "RunFolder":
        """Return the folder for a new run, which is not created; raise ValueError if it is used."""
        spec = settings.game.spec
        counts = "-".join(map(str, settings.num_players or [spec.options[0].default]))
        name = settings.name or f"{spec.name}-{counts}p-seed{settings.seed}-{start_time()}"
        folder = cls(Path(settings.results) / name)
        folder._check_unused()
        return folder

    def create(self, settings: Train, games: Iterable[Game]) -> None:
        """Create and lock the folder with settings and versions; ValueError if it is in use."""
        self.lock()
        self._check_unused()  # Another process may have used the folder before the lock.
        # The configuration is written last, because it makes the folder resumable.
        write_json(self.versions, versions() | components_sha256(games))
        write_config(self.config, settings)

    def _check_unused(self) -> None:
        """Raise ValueError unless the folder is missing or only has a run that never started."""
        if not is_unused(self.path, {self.versions.name}):
            resume = f", or resume it with {argument('resume', str(self.path))}"
            raise ValueError(
                f"{self.path} already exists; choose another name=…"
                + (resume if self.config.is_file() else "")
            )

    @classmethod
    def existing(cls, path: str | Path) -> "RunFolder":
        """Lock and return an interrupted run's folder; raise ValueError if missing or in use."""
        folder = cls(Path(path))
        if not folder.config.is_file():
            raise ValueError(
                f"resume={path}: {folder.config} is missing, so there is nothing to resume; if "
                "the run was killed before it was set up, start a new one"
            )
        folder.lock("resume")
        return folder

    def lock(self, name: str = "results") -> None:
        """Lock the folder for this process and remove unfinished files; see `lock_folder`."""
        self._lock = lock_folder(self.path, name)
        clear(self.checkpoints)

    def unlock(self) -> None:
        """Let other runs use the folder."""
        self._lock.__exit__(None, None, None)

    @property
    def commit(self) -> str | None:
        """The git commit of the checkout in which the run started, or None if it is unknown."""
        commit = self._at_start("git_commit")
        return None if commit is None else str(commit)

    def check_components(self, games: Iterable[Game]) -> None:
        """Raise ValueError if a component file of `games` has changed since the run started."""
        before = self._at_start("components_sha256")
        for path, digest in components_sha256(games).get("components_sha256", {}).items():
            # Versions up to 1.0 have stored no digests.
            if isinstance(before, dict) and before.get(path) != digest:
                raise ValueError(
                    f"{path} has changed since this run started; restore it (SHA-256 "
                    f"{before.get(path)}) or start a new run"
                )

    def _at_start(self, name: str) -> Any:
        """Return an entry of the file of versions, or None if it is missing or unreadable."""
        try:
            return read_json(self.versions).get(name)
        except ValueError:
            return None
