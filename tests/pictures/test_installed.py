import json
from importlib import metadata

import pytest

from hofspiele.envs.pictures.installed import install_command

GIT = {"url": "https://host/a.git", "vcs_info": {"vcs": "git", "commit_id": "1"}}
TAG = {**GIT, "vcs_info": {**GIT["vcs_info"], "requested_revision": "v1"}}


@pytest.mark.parametrize(
    ("noted", "expected"),
    [
        (None, "pip install 'hofspiele[train]'"),
        ({"url": "file:///a/b%20c", "dir_info": {}}, "pip install '/a/b c[train]'"),
        (
            {"url": "file:///a/b", "dir_info": {"editable": True}},
            "pip install -e '/a/b[train]'",
        ),
        (
            {"url": "file:///a/b.whl", "archive_info": {}},
            "pip install 'hofspiele[train] @ file:///a/b.whl'",
        ),
        (GIT, "pip install 'hofspiele[train] @ git+https://host/a.git'"),
        (TAG, "pip install 'hofspiele[train] @ git+https://host/a.git@v1'"),
    ],
)
def test_extras_come_from_where_the_package_came_from(monkeypatch, noted, expected):
    class Distribution:
        def read_text(self, name):
            return None if noted is None else json.dumps(noted)

    monkeypatch.setattr(metadata, "distribution", lambda name: Distribution())
    assert install_command("train") == expected
