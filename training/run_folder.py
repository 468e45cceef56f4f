"""The folder of a run: everything that is needed to go on with it and to repeat it.

======================  ==========================================================================
``config.yaml``         the whole configuration
``versions.json``       versions, git commit and machine
``checkpoint.zip``      the model with its optimiser at the last checkpoint
``snapshots.pt``        the opponents' pool at the last checkpoint
``curve.jsonl``         one line of figures for each rollout
``tensorboard/``        the same and the losses, for TensorBoard
``agent.zip``           the trained agent
``curve.png``           the learning curve
``evaluation.json``     how strong it is
======================  ==========================================================================
"""

import json
import platform
import subprocess
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from omegaconf import DictConfig, OmegaConf

import envs
from envs.core.files import replacing

_PACKAGES = (
    "numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib",
)  # fmt: skip


class RunFolder:
    """Paths and files of one run."""

    def __init__(self, path: Path):
        self.path = path
        self.config = path / "config.yaml"
        self.versions = path / "versions.json"
        self.checkpoint = path / "checkpoint.zip"
        self.snapshots = path / "snapshots.pt"
        self.curve = path / "curve.jsonl"
        self.curve_plot = path / "curve.png"
        self.tensorboard = path / "tensorboard"
        self.agent = path / "agent.zip"
        self.evaluation = path / "evaluation.json"

    @classmethod
    def create(cls, config: DictConfig) -> "RunFolder":
        """A new folder with configuration and versions; ValueError if it is there already."""
        started = datetime.now().strftime("%Y%m%d-%H%M%S")
        name = config.name or (
            f"{config.game.name}-{config.num_players}p-seed{config.seed}-{started}"
        )
        folder = cls(Path(config.results) / name)
        try:
            folder.path.mkdir(parents=True)
        except FileExistsError:
            raise ValueError(
                f"{folder.path} is there already; choose another name=… or go on with it by "
                f"resume={folder.path}"
            ) from None
        with replacing(folder.config) as temporary:
            OmegaConf.save(config, temporary)
        with replacing(folder.versions) as temporary:
            temporary.write_text(json.dumps(versions(), indent=2) + "\n")
        return folder

    @classmethod
    def existing(cls, path: str) -> "RunFolder":
        """The folder of an interrupted run; ValueError if it can't be gone on with.

        Without a checkpoint yet, the run begins anew.
        """
        folder = cls(Path(path))
        needed = [folder.config]
        if folder.checkpoint.is_file():
            needed.append(folder.snapshots)
        for file in needed:
            if not file.is_file():
                raise ValueError(f"resume={path}: {file} is missing, so there is nothing to resume")
        return folder


def versions() -> dict[str, Any]:
    """What this process runs on."""
    return {
        "hofspiele": envs.__version__,
        "git_commit": _git_commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        **{name: metadata.version(name) for name in _PACKAGES},
    }


def _git_commit() -> str | None:
    try:
        return subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
