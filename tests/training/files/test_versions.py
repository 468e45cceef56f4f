"""The commit that is stored with results."""

import importlib.util
import shutil
import subprocess

import pytest

from hofspiele.training.files import versions


@pytest.fixture
def installed(tmp_path):
    """Return the module, copied to an unrelated repository to which it does not belong."""
    file = tmp_path / "site-packages" / "versions.py"
    file.parent.mkdir()
    shutil.copy(versions.__file__, file)
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "theirs")
    spec = importlib.util.spec_from_file_location("versions", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def git(folder, *arguments):
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True)


def test_commit_of_a_foreign_repository_is_not_reported(installed):
    assert installed.versions()["git_commit"] is None


def test_commit_of_the_checkout_is_reported(installed, tmp_path):
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "ours")
    assert len(installed.versions()["git_commit"]) == 40
