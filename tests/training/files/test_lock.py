import pytest

from hofspiele.training.files.lock import is_unused, lock_folder


def test_lock_removes_unfinished_files_of_a_killed_process(tmp_path):
    for name in (".a.csv.12-34.tmp", "a.csv", ".hidden", "b.tmp"):
        (tmp_path / name).touch()
    (tmp_path / ".half.tmp").mkdir()
    (tmp_path / ".half.tmp" / "file").touch()
    lock = lock_folder(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", ".hidden", "b.tmp", ".lock"}
    (tmp_path / ".a.csv.12-34.tmp").touch()
    with pytest.raises(ValueError, match="in use by another process; wait for it, or stop it"):
        lock_folder(tmp_path)
    assert (tmp_path / ".a.csv.12-34.tmp").exists()
    lock.lock.release()


@pytest.mark.parametrize("name", [".lock", "games.csv", "checkpoints"])
def test_symlinks_in_a_folder_of_results_are_refused(tmp_path, name):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / ".a.tmp").touch()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / name).symlink_to(tmp_path / "mine")
    with pytest.raises(ValueError, match=f"{name} is a symlink, expected a file or folder"):
        lock_folder(tmp_path / "theirs")
    assert (tmp_path / "mine" / ".a.tmp").exists()


def test_impossible_folder_is_reported_with_its_option(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(
        ValueError, match=r"file can't be created .*: File exists; choose another x=…"
    ):
        lock_folder(tmp_path / "file", "x")


@pytest.mark.parametrize(
    ("names", "unused"),
    [([], True), ([".lock", ".a.tmp"], True), (["versions.json"], True), (["a.csv"], False)],
)
def test_folder_of_unfinished_files_is_unused(tmp_path, names, unused):
    assert is_unused(tmp_path / "nowhere")
    for name in names:
        (tmp_path / name).touch()
    assert is_unused(tmp_path, {"versions.json"}) is unused
    assert not is_unused(tmp_path / names[0]) if names else True
