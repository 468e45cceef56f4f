"""What a release installs: the wheel with no, one or two extras in new environments.

Only `make release-check` runs these tests, with the newest versions of all packages. They write
what each extra installs to the table on the start page of the documentation.
"""

import csv
import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request

import pytest

from tests.packaging.environments import (
    CHECKOUT,
    VARIABLES,
    bytes_below,
    environment,
    install,
    metadata_of,
    packages_of,
    pip,
    run,
)
from tests.pages import README, blocks

pytestmark = pytest.mark.release

# The numbers of packages, their size and the time of their installation, for each trial.
TABLE = CHECKOUT / "docs" / "extras.csv"
# The interpreter of the new environments.
PYTHON = os.environ.get("PYTHON", sys.executable)
SMALL = (
    "experiment=plain num_envs=16 algorithm.n_steps=16 algorithm.batch_size=256 steps=256 "
    "evaluation.games=12"
)
TRAIN = f"hofspiele train game=kou_ka_roi num_players=2 name=run {SMALL}"
# This needs no GPU.
COMPILE_FOR_GPU = (
    "python -c 'from hofspiele import envs; from hofspiele.envs.gpu.ahead import compile_for_gpu; "
    'print(compile_for_gpu(envs.make("kou_ka_roi")))\''
)
# The commands of each trial, by its extras. The last three extras are only useful in a checkout.
TRIALS = {
    "none": (
        "hofspiele selfcheck",
        "hofspiele games",
        "hofspiele components kardinal to=board.toml",
        "hofspiele example gymnasium_wrappers",
        "python gymnasium_wrappers.py 20",
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
        "python -c 'import torch; assert torch.version.cuda is None'",
        TRAIN,
        "hofspiele train resume=results/run steps=512",
        f"hofspiele exploit agent=results/run name=response {SMALL}",
    ),
    "train,export": (
        TRAIN,
        "hofspiele export agent=results/run to=agent.onnx positions=64",
        "hofspiele evaluate game=kou_ka_roi agent=agent.onnx num_players=2 games=12",
    ),
    "train,tune": (f"hofspiele tune game=kou_ka_roi num_players=2 trials=1 {SMALL}",),
    "eval,dataset": (
        "hofspiele dataset game=kou_ka_roi num_players=2 agents=[random] games=4 to=data",
    ),
    "train,ray": (
        f"hofspiele rllib game=kou_ka_roi num_players=2 {SMALL}",
        "hofspiele evaluate game=kou_ka_roi agent=greedy games=12 cluster=local",
    ),
    "gpu-cu12": (COMPILE_FOR_GPU,),
    "gpu-cu13": (COMPILE_FOR_GPU,),
    "bench": ("python -c 'import jax, pgx, pyspiel'",),
    "docs": ("python -c 'import furo, myst_parser, nbconvert, networkx, sphinx'",),
    "dev": ("pytest --version", "python -c 'import hypothesis, playwright, xdist'"),
}


def test_twine_accepts_the_packages(built, tmp_path):
    python = environment(tmp_path, PYTHON)
    install(python, "twine", tmp_path)
    run(python, "-m", "twine", "check", "--strict", *built, folder=tmp_path)


def test_links_of_the_metadata_lead_to_files(built, tmp_path):
    """The links are made as soon as pyproject.toml has the address of the repository."""
    shutil.unpack_archive(built.sdist, tmp_path)
    (sources,) = tmp_path.iterdir()
    project, address = sources / "pyproject.toml", "https://example.org/hofspiele"
    text, times = re.subn(
        "^repository = .*$", f'repository = "{address}"', project.read_text("utf-8"), flags=re.M
    )
    assert times == 1
    project.write_text(text, "utf-8")
    command = ("-m", "build", "--wheel", "--outdir", tmp_path, sources)
    run(sys.executable, *command, folder=tmp_path)
    metadata = metadata_of(*tmp_path.glob("*.whl"))
    links = re.findall(r"\]\(([^)\s#]+)", metadata.get_payload())
    links += [line.split(", ")[1] for line in metadata.get_all("Project-URL")]
    assert len(links) > 20
    place = re.compile(rf"{address}(/(raw|blob)/(main|v{metadata['Version']}))?/?")
    paths = {place.sub("", link, count=1) for link in links} - {"issues"}
    assert [path for path in paths if not (sources / path).exists()] == []


@pytest.mark.parametrize("extras", TRIALS, ids=lambda extras: extras.replace(",", "+"))
def test_commands_run(built, tmp_path, extras):
    python = environment(tmp_path, PYTHON)
    what = str(built.wheel) if extras == "none" else f"{built.wheel}[{extras}]"
    before = processor_time()
    pip(python, "install", "-q", what, folder=tmp_path)
    write_measured(extras, packages_of(python, tmp_path), processor_time() - before)
    pip(python, "check", folder=tmp_path)
    folder = tmp_path / "empty"
    folder.mkdir()
    for command in TRIALS[extras]:
        program, *arguments = shlex.split(command)
        call = serve if "serve" in arguments else run
        call(python.with_name(program), *arguments, folder=folder)
    if extras == "none":
        for code in blocks(README, "python"):
            run(python, "-c", code, folder=folder)


def processor_time():
    """Return the processor time in s of ended child processes, in which waiting does not count."""
    used = os.times()
    return used.children_user + used.children_system


def write_measured(extras, packages, seconds):
    """Write what has been installed into a folder to the row of `extras`, if it has a row."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        rows = [*csv.reader(file)]
    for row in rows:
        if row[0] == f"`{extras}`":
            number = len([*packages.glob("*.dist-info")])
            row[1:4] = map(str, (number, round(bytes_below(packages) / 1e6), round(seconds)))
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def test_image_plays():
    """The image of the Dockerfile compiles the games and plays them, not as root."""
    if not shutil.which("docker") or subprocess.run(["docker", "info"]).returncode:
        pytest.skip("no docker daemon is running")
    run("docker", "build", "-t", "hofspiele-check", ".", folder=CHECKOUT)
    try:
        command = "hofspiele selfcheck && id -un"
        start = ("docker", "run", "--rm", "hofspiele-check", "sh", "-c", command)
        assert run(*start, folder=CHECKOUT).endswith("\nplayer\n")
    finally:
        run("docker", "image", "rm", "hofspiele-check", folder=CHECKOUT)


def serve(*command, folder):
    """Run a server, read its page, and end it."""
    with subprocess.Popen(
        command, cwd=folder, env=VARIABLES, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            address = next(filter(None, (re.search(r"http://\S+", line) for line in server.stdout)))
            with urllib.request.urlopen(address[0]) as page:
                assert page.read()
        finally:
            server.terminate()
