"""All attacks, in the order of the printed table."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tools.hostile.components import change_components
from tools.hostile.files import spoil_files
from tools.hostile.interruptions import fail_to_write, kill
from tools.hostile.memory import play_on
from tools.hostile.records import change_records
from tools.hostile.server import damage_tables, send_nonsense


class Attack(NamedTuple):
    """An attack, which consists of random trials that can be repeated from their seeds.

    Attributes:
        name: name on the command line.
        about: what must be true in spite of the attack.
        trial: called as ``trial(rng, folder)`` with a new empty folder. It makes random attempts,
            returns their number, and raises an exception if the library fails to survive one.
        share: share of the total time, relative to the shares of the other attacks.
    """

    name: str
    about: str
    trial: Callable[[np.random.Generator, Path], int]
    share: int = 1

    def run(self, seed: int) -> int:
        """Run the trial with this seed and return the number of its attempts."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            return self.trial(np.random.default_rng(seed), Path(folder))


ATTACKS = (
    Attack("records", "changed game records are refused or can be replayed", change_records, 2),
    Attack("components", "changed component files are refused or playable", change_components, 2),
    Attack("kills", "killed commands can be resumed and lose no saved work", kill, 5),
    Attack("disks", "commands report failed writes and can be resumed", fail_to_write, 4),
    Attack("files", "corrupt or malicious files are refused and run no code", spoil_files, 4),
    Attack("sockets", "messages that no page sends change nothing", send_nonsense),
    Attack("tables", "corrupt tables are refused, and all others are served", damage_tables),
    Attack("memory", "memory does not grow while all interfaces play games", play_on, 2),
)


def discard_output() -> None:
    """Discard what this process prints, because servers report each corrupt table."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
