"""Nonsense on the sockets of a server; it stands, and no game is changed."""

from pathlib import Path

import numpy as np

from tests.hostile.attack import Attack
from tests.tables.nonsense import nonsense
from tests.tables.servers import serving

_MESSAGES = 10_000


def _send_nonsense(rng: np.random.Generator, folder: Path) -> int:
    with serving(folder, folder) as server:
        return nonsense(server, rng, _MESSAGES)


# a few hundred are sent in tests/tables
ATTACKS = (Attack("nonsense-on-sockets", _send_nonsense, few=0),)
