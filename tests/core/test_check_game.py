"""`check_game` finds mistakes in a game, and names their place."""

import importlib
import io
import json
import pkgutil
import re
import shutil
import sys
import tempfile
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent, SearchAgent, play_match
from hofspiele.envs.core import registry
from hofspiele.envs.testing import GameError, check_game
from hofspiele.envs.testing import __main__ as process
from hofspiele.envs.testing.random_games import setups_of
from tests import fourth_game
from tests.processes import in_plain_python

PACKAGE = Path(fourth_game.__file__).parents[1] / "another_package"
# What an author may write by mistake in High Card, by the message that names it.
MISTAKES = {
    r"IndexError: .* size 4 \(\S*game.py, line \d+\)": (
        "state.played[state.player] = action", "state.played[state.player + 4] = action"
    ),
    r"AttributeError: .*sean.* \(\S*game.py, line \d+\)": (
        "state.seen[action] = 1", "state.sean[action] = 1"
    ),
    "has not ended after 50 random decisions": (
        "state.holder[action] = NONE", "state.tricks[:] = 0"
    ),
    "no action is legal, but the game is not over": (
        "state.over = sum_of(state.tricks) == HAND_SIZE", "state.over = 0"
    ),
    "changes nothing": ("state.holder[action] = NONE", "return"),
    "the observation of seat 0 shows something": (
        "out.hand[card] = state.holder[card] == player", "out.hand[card] = state.holder[card] == 1"
    ),
    "redeals for seat 0 depend on what is hidden": (
        "has not seen.\"\"\"\n    seed_generator(state, seed)", "has not seen.\"\"\""
    ),
    "after writing and reading the position, field tricks is": (
        "HAND_SIZE, state[\"tricks\"])", "HAND_SIZE, state[\"tricks\"].copy())"
    ),
    "expected a number from 0.0 to 1.0": ("state.tricks[seat] / HAND_SIZE", "2.0"),
    "the worth of action": ("worth[card] = (card > highest)", "worth[card] = np.inf"),
    "expected a sum of 0": ("scores[seat] - tricks", "scores[seat]"),
}  # fmt: skip


def copied(folder, name, before, after):
    """Copy High Card to a module with this name, with a changed line; return its path."""
    shutil.copytree(
        Path(fourth_game.__file__).parent, folder / name, ignore=shutil.ignore_patterns("*.pyc")
    )
    for file in (folder / name).glob("*.py"):
        source = file.read_text().replace('"high_card"', f'"{name}"')
        file.write_text(source.replace(before, after))
    assert after in (folder / name / "game.py").read_text()
    return f"{name}.game:HighCard"


def results_in_plain_python():
    """Return what the process of `check_game` prints about each mistake and about Kuhn poker."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(printed):
        sys.path[:0] = [folder, str(PACKAGE)]
        changes = enumerate(MISTAKES.values())
        paths = [copied(Path(folder), f"game_{number}", *change) for number, change in changes]
        for path in (*paths, "kuhn_poker:KuhnPoker"):
            task = {"class_path": path, "games": 1, "seed": 0, "most_decisions": 50}
            sys.argv[1:] = [json.dumps(task | {"contract": True})]
            process.main()
    return [json.loads(line) for line in printed.getvalue().splitlines()]


def test_mistakes_are_named_with_their_place():
    *results, correct = in_plain_python(results_in_plain_python)
    for number, (message, result) in enumerate(zip(MISTAKES, results, strict=True)):
        error = result["error"]
        assert re.match(rf"game_{number} with .*seed 0.*{message}", error), error
        assert "\n" not in error
    assert correct["longest"] in range(3, 6)


def test_code_that_only_python_can_run(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    before = "state.over = sum_of(state.tricks) == HAND_SIZE"
    after = "state.over = eval('sum_of(state.tricks) == HAND_SIZE')"
    game = pkgutil.resolve_name(copied(tmp_path, "own_game", before, after))
    with pytest.raises(GameError, match=r"^compiled, own_game.*Error.*game.py, line \d+") as raised:
        check_game(game.spec, games=1)
    assert len(str(raised.value).splitlines()) == 1


def test_every_number_of_players_is_checked():
    setups = setups_of(fourth_game.SPEC)  # The tutorial calls `check_game` with this game.
    assert [setup["num_players"] for setup in setups] == [2, 3, 4]


def test_wrong_arguments():
    with pytest.raises(ValueError, match="games is 0"):
        check_game("kou_ka_roi", games=0)
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        check_game("chess")
    with pytest.raises(ValueError, match="class_path is '__main__:Game'"):
        check_game(replace(fourth_game.SPEC, class_path="__main__:Game"))
    with pytest.raises(GameError, match=r"^in plain Python, .*No module named 'nowhere'"):
        check_game(replace(fourth_game.SPEC, class_path="nowhere:Game"))


def test_a_game_with_the_required_parts_only(monkeypatch):
    """Kuhn poker pays chips, and has no heuristic, written positions or categories of points."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    spec = importlib.import_module("kuhn_poker").SPEC
    # Other tests expect the bundled games only.
    monkeypatch.setattr(registry, "_specs", registry._specs.copy())
    envs.register(spec)
    game = envs.make("kuhn_poker")
    paid = set()
    for seed in range(30):
        state = game.new(seed)
        for action in ("bet", "bet", "pass"):
            game.apply(state, action)
        winner = 0 if state["card"][0] > state["card"][1] else 1
        assert game.outcome(state)[winner] == 3
        paid.add(tuple(game.outcome(state)))
    assert paid == {(3, -2, -1), (-2, 3, -1)}
    with pytest.raises(ValueError, match="positions of kuhn_poker can't be read"):
        game.from_dict(game.to_dict(state))
    result = play_match(game, [SearchAgent(20), RandomAgent(), RandomAgent()], num_deals=4, seed=1)
    assert result.outcomes.sum() == 0
