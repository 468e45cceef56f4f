"""Check what a release installs: `python -m tools.release_check [TRIAL …]` (`make release-check`).

It builds the sdist, and the wheel from it, and checks both with twine. Each trial installs the
wheel with no, one or two extras in a new virtual environment, checks the versions of its
requirements, and runs commands in an empty folder. Arguments name trials by their extras, such as
``train,tune``; ``none`` has no extra. Environments use the Python that runs this program. The
newest versions are installed unless pip's variable `PIP_CONSTRAINT` names a file such as
constraints.txt. But that file pins a newer Gymnasium than RLlib allows, so the trial ``train,ray``
needs .venv-ray/constraints.txt, which `make test-ray` writes.

A trial ends at its first failure, and the report names all trials that failed.
"""

import os
import platform
import re
import shlex
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
_SMALL = (
    "experiment=plain num_envs=16 algorithm.n_steps=16 algorithm.batch_size=256 steps=256 "
    "evaluation.games=12"
)
_TRAIN = f"hofspiele train game=kou_ka_roi num_players=2 name=run {_SMALL}"
# The command that checks the versions of a trial's packages.
PIP_CHECK = "python -m pip check"
# The commands of each trial, by its extras. The last three extras are only useful in a checkout.
TRIALS = {
    "none": (
        "hofspiele selfcheck",
        "hofspiele games",
        "hofspiele components kardinal to=board.toml",
        "hofspiele watch kardinal num_players=3 components=board.toml pace=0 record=games.jsonl",
        "hofspiele replay games.jsonl to=html",
        "python -m hofspiele.console --version",
    ),
    "agents": ("hofspiele watch kou_ka_roi agents=trained,greedy num_players=2 pace=0",),
    "render": (
        "hofspiele watch kou_ka_roi num_players=2 pace=0 record=games.jsonl",
        "hofspiele replay games.jsonl to=png",
        "hofspiele replay games.jsonl to=gif",
        "hofspiele replay games.jsonl to=mp4",
    ),
    "play": ("hofspiele serve port=0 open=false",),
    "openspiel": (
        "python -c 'import hofspiele.envs.open_spiel, pyspiel; "
        'print(pyspiel.load_game("hofspiele_knatsch"))\'',
    ),
    "eval": (
        "hofspiele evaluate game=kou_ka_roi agent=trained num_players=2 games=12 plot=ranks.png",
        "hofspiele tournament game=kou_ka_roi num_players=2 agents=[random,greedy] games=12",
        "hofspiele scorecard --help",
    ),
    "train": (
        _TRAIN,
        "hofspiele train resume=results/run steps=512",
        f"hofspiele exploit agent=results/run name=response {_SMALL}",
    ),
    "train,export": (
        _TRAIN,
        "hofspiele export agent=results/run to=agent.onnx positions=64",
        "hofspiele evaluate game=kou_ka_roi agent=agent.onnx num_players=2 games=12",
    ),
    "train,tune": (f"hofspiele tune game=kou_ka_roi num_players=2 trials=1 {_SMALL}",),
    "eval,dataset": (
        "hofspiele dataset game=kou_ka_roi num_players=2 agents=[random] games=4 to=data",
    ),
    "train,ray": (
        f"hofspiele rllib game=kou_ka_roi num_players=2 {_SMALL}",
        "hofspiele evaluate game=kou_ka_roi agent=greedy games=12 cluster=local",
    ),
    "bench": ("python -c 'import jax, pgx, pyspiel'",),
    "docs": ("python -c 'import furo, myst_parser, nbconvert, networkx, sphinx'",),
    "dev": ("pytest --version", "python -c 'import hypothesis, playwright, xdist'"),
}


class CommandError(Exception):
    """A command that failed, with its output."""


