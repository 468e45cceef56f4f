"""The example with a language model plays with a small server, which sometimes answers nonsense."""

import json
import runpy
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from tests.pages import ROOT

EXAMPLE = ROOT / "examples" / "language_model.py"


@pytest.fixture
def server():
    """Start a server that names the first legal action, but in every fifth answer none."""
    asked = []

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, self.headers["Authorization"], body))
            names = body["messages"][1]["content"].split("actions are:\n")[1].split("\n\n")[0]
            first, *_ = names.split("\n")
            answer = None if len(asked) % 5 == 0 else f"Not row 99, but {first}."
            reply = json.dumps({"choices": [{"message": {"content": answer}}]}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *values):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Chat) as running:
        threading.Thread(target=running.serve_forever).start()
        yield f"http://127.0.0.1:{running.server_port}/v1/", asked
        running.shutdown()


def test_a_server_that_is_not_there_is_reported():
    with pytest.raises(SystemExit, match=r"^http\S+9/v1 does not answer: .*refused"):
        runpy.run_path(str(EXAMPLE))["main"]("http://127.0.0.1:9/v1", "tiny")


def test_a_model_plays_and_its_wrong_answers_are_counted(server, capsys, monkeypatch):
    address, asked = server
    monkeypatch.setenv("API_KEY", "secret")
    runpy.run_path(str(EXAMPLE))["main"](address, "tiny", deals="1")
    printed = capsys.readouterr().out
    assert f"{len(asked) // 5} of {len(asked)} answers named no legal action" in printed
    assert {"tiny", "2 × greedy"} <= {*printed.replace("  ", "\n").split("\n")}
    path, key, body = asked[0]
    assert (path, key, body["model"]) == ("/v1/chat/completions", "Bearer secret", "tiny")
    system, question = (message["content"] for message in body["messages"])
    assert "All players choose a row in secret" in system
    assert "![" not in system
    assert "(0 points, choosing a row)" in question
    assert "row 7\n\nWhich one is best?" in question


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("row 2", "row 2"),
        ("<think>row 2 or row 5?</think> **row 3**", "row 3"),
        ("**Row 5**", "row 5"),
        ("row 4 is not legal, and row is no name", None),
        ("", None),
    ],
)
def test_the_last_legal_action_in_an_answer_counts(two_players, answer, name):
    named_action = runpy.run_path(str(EXAMPLE))["named_action"]
    legal = np.array([two_players.action_index(f"row {row}") for row in (1, 2, 3, 5)])
    action = named_action(two_players, legal, answer)
    assert (None if action is None else two_players.action_name(action)) == name
