"""The packages that users get: wheel and sdist, and the wheel installed without extras."""

import csv
import re
import shutil
import subprocess
import tarfile
import textwrap
import zipfile

import pytest

from hofspiele import envs
from tests.packaging.environments import (
    CHECKOUT,
    bytes_below,
    environment,
    install,
    metadata_of,
    packages_of,
    run,
)
from tests.packaging.test_release import TABLE, TRIALS
from tests.pages import ADDRESS

NOT_NEEDED = ["torch", "stable_baselines3", "sb3_contrib", "hydra", "omegaconf", "matplotlib"]
# A game against the bundled agents.
PLAY = """
import gymnasium
env = gymnasium.make("hofspiele.envs:hofspiele/KouKaRoi-v0", opponents="trained")
seen, info = env.reset(seed=1)
over = False
while not over:
    action = env.action_space.sample(info["action_mask"])
    seen, reward, over, cut, info = env.step(action)
"""


@pytest.fixture(scope="module")
def installed_python(built, tmp_path_factory):
    """Install the wheel and its requirements in a new environment; return the interpreter.

    Kernels are compiled in the checkout, where other tests need them, and copied. They are named
    after a digest of all their sources, so they are only used if the wheel has the same sources.
    """
    exec(PLAY, {})
    folder = tmp_path_factory.mktemp("installed")
    python = environment(folder)
    install(python, built.wheel, folder)
    package = packages_of(python, folder) / "hofspiele"
    for kernels in (CHECKOUT / "envs").rglob("__pycache__/kernels-*"):
        shutil.copytree(kernels, package / kernels.relative_to(CHECKOUT))
    return python


def files_below(folder: str, *patterns: str) -> set[str]:
    found = {path for pattern in patterns for path in (CHECKOUT / folder).rglob(pattern)}
    return {path.relative_to(CHECKOUT).as_posix() for path in found}


def test_wheel_holds_the_code_and_its_files_and_nothing_else(built):
    needed = files_below("examples", "*.py") | {"__init__.py", "py.typed"}
    for folder in ("configs", "console", "envs", "play", "training"):
        needed |= files_below(folder, "*.*")
    needed -= {"play/example.png"}
    needed = {f"hofspiele/{name}" for name in needed if "__pycache__" not in name}
    with zipfile.ZipFile(built.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == needed


def test_metadata_names_the_version_and_the_requirements(built):
    metadata = metadata_of(built.wheel)
    assert metadata["Name"] == "hofspiele"
    assert metadata["Version"] == envs.__version__
    required = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    names = sorted(re.split("[<>=]", line)[0] for line in required)
    assert names == ["gymnasium", "numba", "numpy", "pettingzoo", "safetensors"]
    assert metadata["License-File"] == "LICENSE"
    assert set(metadata.get_all("Provides-Extra")) == set(",".join(TRIALS).split(",")) - {"none"}
    # The readme is shown without the files of the repository.
    links = re.findall(r"\]\(([^)]+)\)", metadata.get_payload())
    tagged = re.compile(rf"{ADDRESS}/(raw|blob)/v{envs.__version__}/")
    assert [link for link in links if not tagged.match(link)] == []
    addresses = metadata.get_all("Project-URL", [])
    assert (len(links) > 20, len(addresses)) == ((True, 4) if ADDRESS else (False, 0))


def test_the_start_page_has_a_measured_row_for_all_extras_of_users():
    with TABLE.open(newline="", encoding="utf-8") as file:
        _, *rows = csv.reader(file)
    assert {row[0].strip("`") for row in rows} == {*TRIALS} - {"bench", "docs", "dev"}
    assert all(len(row) == 5 and all(row) for row in rows)


def test_changelog_and_citation_name_this_version():
    """Only releases have dates. Between two releases, the citation names the last one."""
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")
    heading, date = re.search(r"^## (\S+)(?: \((\S+)\))?$", changelog, re.MULTILINE).groups()
    if ".dev" in envs.__version__:
        assert (heading, date) == ("Unreleased", None)
    else:
        assert heading == envs.__version__
        assert f"\nversion: {heading}\n" in citation
        assert re.findall(r"^date-released: (\S+)$", citation, re.MULTILINE) == [date] * bool(date)


def test_sdist_holds_the_sources(built):
    with tarfile.open(built.sdist) as sdist:
        files = {name.partition("/")[2] for name in sdist.getnames()}
    needed = {"pyproject.toml", "constraints.txt", "Makefile", "LICENSE", "README.md"}
    assert needed <= files
    for folder in ("benchmarks", "tests", "tools"):
        assert files_below(folder, "*.py") <= files
    folders = {name.split("/")[0] for name in files}
    assert not folders & {".venv", ".ci", "results", "build", "dist"}


def test_installed_agents_play_without_torch(installed_python, tmp_path):
    """The extra installs everything that agents need, in at most 80 MB."""
    python = environment(tmp_path)
    bare, more = (packages_of(each, tmp_path) for each in (installed_python, python))
    (more / "bare.pth").write_text(f"{bare}\n")
    before = bytes_below(more)
    install(python, "hofspiele[agents]", tmp_path)
    assert 0 < bytes_below(more) - before < 80e6
    find = f"import importlib.util; print([n for n in {NOT_NEEDED} if importlib.util.find_spec(n)])"
    code = f"{PLAY}print(reward)\n{find}"
    reward, found = run(python, "-c", code, folder=tmp_path).split(maxsplit=1)
    assert -1 <= float(reward) <= 1
    assert found == "[]\n"


def test_the_installed_command_plays_and_names_missing_extras(built, installed_python, tmp_path):
    command = installed_python.with_name("hofspiele")
    seen = run(command, "watch", "kou_ka_roi", "num_players=2", "pace=0", folder=tmp_path)
    assert seen.count("reedy 1 took row ") > 5
    refused = subprocess.run([command, "train"], cwd=tmp_path, capture_output=True, text=True)
    assert refused.returncode == 2
    command = f"pip install 'hofspiele[train] @ {built.wheel.as_uri()}'"
    assert f"install the train extra: {command}\n" in refused.stderr


def test_the_installed_package_ignores_folders_of_the_same_names_and_names_missing_extras(
    built, installed_python, tmp_path
):
    for name in ("envs", "training", "configs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"whose = 'own {name}'\n")
    code = """
    import configs, envs, training
    from hofspiele.envs import kou_ka_roi_v0, make
    from hofspiele.envs.agents import make_agent
    env = kou_ka_roi_v0.env(num_players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    make_agent("trained").check(make("kou_ka_roi", num_players=2))
    open("mine.onnx", "w").close()
    try:
        make_agent("mine.onnx", from_user=True).check(None)
    except ValueError as error:
        print(error)
    print(len(env.agents), configs.whose, envs.whose, training.whose)
    """
    command = f"pip install 'hofspiele[agents] @ {built.wheel.as_uri()}'"
    shown = run(installed_python, "-c", textwrap.dedent(code), folder=tmp_path)
    assert " ".join(shown.split()) == (
        f"agent mine.onnx needs onnxruntime; install the agents extra: {command} "
        "0 own configs own envs own training"
    )
