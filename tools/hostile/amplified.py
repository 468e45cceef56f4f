"""Files of tensors that are small on disk but huge in memory or extremely slow to read.

They are read as agents, checkpoints and files of stable-baselines3 in a process whose memory is
measured. A read may take at most 512 MiB of memory plus four times the size of the file.
"""

import functools
import io
import resource
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from stable_baselines3 import PPO

from hofspiele import envs
from hofspiele.training.cli.command import _ending_clearly
from hofspiele.training.players.agent_file import load_agent
from hofspiele.training.players.sb3_file import load_sb3
from hofspiele.training.runs.checkpoints import Checkpoints
from tools.hostile.attack import Attack
from tools.hostile.bombs import Called, declared_larger, saved, zipped
from tools.hostile.damage import check_refused, copies
from tools.hostile.drawn import one_of
from tools.hostile.foreign import draw_place, sign
from tools.hostile.forks import call
from tools.hostile.works import TRAINING, done, new_folder

# Limits of a read: additional address space in bytes, and time in seconds on a busy machine.
_LIMITS: dict[str, Any] = {"limits": {"RLIMIT_AS": 1 << 30}, "seconds": 60}
_MOST_MEMORY = 512 << 20  # Maximum growth of memory in bytes; four times the file size is added.
_ROUNDS = 3


class Read(NamedTuple):
    """A kind of tensor file, and the function that reads it.

    Attributes:
        name: name of the kind.
        folder: returns a folder with undamaged files.
        file: glob pattern of the file that is read.
        read: reads the file from a folder in a child process.
        member: name of the member that `torch.save` wrote, or None if it wrote the whole file.
    """

    name: str
    folder: Callable[[], Path]
    file: str
    read: Callable[[Path], Any]
    member: str | None = None


def _read_agent(folder: Path) -> Any:
    return load_agent(folder / "run", envs.make("kou_ka_roi", num_players=2))


def _read_checkpoint(folder: Path) -> Any:
    return Checkpoints(folder / "run" / "checkpoints").read_newest()


def _read_sb3(folder: Path) -> Any:
    return load_sb3(folder / "ppo.zip", envs.make("kou_ka_roi", num_players=2))


@functools.cache
def _saved_by_sb3() -> Path:
    folder = new_folder()
    env = gymnasium.make("hofspiele/KouKaRoi-v0", num_players=2)
    PPO("MlpPolicy", env, n_steps=2, batch_size=2, device="cpu").save(folder / "ppo")
    return folder


READS = (
    Read("agent", done(TRAINING), "run/agent.pt", _read_agent),
    Read("model", done(TRAINING), "run/checkpoints/*768/model.pt", _read_checkpoint),
    Read("league", done(TRAINING), "run/checkpoints/*768/league.pt", _read_checkpoint),
    Read("sb3", _saved_by_sb3, "ppo.zip", _read_sb3, "policy.pth"),
)


