"""Changed and malicious contents of files and messages."""

import json
import os
import pickle
import re
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

# Characters that control terminals, are invisible, or change the direction of text.
STRANGE_TEXT = st.text(st.characters(categories=["Cc", "Cf", "Co", "Cs", "Zl", "So"]), min_size=1)
NONSENSE = STRANGE_TEXT | st.sampled_from(
    [
        None, True, -1, 0, 7, 999, 32768, 2**63, 10**30, 1.5, 1e308, float("nan"), "", "0", "null",
        "x" * 300, "king", "red", "../..", "%s", "\x1b[2J", [], {}, [[]], [1], {"": 0}, [10**7] * 2,
    ]
)  # fmt: skip
_WORD = re.compile(r'"[^"\n]*"|[\w.+-]+|.', re.DOTALL)


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """Draw `content` with a few parts removed, inserted, copied or overwritten, or cut off."""
    for _ in range(draw(st.integers(1, 3))):
        places = st.integers(0, len(content))
        length = st.sampled_from([0, 1, 2, 30, 1000, len(content)])
        start, other = draw(places), draw(places)
        copied = content[other : other + draw(length)]
        part = draw(st.just(b"") | st.just(copied) | st.binary(max_size=20))
        content = content[:start] + part + content[start + draw(length) :]
    return content


@st.composite
def reworded(draw: st.DrawFn, content: bytes) -> bytes:
    """Draw a text, such as JSON or TOML, with a few words replaced by other words or nonsense."""
    words = _WORD.findall(content.decode())
    for _ in range(draw(st.integers(1, 3))):
        word = draw(NONSENSE.map(json.dumps) | st.sampled_from(words) | st.just(""))
        words[draw(st.integers(0, len(words) - 1))] = word
    return "".join(words).encode()


class Called:
    """An object whose pickle calls a function when it is read."""

    def __init__(self, function: Any, *arguments: Any):
        self._call = function, arguments

    def __reduce__(self) -> Any:
        return self._call


def malicious(marker: Path) -> list[bytes]:
    """Return contents that create the folder `marker`, or take too much memory or time."""
    code = f"mkdir {marker}"
    aliases = "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]\n" for n in range(9))
    return [
        pickle.dumps(Called(os.mkdir, str(marker))),
        pickle.dumps(Called(os.mkdir, str(marker)), 0),
        f'a: !!python/object/apply:os.system ["{code}"]\n'.encode(),
        f"_target_: os.system\n_args_: ['{code}']\n".encode(),
        json.dumps({"py/object": "os.system", "py/reduce": [code]}).encode(),
        b"seed: ${steps}\nsteps: ${seed}\n",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000 + b"}" * 100_000,
        f"a0: &a0 [a, a]\n{aliases}".encode(),
        b'{"seed": ' + b"9" * 100_000 + b"}",
        b"seed: 1e999999999\nsteps: 1e308\nnum_envs: 999999999999\n",
        b"a" * (8 << 20),
        b"\x80\x04r\xff\xff\xff\x7fN.",
        b"\x80\x04\x8d" + (1 << 60).to_bytes(8, "little") + b".",
    ]


def nested(depth: int) -> list[Any]:
    """Return a list that is nested `depth` times."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value
