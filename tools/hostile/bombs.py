"""Contents of malicious files, which try to run code or to exhaust memory or time."""

import io
import json
import os
import pickle
import zipfile
from pathlib import Path
from typing import Any

import torch


class Called:
    """An object whose pickle calls a function when it is read."""

    def __init__(self, function: Any, *arguments: Any):
        self._call = function, arguments

    def __reduce__(self) -> Any:
        return self._call


def saved(content: Any, **how: Any) -> bytes:
    """Return the bytes that `torch.save` writes."""
    written = io.BytesIO()
    torch.save(content, written, **how)
    return written.getvalue()


def bombs(marker: Path) -> dict[str, bytes]:
    """Return malicious files by name; their code creates the folder `marker` when it runs."""
    return {**_pickles(marker), **_texts(marker), **_giants()}


def _pickles(marker: Path) -> dict[str, bytes]:
    """Return a pickle that calls a function, in several formats."""
    bomb = Called(os.mkdir, str(marker))
    raw = pickle.dumps(bomb)
    return {
        "pickle": raw,
        "pickle-of-text": pickle.dumps(bomb, 0),
        "joined": pickle.dumps({"weights": [1]}) + raw,
        "torch": saved({"format": "hofspiele agent 4", "weights": bomb}),
        "torch-of-old": saved(bomb, _use_new_zipfile_serialization=False),
        "torch-by-hand": _zipped({"a/data.pkl": raw, "a/version": b"3\n"}),
    }


def _texts(marker: Path) -> dict[str, bytes]:
    """Return text files that try to run code or to expand interpolations."""
    command = f"mkdir {marker}"
    found = {
        "yaml-apply": f'a: !!python/object/apply:os.system ["{command}"]\n',
        "yaml-new": f'!!python/object/new:os.system ["{command}"]\n',
        "yaml-name": "steps: !!python/name:os.system\n",
        "target": f"_target_: os.system\n_args_: ['{command}']\n",
        "targets": f"seed: {{_target_: os.system, _args_: ['{command}']}}\n",
        "resolver": "seed: ${oc.create:${oc.env:HOME}}\nsteps: ${eval:1}\nname: ${oc.env:PATH}\n",
        "circle": "seed: ${steps}\nsteps: ${seed}\n",
        "json-class": json.dumps({"py/object": "os.system", "py/reduce": [command]}),
    }
    return {name: text.encode() for name, text in found.items()}


def _giants() -> dict[str, bytes]:
    """Return files that are expensive to read or invalid; most are small."""
    laughs = "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]\n" for n in range(9))
    return {
        "nested-list": b"[" * 100_000 + b"]" * 100_000,
        "nested-mapping": b'{"a":' * 100_000 + b"}" * 100_000,
        "laughs": b"a0: &a0 [a, a]\n" + laughs.encode(),
        "number": b'{"seed": ' + b"9" * 100_000 + b"}",
        "exponent": b"seed: 1e999999999\nsteps: 1e308\nnum_envs: 999999999999\n",
        "field": b"deal," + b"9" * 200_000 + b"\n",
        "one-line": b"a" * (8 << 20),
        "declared": _declared_larger(saved({"a": torch.zeros(4)})),
        "expanded": saved({"weights": {"a": torch.zeros(1).expand(10**6, 10**6)}}),
        "stack": pickle.dumps([])[:-1] + b"(l" * 50_000 + b".",
        "memo": b"\x80\x04r\xff\xff\xff\x7fN.",
        "text-of-pickle": b"\x80\x04\x8d" + (1 << 60).to_bytes(8, "little") + b".",
    }


def _zipped(members: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return written.getvalue()


def _declared_larger(content: bytes) -> bytes:
    """Return the ZIP archive `content` with declared sizes of 4 GB for its members."""
    changed, at = bytearray(content), content.find(b"PK\1\2")
    while at >= 0:
        changed[at + 20 : at + 28] = b"\xf0\xff\xff\xff" * 2
        at = content.find(b"PK\1\2", at + 4)
    return bytes(changed)
