"""Agent files: weights in the format of safetensors, with a JSON header.

A file contains what is needed for playing, but not for resuming training. Reading it runs no code.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Self

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors import numpy as tensors

from hofspiele import envs
from hofspiele.envs.command_line.parse import parse
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.training.files.read_write import in_a_line, naming, write_file
from hofspiele.training.files.versions import fingerprint
from hofspiele.training.networks.layers import Weights, has_values
from hofspiele.training.settings.train import Network

FILE_NAME, SUFFIX = "agent.safetensors", ".safetensors"
# The rewards that a search can maximise. The user's own would have to be imported.
_OF_CRITICS = ("outcome", "outcome_and_margin")
# The key of the JSON header among the metadata of safetensors.
_HEADER = "hofspiele agent"
# Maximum size of a file in bytes. Networks for our games are far smaller.
MOST_BYTES = 2**28


@dataclass(frozen=True)
class Header:
    """The header of an agent file."""

    game: str = setting(REQUIRED, "name of the game")
    setups: list[dict[str, Any]] = setting(
        [],
        "options of each setup in which the agent was trained; commands play in the first one by "
        "default",
    )
    fingerprint: str = setting(REQUIRED, "see `fingerprint`")
    hofspiele: str = setting(REQUIRED, "version that wrote the file")
    network: Network = setting(Network(), "settings of the network")
    use_solver: bool = setting(
        False, "whether the heuristic takes solved decisions; see `SolverAssistedAgent`"
    )
    reward: str = setting("outcome", "reward that the value network predicts; see `reward_of`")
    recipe: Any = setting(None, "configuration of the training, only for information")
    commit: str | None = setting(
        None,
        "Git commit of the checkout in which the training started, marked -dirty if files had "
        "changed",
    )


@dataclass(frozen=True)
class AgentFile(Header):
    """The content of an agent file: its header, and the weights of the network by name, float32."""

    weights: Weights = field(default_factory=dict)

    @classmethod
    def of(cls, games: Sequence[Game], network: Network, weights: Weights, **more: Any) -> Self:
        """Return the content for an agent that was trained in `games`, variants of one game."""
        return cls(
            game=games[0].name,
            setups=[game.options for game in games],
            fingerprint=fingerprint(games[0]),
            hofspiele=envs.__version__,
            network=network,
            weights=weights,
            **more,
        )

    @property
    def has_values(self) -> bool:
        """Whether the weights include those of the value network."""
        return has_values(self.weights)

    @property
    def predicts_outcomes(self) -> bool:
        """Whether there is a value network, and it predicts outcomes instead of another reward."""
        return self.has_values and self.reward == "outcome"

    @property
    def has_critic(self) -> bool:
        """Whether there is a value network that can judge positions of a search."""
        return self.has_values and self.reward in _OF_CRITICS

    def header(self) -> dict[str, Any]:
        """Return the header as JSON-serialisable values."""
        return asdict(Header(*(getattr(self, entry.name) for entry in fields(Header))))

    def write(self, path: Path) -> None:
        """Write the file to `path`, replacing a file there only when everything is written."""
        arrays = {name: np.asarray(array, order="C") for name, array in self.weights.items()}
        write_file(path, tensors.save(arrays, {_HEADER: json.dumps(self.header())}))

    @classmethod
    def read(cls, file: Path) -> "AgentFile":
        """Return the content of `file`; raise ValueError if it is corrupt or no agent file."""
        with naming(file):
            header, weights = _read(file)
            for name, array in weights.items():
                if not np.isfinite(array).all():
                    raise ValueError(
                        f"{name} contains NaN or infinity: training diverged, or the file is "
                        "corrupt; train a new agent"
                    )
            return cls(**vars(parse(header, Header)), weights=weights)

    def check_fits(self, game: Game) -> None:
        """Raise ValueError unless the agent was trained for this game in this version."""
        expected = fingerprint(game)
        if self.game != game.name:
            raise ValueError(f"this agent plays {self.game}, not {game.name}")
        if self.fingerprint != expected:
            raise ValueError(
                f"this agent was trained with hofspiele {self.hofspiele} for other components or "
                f"another version of {game!r} (fingerprint {self.fingerprint}, expected "
                f"{expected}); train a new agent"
            )


def _read(file: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    if (size := file.stat().st_size) > MOST_BYTES:
        raise ValueError(f"it has {size:,} bytes, expected at most {MOST_BYTES:,}")
    try:
        with safe_open(file, "numpy") as opened:
            header = json.loads(opened.metadata()[_HEADER])
            weights = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
            weights = {name: array.astype(np.float32) for name, array in weights.items()}
        if not isinstance(header, dict):
            raise TypeError(f"the header is {shown(header)}")
    except (SafetensorError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(
            f"not an agent file, or corrupt ({in_a_line(error)}); expected a file that training "
            f"wrote as {FILE_NAME}"
        ) from error
    return header, weights


def find_file(path: str | Path) -> Path:
    """Return the agent file at `path` (a run folder or a file); raise ValueError if missing."""
    path = Path(path)
    file = path / FILE_NAME if path.is_dir() else path
    if file.is_file():
        return file
    message = f"agent is {path}, expected an agent file, or a folder containing {FILE_NAME}"
    if (path / "config.yaml").is_file():
        message += "; this run is unfinished; finish it with the command that started it"
    raise ValueError(message)


def sha256_of(file: Path) -> str:
    """Return the SHA-256 of a file, which identifies the file in results."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
