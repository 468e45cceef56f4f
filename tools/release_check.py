"""Check what a release installs: `python -m tools.release_check [TRIAL …]` (`make release-check`).

Builds the sdist, and the wheel from it, and checks both with twine. Each trial installs the wheel
with no, one or two extras in a new virtual environment, checks the versions of its requirements,
and runs commands in an empty folder. Arguments name trials by their extras, such as ``train,tune``;
``none`` has no extra. The newest versions are installed unless pip's variable `PIP_CONSTRAINT`
names a file such as constraints.txt.
"""

import os
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
_SMALL = "num_envs=16 algorithm.n_steps=16 algorithm.batch_size=256 steps=256 evaluation.games=12"
_TRAIN = f"hofspiele train game=kou_ka_roi num_players=2 name=run {_SMALL}"
# The commands of each trial, by its extras. The extras of the last three serve the checkout only.
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
    "train": (
        _TRAIN,
        "hofspiele train resume=results/run steps=512",
        "hofspiele evaluate agent=results/run num_players=2 games=12",
        "hofspiele tournament game=kou_ka_roi num_players=2 agents=[random,greedy] games=12",
        "hofspiele scorecard --help",
        f"hofspiele exploit agent=results/run name=response {_SMALL}",
    ),
    "train,agents": (
        _TRAIN,
        "hofspiele export agent=results/run to=agent.onnx positions=64",
        "hofspiele evaluate game=kou_ka_roi agent=agent.onnx num_players=2 games=12",
    ),
    "train,tune": (f"hofspiele tune game=kou_ka_roi num_players=2 trials=1 {_SMALL}",),
    "train,dataset": (
        "hofspiele dataset game=kou_ka_roi num_players=2 agents=[random] games=4 to=data",
    ),
    "train,ray": (
        "hofspiele rllib game=kou_ka_roi num_players=2 num_envs=16 steps=256 evaluation.games=12",
    ),
    "bench": (),
    "docs": (),
    "dev": (),
}


def main() -> None:
    """Build, check and try the package; exit with an error at the first failure."""
    chosen = sys.argv[1:] or list(TRIALS)
    if unknown := set(chosen) - set(TRIALS):
        sys.exit(f"error: trials are {sorted(unknown)}, expected some of {', '.join(TRIALS)}")
    with tempfile.TemporaryDirectory(prefix="hofspiele-release-") as temporary:
        wheel = built(Path(temporary))
        for extras in chosen:
            with tempfile.TemporaryDirectory(dir=temporary) as folder:
                try_out(wheel, extras, Path(folder))
    print(f"{wheel.name} is ready: {len(chosen)} of {len(TRIALS)} trials have passed")


def built(folder: Path) -> Path:
    """Build sdist and wheel in `folder`, check them, and return the path of the wheel."""
    programs = environment(folder / "tools", "build", "twine")
    run(f"python -m build --outdir {folder} {CHECKOUT}", programs, folder)
    files = sorted(folder.glob("hofspiele-*"))
    run(shlex.join(["twine", "check", "--strict", *map(str, files)]), programs, folder)
    return next(file for file in files if file.suffix == ".whl")


def try_out(wheel: Path, extras: str, folder: Path) -> None:
    """Install `wheel` with `extras` in a new environment in `folder` and run the commands."""
    what = str(wheel) if extras == "none" else f"{wheel}[{extras}]"
    print(f"\n{extras}:", flush=True)
    programs = environment(folder / "venv", what)
    run("python -m pip check", programs, folder)
    empty = folder / "empty"
    empty.mkdir()
    for command in TRIALS[extras]:
        (serve if command.startswith("hofspiele serve") else run)(command, programs, empty)


def environment(folder: Path, *packages: str) -> Path:
    """Create a virtual environment with `packages` and return its folder of programs."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(shlex.join(["python", "-m", "pip", "install", "-q", *packages]), programs, folder)
    return programs


def run(command: str, programs: Path, folder: Path) -> None:
    """Run a command of an environment in `folder`; exit with its output if it fails."""
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
        sys.exit(f"error: exit status {done.returncode}\n{done.stdout}\n{done.stderr}")


def serve(command: str, programs: Path, folder: Path) -> None:
    """Run a server, read its page, and end it; exit with its output if this fails."""
    with subprocess.Popen(
        arguments(command, programs), cwd=folder, env=clean(), stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            line = next((line for line in server.stdout if "http://" in line), "")
            found = re.search(r"http://\S+", line)
            if found is None:
                sys.exit("error: the server has not printed its address")
            with urllib.request.urlopen(found[0]) as page:
                print(f"         {command}: {len(page.read())} bytes", flush=True)
        finally:
            server.terminate()


def arguments(command: str, programs: Path) -> Sequence[str]:
    """Return the words of a command, the first as the path of a program."""
    program, *rest = shlex.split(command)
    return [str(programs / program), *rest]


def clean() -> dict[str, str]:
    """Return the environment variables without Python's, which could lead to the checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


if __name__ == "__main__":
    main()
