"""The cache never runs a kernel whose source on disk has changed since it was compiled.

Most tests run a small probe in new processes, in a copy of the package.
"""

import os

import numpy as np
import pytest

from hofspiele.envs.core.compile import cache
from hofspiele.envs.core.compile.cache import describe, sealed, source_digest, unsealed
from tests.core.probe import EXPECTED, Probe


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a probe that has been compiled by one process, which says so in one line."""
    probe = Probe(tmp_path_factory.mktemp("made"))
    line = "compiling the rules in hofspiele.envs.probe, once on this machine: about 20 seconds\n"
    assert probe.run_with_warnings() == (EXPECTED, line)
    return probe


@pytest.fixture
def probe(made, tmp_path):
    """Return a copy of a compiled probe."""
    return Probe(tmp_path, made)


def test_a_second_process_compiles_nothing_whatever_lies_beside_the_kernels(probe):
    (probe.folder / ".#rules.py").symlink_to("somebody@host.1:2")
    (probe.folder / "folder.py").mkdir()
    (probe.root / ".numba_config.yaml").write_text("cache_dir: theirs")
    compiled = probe.compiled()
    assert len(compiled) >= 3
    assert probe.run_with_warnings() == (EXPECTED, "")
    assert probe.compiled() == compiled
    assert not probe.user_cache.exists()
    assert not (probe.root / "theirs").exists()


def test_edits_of_called_kernels_and_settings_of_numba_take_effect(probe):
    before = probe.compiled()
    probe.write_callee(11)
    assert probe.run() == "45 8 12"
    edited = probe.compiled()
    assert edited.items() > before.items()
    probe.write_callee(10)
    assert probe.run("import os; os.environ['NUMBA_BOUNDSCHECK'] = '1'") == EXPECTED
    assert probe.compiled().items() > edited.items()


def test_an_edit_elsewhere_in_the_package_of_a_kernel_takes_effect(tmp_path, monkeypatch):
    package = tmp_path / "mine"
    for name in ("", "rules", "parts"):
        (package / name).mkdir()
        (package / name / "__init__.py").touch()
    kernel, part = package / "rules" / "rules.py", package / "parts" / "part.py"
    kernel.touch()
    digests = []
    for content in ("1", "22", "22"):
        part.write_text(content)
        (package / "rules" / "loop").unlink(missing_ok=True)
        (package / "rules" / "loop").symlink_to(package)
        cache._source_digest.cache_clear()
        digests.append(source_digest(str(kernel)))
    assert digests[0] != digests[1] == digests[2]
    monkeypatch.chdir(package / "rules")
    assert source_digest("rules.py") == digests[2]


def test_a_setting_of_numba_that_changes_the_code_takes_effect(probe):
    before = probe.compiled()
    assert probe.run("import os; os.environ['NUMBA_BOUNDSCHECK'] = '1'") == EXPECTED
    assert probe.compiled().items() > before.items()


def test_unreadable_files_only_cost_compiling(probe):
    for number, path in enumerate(probe.compiled()):
        if number % 3 == 0:
            path.write_bytes(b"")
        elif number % 3 == 1:
            path.unlink()
            path.mkdir()
        else:
            path.chmod(0)
    assert probe.run() == EXPECTED
    assert not [*probe.root.rglob(".*.tmp")]


def test_the_user_cache_is_used_if_the_package_is_read_only(tmp_path):
    probe = Probe(tmp_path)
    (probe.folder / "__pycache__").touch()  # Not even root can make this file a folder.
    assert probe.run() == EXPECTED
    compiled = {path: path.stat().st_mtime_ns for path in probe.user_cache.rglob("*.nbc")}
    assert len(compiled) >= 3
    assert probe.run() == EXPECTED
    assert compiled == {path: path.stat().st_mtime_ns for path in probe.user_cache.rglob("*.nbc")}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has other permissions")
def test_folders_to_which_everybody_can_write_are_not_used(probe):
    shared = probe.root / "shared"
    named = f"import os; os.environ['NUMBA_CACHE_DIR'] = {str(shared)!r}"
    assert probe.run(named) == EXPECTED
    stored = [*shared.rglob("*.nbc")]
    assert len(stored) >= 3
    compiled = probe.compiled()
    for folder in (*shared.glob("probe_*"), shared):
        mode = folder.stat().st_mode
        folder.chmod(0o777)
        for file in stored:
            file.unlink(missing_ok=True)
        warning = f"{folder} is not used as a cache of compiled code: every user can write to it\n"
        assert probe.run_with_warnings(named) == (EXPECTED, warning)
        assert not [*shared.rglob("*.nbc")]
        assert probe.compiled() == compiled
        folder.chmod(mode)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has other permissions")
def test_folders_of_other_users_are_not_used(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(cache, "_reported", set())
    named, source = tmp_path / "named", tmp_path / "source" / "rules.py"
    for folder in (named, source.parent):
        folder.mkdir()
    source.touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(named))
    if os.geteuid() == 0:
        os.chown(named, 1, -1)
        expected = source.parent / "__pycache__"
    else:  # Without root's rights, all folders become those of another user.
        monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
        expected = None
    assert cache.cache_folder.__wrapped__(str(source)) == expected
    assert len(caplog.messages) == 1
    assert f"{named} is not used as a cache of compiled code: it belongs to" in caplog.text


def test_corrupt_files_are_ignored():
    content = b"1" * 50
    whole = sealed("kernel", content)
    assert unsealed("kernel", whole) == content
    assert unsealed("other kernel", whole) is None
    assert unsealed("kernel", whole + b"0") is None
    for size in range(len(whole)):
        assert unsealed("kernel", whole[:size]) is None
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << at % 8
        assert unsealed("kernel", bytes(flipped)) is None


def test_kernels_whose_closures_hold_different_arrays_differ():
    def describe_holder(array):
        return describe(lambda: array)

    large = np.zeros(5000)
    other = large.copy()
    other[2500] = 1.0
    assert describe_holder(large) == describe_holder(large.copy())
    assert describe_holder(large) != describe_holder(other)
    assert describe_holder(large) != describe_holder(large.reshape(50, 100))
    assert describe_holder((large, 1)) != describe_holder((other, 1))
