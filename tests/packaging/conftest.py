import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.packaging.environments import CHECKOUT, run


class Built(NamedTuple):
    wheel: Path
    sdist: Path


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Build an sdist, and a wheel from the sdist, and return their paths."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, CHECKOUT, folder=folder)
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    return Built(wheel, sdist)
