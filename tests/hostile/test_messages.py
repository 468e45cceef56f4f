"""Messages that no page sends change nothing at a table."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.hostile.contents import NONSENSE, damaged
from tests.tables.servers import serving

_KINDS = st.sampled_from(
    [
        "hello", "act", "frame", "log", "why", "advice", "infer", "review", "stop review", "ping",
        "news", "take back", "rematch", "curves", "", 7,
    ]
)  # fmt: skip
_FIELDS = st.sampled_from(
    [
        "decision", "action", "view", "after", "dark", "narrow", "target", "agent", "token",
        "table", "seed",
    ]
)  # fmt: skip
# Well-formed actions, which only another seat may carry out.
_ACTIONS = st.builds(
    lambda decision, action: {"type": "act", "decision": decision, "action": action},
    st.integers(0, 2),
    st.integers(0, 250),
)
_ANY = st.builds(
    lambda kind, content: {"type": kind, **content}, _KINDS, st.dictionaries(_FIELDS, NONSENSE)
)
_DEEP = st.builds(
    lambda part, depth: part * depth, st.sampled_from(["[", '{"a":']), st.integers(1, 600)
)
MESSAGES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=100),
    _DEEP,
    _ANY.map(json.dumps),
    _ACTIONS.map(json.dumps),
    _ACTIONS.flatmap(lambda content: damaged(json.dumps(content).encode())),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    with serving(folder, folder) as address:
        yield address


@given(messages=st.lists(MESSAGES, min_size=1, max_size=40), seated=st.booleans())
def test_nonsense_changes_nothing(server, messages, seated):
    """Seat 0 has to decide, but all messages, even its legal actions, are sent from seat 1."""
    opened = server.people()
    with opened.sit(0) as browser:
        before = browser.look()
    with server.socket() as socket, suppress(ConnectionClosed):
        if seated:
            socket.send(json.dumps({"type": "hello", "token": opened.tokens[1]}))
        for message in messages:
            socket.send(message)
    with opened.sit(0) as browser:
        assert browser.news["decisions"] == 0
        assert browser.look() == before
    # One client may only hold a limited number of tables.
    token = {"token": opened.tokens[0]}
    assert server.ask(f"/api/tables/{opened.table}", token, method="DELETE").status == 200
