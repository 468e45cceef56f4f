"""The virtual environments of the Makefile."""

import re

from tests.pages import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_only_setup_installs_packages_into_the_environment_of_tests():
    rules = MAKEFILE.split("\n\n")
    installing = [rule.partition(":")[0] for rule in rules if "$(BIN)/$(INSTALL)" in rule]
    assert installing == ["$(READY)"]


def test_virtual_environments_are_ignored_by_git_and_removed():
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    removed = MAKEFILE.partition("\nclean:")[2].splitlines()[1].split()
    for suffix in set(re.findall(r"\$\(VENV\)(-[\w-]+)?", MAKEFILE)):
        assert f".venv{suffix}/" in ignored
        assert f"$(VENV){suffix}" in removed