def main() -> None:
    """Build, check and try the package; exit with an error if anything fails."""
    chosen = sys.argv[1:] or list(TRIALS)
    if unknown := set(chosen) - set(TRIALS):
        expected = ", ".join(TRIALS)
        sys.exit(f"error: trials are {sorted(unknown)}, expected one or more of {expected}")
    report = []
    with tempfile.TemporaryDirectory(prefix="hofspiele-release-") as temporary:
        try:
            wheel = built(Path(temporary))
        except CommandError as error:
            sys.exit(f"error: {error}")
        for extras in chosen:
            started = time.monotonic()
            with tempfile.TemporaryDirectory(dir=temporary) as folder:
                failure = try_out(wheel, extras, Path(folder))
            report.append((extras, failure, time.monotonic() - started))
    print(f"\n{wheel.name} on Python {platform.python_version()}:")
    for extras, failure, seconds in report:
        print(f"  {extras:14} {'failed' if failure else 'passed'} after {seconds:.0f} s")
    failures = [f"{extras}: {failure}" for extras, failure, _ in report if failure]
    if failures:
        sys.exit("\n".join([f"error: {len(failures)} of {len(report)} trials failed", *failures]))


def built(folder: Path) -> Path:
    """Build sdist and wheel in `folder`, check them, and return the path of the wheel."""
    programs = environment(folder / "tools", "build", "twine")
    run(shlex.join(["pyproject-build", "--outdir", str(folder), str(CHECKOUT)]), programs)
    files = sorted(folder.glob("hofspiele-*"))
    run(shlex.join(["twine", "check", "--strict", *map(str, files)]), programs)
    return next(file for file in files if file.suffix == ".whl")


def try_out(wheel: Path, extras: str, folder: Path) -> CommandError | None:
    """Install `wheel` with `extras` in a new environment in `folder` and run the commands.

    Return the first failure, or None.
    """
    print(f"\n{extras}:", flush=True)
    empty = folder / "empty"
    empty.mkdir()
    try:
        what = str(wheel) if extras == "none" else f"{wheel}[{extras}]"
        programs = environment(folder / "venv", what)
        run(PIP_CHECK, programs)
        for command in TRIALS[extras]:
            (serve if command.startswith("hofspiele serve") else run)(command, programs, empty)
    except CommandError as error:
        return error
    return None


def environment(folder: Path, *packages: str) -> Path:
    """Create a virtual environment with `packages` and return its folder of programs."""
    run(shlex.join(["python", "-m", "venv", str(folder)]), Path(sys.executable).parent)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(shlex.join(["pip", "install", "-q", *packages]), programs)
    return programs


def run(command: str, programs: Path, folder: Path | None = None) -> None:
    """Run a command from `programs` in `folder`, or in the current folder.

    Raises:
        CommandError: the command failed.
    """
    started = time.monotonic()
    done = subprocess.run(
        arguments(command, programs),
        cwd=folder,
        env=clean(),
        input="",
        capture_output=True,
        text=True,
    )
    print(f"  {time.monotonic() - started:5.1f} s  {command}", flush=True)
    if done.returncode:
        output = f"{done.stdout}\n{done.stderr}".strip()
        raise CommandError(f"{command}: exit status {done.returncode}\n{output}")


def serve(command: str, programs: Path, folder: Path) -> None:
    """Run a server, read its page, and end it; raise CommandError if there is no page."""
    with subprocess.Popen(
        arguments(command, programs), cwd=folder, env=clean(), stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            line = next((line for line in server.stdout if "http://" in line), "")
            found = re.search(r"http://\S+", line)
            if found is None:
                raise CommandError(f"{command}: the server has not printed its address")
            with urllib.request.urlopen(found[0]) as page:
                print(f"         {command}: {len(page.read())} bytes", flush=True)
        except OSError as error:
            raise CommandError(f"{command}: {error}") from error
        finally:
            server.terminate()


def arguments(command: str, programs: Path) -> Sequence[str]:
    """Return the words of a command, with the path of its program as the first."""
    program, *rest = shlex.split(command)
    return [str(programs / program), *rest]


def clean() -> dict[str, str]:
    """Return the environment without Python's variables, which could point to the checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


if __name__ == "__main__":
    main()
