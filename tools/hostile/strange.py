"""Random text with control characters, lone surrogates and characters that reverse a line."""

import numpy as np

from tools.hostile.drawn import one_of

_RANGES = (
    (0, 32), (127, 160), (0x200B, 0x2010), (0x2028, 0x202F), (0x2066, 0x206A), (0xD800, 0xE000),
    (0xE000, 0xE010), (0xFFF9, 0x10000), (0x1F300, 0x1F310), (0xE0001, 0xE0080), (32, 127),
)  # fmt: skip
_WHOLE = ("\x1b[2J\x1b[1;1H", "\x1b]0;title\x07", "\x9b31m", "\r\n", "\x1b[8m", "\u202e", "\x1bc")


def strange_text(rng: np.random.Generator) -> str:
    """Draw 1 to 7 characters from `_RANGES` (half-open) or terminal commands from `_WHOLE`."""
    pieces = []
    for _ in range(int(rng.integers(1, 8))):
        first, end = one_of(rng, _RANGES)
        pieces.append(
            one_of(rng, _WHOLE) if rng.random() < 0.2 else chr(int(rng.integers(first, end)))
        )
    return "".join(pieces)


def check_printable(text: str) -> None:
    """Check that all characters of `text` are printable, except line breaks."""
    obeyed = {letter for letter in text if not letter.isprintable()} - {"\n"}
    assert not obeyed, f"found control characters {obeyed} in {text[:500]!r}"
