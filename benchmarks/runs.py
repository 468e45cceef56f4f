"""Training runs of benchmarks, which are kept, so that the same command resumes after Ctrl-C."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from hofspiele.training.cli.quoting import override
from hofspiele.training.runs.folder import RunFolder


def finished_run(command: str, path: Path, values: Sequence[str]) -> RunFolder:
    """Run or resume ``hofspiele command`` unless it has ended; raise ValueError if it fails."""
    folder = RunFolder(path)
    if not folder.evaluation.exists():
        place = [override("results", str(path.parent)), override("name", path.name)]
        resumed = [override("resume", str(path))]
        given = resumed if folder.config.exists() else [*values, *place]
        call = [sys.executable, "-m", "hofspiele.console", command, *given]
        if subprocess.run(call, stdout=sys.stderr).returncode != 0:
            raise ValueError(f"hofspiele {command} in {path} failed; see its message above")
    return folder