def _read_measured(read: Callable[[Path], Any], folder: Path) -> None:
    """Read in a child process and print the peak growth of its memory in bytes."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with _ending_clearly():
            read(folder)
    finally:
        print(1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))


def _described(content: bytes, description: bytes) -> bytes:
    """Return the archive `content` with `description` as its `data.pkl`."""

    def described(name: str, held: bytes) -> bytes:
        return description if name.endswith("/data.pkl") else held

    return _with_members(content, described)


def _with_members(
    content: bytes, change: Callable[[str, bytes], bytes], compression: int = zipfile.ZIP_STORED
) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: change(name, archive.read(name)) for name in archive.namelist()}
    return zipped(members, compression)


def _compressed(content: bytes, rng: np.random.Generator) -> bytes:
    kind = one_of(rng, (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    size = int(rng.integers(64 << 20, 256 << 20))

    def grown(name: str, held: bytes) -> bytes:
        return held + bytes(size) if name.endswith(("data.pkl", "data/0", "policy.pth")) else held

    return _with_members(content, grown, compression=kind)


def _declared(content: bytes, rng: np.random.Generator) -> bytes:
    return declared_larger(content)


def _overlapping(content: bytes, rng: np.random.Generator) -> bytes:
    """Return an archive whose directory lists the largest member many times."""
    end = content.rindex(b"PK\5\6")
    first = int.from_bytes(content[end + 16 : end + 20], "little")
    directory = content[first:end]
    entries = [b"PK\1\2" + entry for entry in directory.split(b"PK\1\2")[1:]]
    largest = max(entries, key=lambda entry: int.from_bytes(entry[24:28], "little"))
    count = int(rng.integers(100, 65_000 - len(entries)))
    whole = b"".join([*entries, *[largest] * count])
    number = (len(entries) + count).to_bytes(2, "little")
    tail = content[end : end + 8] + 2 * number + len(whole).to_bytes(4, "little")
    return content[:first] + whole + tail + content[end + 16 :]


def _many_members(content: bytes, rng: np.random.Generator) -> bytes:
    return zipped({str(number): b"" for number in range(70_000)}, zipfile.ZIP_STORED)


def _repeated(content: bytes, rng: np.random.Generator) -> bytes:
    """Return an archive with a pickled list of many equal values, below or above the size limit."""
    codes = (
        b"}", b"]", b")", b"N", b"K\1", b"X\0\0\0\0", b"\x8a\0", b"q\0", b"h\0",
        b"ccollections\nOrderedDict\n)R",
    )  # fmt: skip
    code = one_of(rng, codes)
    count = int(rng.choice([1 << 20, (1 << 22) - 100, 1 << 25])) // len(code)
    return _described(content, b"\x80\x02]q\0(" + code * count + b"e.")


def _doubled(content: bytes, rng: np.random.Generator) -> bytes:
    """Return an archive of nested lists, tuples or mappings; each holds the previous one twice."""
    levels, kind = int(rng.integers(20, 120)), rng.integers(3)
    steps = (
        lambda n: b"]q%c(h%ch%ce" % (n + 1, n, n),
        lambda n: b"h%ch%c\x86q%c" % (n, n, n + 1),
        lambda n: b"}q%c(X\1\0\0\0ah%cX\1\0\0\0bh%cu" % (n + 1, n, n),
    )
    text = b"".join(map(steps[kind], range(levels)))
    return _described(content, b"\x80\x02X\5\0\0\0aaaaaq\0" + text + b".")


def _nested(content: bytes, rng: np.random.Generator) -> bytes:
    levels = int(rng.choice([10**3, 10**5, 10**6]))
    if rng.random() < 0.5:
        return _described(content, b"\x80\x02" + b"]" * levels + b"a" * (levels - 1) + b".")
    return _described(content, b"\x80\x02N" + b"\x85" * levels + b".")


def _lengths(content: bytes, rng: np.random.Generator) -> bytes:
    """Return an archive whose pickle states a huge length, integer or memo index."""
    huge = b"\xff\xff\xff\x7f"
    codes = (
        b"X" + huge, b"T" + huge, b"B" + huge, b"\x8b" + huge, b"\x8d" + huge * 2,
        b"\x96" + huge * 2, b"Nr" + huge, b"j" + huge, b"\x95" + huge * 2, b"\x8a\xff",
        b"\x8e" + huge * 2,
    )  # fmt: skip
    return _described(content, b"\x80\x02" + one_of(rng, codes) + b".")


def _called(content: bytes, rng: np.random.Generator) -> bytes:
    size = 10 ** int(rng.integers(8, 13))
    calls = (
        Called(bytearray, size), Called(bytes, size), Called(torch.Size, [size] * 9),
        Called(torch.UntypedStorage, size), Called(torch.FloatTensor, size),
        Called(torch.Tensor, size),
    )  # fmt: skip
    return _with_values(content, rng, one_of(rng, calls))


def _spread(content: bytes, rng: np.random.Generator) -> bytes:
    size = 10 ** int(rng.integers(3, 9))
    tensors = (
        torch.zeros(1).expand(size, size), torch.zeros(2 * 10**3).as_strided((999, 999), (1, 1)),
        torch.zeros(1).expand(*[1] * 60, size), torch.zeros(0, size),
        [torch.zeros(1 << 20)] * 1000, [torch.zeros(1 << 20).view(-1, 2)[:, 0]] * 500,
    )  # fmt: skip
    return _with_values(content, rng, one_of(rng, tensors))


def _layers(content: bytes, rng: np.random.Generator) -> bytes:
    """Return a file that describes a network with too many or too wide layers or entities."""
    count = int(rng.choice([99, 10**4, 2 * 10**5, 10**6]))
    row = list(range(int(rng.integers(1, 1000))))
    kind = {"columns": [row] * count, "actions": [[0]] * count, "interchangeable": True}
    changes: tuple[dict[str, Any], ...] = (
        {"policy": [1] * count}, {"policy": [10**6] * 50}, {"value": [1] * count},
        {"policy": [2**62, 2**62]}, {"policy": [10**30]}, {"observation_size": 2**20},
        {"entities": [kind], "entity_width": 2**20, "policy": [9, 9], "value": [9, 9]},
        {"entities": [kind] * 100, "entity_width": 1, "policy": [9, 9], "value": [9, 9]},
        {"entities": [kind | {"columns": [[0]]}] * count}, {"entity_width": 10**9},
    )  # fmt: skip
    values = torch.load(io.BytesIO(content), weights_only=True)
    if "network" not in values:
        return _spread(content, rng)
    change = one_of(rng, changes)
    architecture = "entities" if "entities" in change else "mlp"
    values["network"] |= {"architecture": architecture, "prior_temperature": 1.0} | change
    return saved(values)


def _with_values(content: bytes, rng: np.random.Generator, value: Any) -> bytes:
    values = torch.load(io.BytesIO(content), weights_only=True)
    place, name = draw_place(values, rng)
    place[name] = value
    return saved(values)


_WAYS: tuple[Callable[[bytes, np.random.Generator], bytes], ...] = (
    _compressed, _declared, _overlapping, _many_members, _repeated, _doubled, _nested, _lengths,
    _called, _spread, _layers,
)  # fmt: skip
# These work on any archive; the others need an archive that `torch.save` wrote.
_FOR_ANY_ARCHIVE = _WAYS[:4]


def _amplify(read: Read, rng: np.random.Generator, folder: Path) -> int:
    for copy, file in copies(read.folder(), read.file, _ROUNDS, rng, folder):
        way = one_of(rng, _WAYS)
        _amplify_file(file, read.member, way, rng)
        sign(file)
        ended = call(_read_measured, read.read, copy, **_LIMITS)
        what = f"{read.name}, {way.__name__}, {file.stat().st_size:,} bytes"
        try:
            check_refused(ended, file)
        except AssertionError as error:
            raise AssertionError(f"{what}: {error}") from error
        grown, most = int(ended.output), _MOST_MEMORY + 4 * file.stat().st_size
        assert grown <= most, f"{what}: took {grown:,} bytes, expected at most {most:,}"
    return _ROUNDS


def _amplify_file(
    file: Path,
    member: str | None,
    way: Callable[[bytes, np.random.Generator], bytes],
    rng: np.random.Generator,
) -> None:
    content = file.read_bytes()
    if member is None or (way in _FOR_ANY_ARCHIVE and rng.random() < 0.5):
        file.write_bytes(way(content, rng))
        return
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        inner = way(archive.read(member), rng)
    file.write_bytes(_with_members(content, lambda name, held: inner if name == member else held))


ATTACKS = tuple(
    Attack(f"amplified-{read.name}", functools.partial(_amplify, read), 0.5) for read in READS
)
