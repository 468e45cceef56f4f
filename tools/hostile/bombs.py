"""Contents of malicious files, which try to run code or to exhaust memory or time.

When their code runs, it creates `marker`, which is a file or a folder.
"""

import base64
import io
import json
import os
import pickle
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch


class Called:
    """An object whose pickle calls a function when it is read."""

    def __init__(self, function: Any, *arguments: Any):
        self._call = function, arguments

    def __reduce__(self) -> Any:
        return self._call


def bombs(marker: Path) -> tuple[Called, ...]:
    """Return objects that create the marker when they are unpickled."""
    touch = f"__import__('pathlib').Path({str(marker)!r}).touch()"
    return (
        Called(exec, touch),
        Called(os.system, f"touch {marker}"),
        Called(eval, touch),
        Called(os.mkdir, str(marker)),
    )


def saved(content: Any, **how: Any) -> bytes:
    """Return the bytes that `torch.save` writes."""
    written = io.BytesIO()
    torch.save(content, written, **how)
    return written.getvalue()


def zipped(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a ZIP archive of `members`, which are contents by name."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return written.getvalue()


def _arrays(**arrays: Any) -> bytes:
    written = io.BytesIO()
    np.savez(written, **{name: np.asarray(array) for name, array in arrays.items()})
    return written.getvalue()


def _npy(shape: str, kind: str = "<f8") -> bytes:
    header = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {shape}}}\n".encode()
    return b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header


def _scripted() -> bytes:
    written = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # TorchScript is deprecated.
        torch.jit.save(torch.jit.script(torch.nn.Linear(1, 1)), written)
    return written.getvalue()


def declared_larger(content: bytes) -> bytes:
    """Return the ZIP archive `content` with declared sizes of 4 GB for its members."""
    changed, at = bytearray(content), content.find(b"PK\1\2")
    while at >= 0:
        changed[at + 20 : at + 28] = b"\xf0\xff\xff\xff" * 2
        at = content.find(b"PK\1\2", at + 4)
    return bytes(changed)


def pickles(bomb: Called) -> dict[str, bytes]:
    """Return the pickled `bomb` in files of many formats, by name."""
    raw = pickle.dumps(bomb)
    objects = np.array([bomb, None], dtype=object)
    return {
        "pickle": raw,
        "pickle-of-text": pickle.dumps(bomb, 0),
        "torch": saved({"format": "hofspiele agent 4", "weights": bomb}),
        "torch-of-old": saved(bomb, _use_new_zipfile_serialization=False),
        "torch-by-hand": zipped(
            {"a/data.pkl": raw, "a/version": b"3\n", "a/byteorder": b"little"}, zipfile.ZIP_STORED
        ),
        "npz": _arrays(about=objects, outcomes=objects, scores=objects, ranks=objects),
        "npz-by-hand": zipped({"about.npy": _npy("(1,)", "|O") + raw}),
        "npy": _npy("(1,)", "|O") + raw,
        "joined": pickle.dumps({"weights": [1]}) + raw,
        "base64": base64.b64encode(raw),
    }  # fmt: skip


def texts(marker: Path) -> dict[str, bytes]:
    """Return text files that try to run code or to expand interpolations, by name."""
    touch = f"touch {marker}"
    found = {
        "yaml-apply": f'a: !!python/object/apply:os.system ["{touch}"]\n',
        "yaml-new": f'!!python/object/new:os.system ["{touch}"]\n',
        "yaml-name": "steps: !!python/name:os.system\n",
        "yaml-module": "steps: !!python/module:antigravity\n",
        "yaml-tag": "steps: !!binary bm8=\nseed: !unknown 1\n",
        "target": f"_target_: os.system\n_args_: ['{touch}']\ncommand: {touch}\n",
        "targets": f"seed: {{_target_: os.system, _args_: ['{touch}']}}\n"
        f"algorithm: {{_target_: os.system, command: '{touch}'}}\n",
        "resolver": "seed: ${oc.create:${oc.env:HOME}}\nsteps: ${eval:1}\nname: ${oc.env:PATH}\n",
        "circle": "seed: ${steps}\nsteps: ${seed}\n",
        "csv": f"deal,line_up,rotation,place,agent,rank,score\n0,0,0,0,=cmd|'/C {touch}'!A1,1,1\n",
        "csv-of-a-field": "deal," + "9" * 200_000 + "\n",
        "python": f"import os; os.system({touch!r})\n",
        "json-class": json.dumps({"py/object": "os.system", "py/reduce": [touch]}),
    }
    return {name: text.encode() for name, text in found.items()}


def giants() -> dict[str, bytes]:
    """Return files that are expensive to read or invalid, by name; most are small."""
    nested = {
        f"nested-{name}": left * 100_000 + right * 100_000
        for name, left, right in (("list", b"[", b"]"), ("mapping", b'{"a":', b"}"))
    }
    laughs = "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]\n" for n in range(9))
    zeros = bytes(256 << 20)
    endless = pickle.dumps([])[:-1] + b"(l" * 50_000 + b"."
    return {
        **nested,
        "nested-toml": b"a = " + b"[" * 100_000 + b"]" * 100_000,
        "laughs": b"a0: &a0 [a, a]\n" + laughs.encode(),
        "number": b'{"seed": ' + b"9" * 100_000 + b"}",
        "exponent": b"seed: 1e999999999\nsteps: 1e308\nnum_envs: 999999999999\n",
        "one-line": b"a" * (8 << 20),
        "zeros": zipped({"a/data.pkl": zeros, "a/version": b"3\n", "about.npy": zeros}),
        "declared": declared_larger(saved({"a": torch.zeros(4)})),
        "expanded": saved({"weights": {"a": torch.zeros(1).expand(10**6, 10**6)}}),
        "npz-shape": zipped({"about.npy": _npy("(1000000, 10000000)")}),
        "npz-negative": zipped({"about.npy": _npy("(-1, 8)")}),
        "stack": endless,
        "memo": b"\x80\x04r\xff\xff\xff\x7fN.",
        "text-of-pickle": b"\x80\x04\x8d" + (1 << 60).to_bytes(8, "little") + b".",
    }


def others() -> dict[str, bytes]:
    """Return a TorchScript archive and the start of an ELF program, by name."""
    return {"torch-script": _scripted(), "elf": b"\x7fELF\2\1\1" + bytes(64)}


def write_bombs(folder: Path, marker: Path) -> list[Path]:
    """Create `folder`, write all malicious files to it, and return their paths."""
    found = {**texts(marker), **giants(), **others()}
    for way, bomb in enumerate(bombs(marker)):
        found |= {f"{name}-{way}": content for name, content in pickles(bomb).items()}
    folder.mkdir()
    for name, content in found.items():
        (folder / name).write_bytes(content)
    return sorted(folder.iterdir())
