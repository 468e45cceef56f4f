"""A language model as a player, on any server that speaks the chat protocol of OpenAI.

The model reads the rules in a minute, what its seat sees and the legal actions, and names one of
them. Other answers are counted, and a random legal action is taken instead. If the server needs a
key, set the environment variable API_KEY.

Usage: python examples/language_model.py ADDRESS MODEL [GAME] [DEALS]
Example: python examples/language_model.py http://localhost:8000/v1 qwen3 kou_ka_roi 10
"""

import json
import os
import re
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from importlib import resources

import numpy as np

from hofspiele import envs
from hofspiele.envs.agents import Agent, Views, make_agent, play_match
from hofspiele.envs.core import Game

# Number of questions that the server answers at the same time, and seconds for an answer.
AT_ONCE, PATIENCE = 8, 300
QUESTION = """\
{position}

You are player {seat}. Your legal actions are:
{actions}

Which one is best? End your answer with its name, exactly as in the list."""


class LanguageModel(Agent):
    """An agent that asks a model, and counts all `answers` and the `wrong` ones."""

    reads_states = True
    games_at_once = AT_ONCE

    def __init__(self, address: str, model: str):
        self.address, self.name = address.rstrip("/"), model
        self.answers = self.wrong = 0

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        assert views.states is not None  # The agent reads states.
        legal = [np.flatnonzero(mask) for mask in views.action_masks]
        decisions = zip(views.states, map(int, views.players), legal, strict=True)
        with ThreadPoolExecutor(AT_ONCE) as threads:
            answers = [*threads.map(lambda one: self._ask(views.game, *one), decisions)]
        named = [named_action(views.game, *pair) for pair in zip(legal, answers, strict=True)]
        self.answers += len(named)
        self.wrong += named.count(None)
        pairs = zip(named, legal, strict=True)
        return np.array([rng.choice(own) if one is None else one for one, own in pairs], np.int64)

    def _ask(self, game: Game, state: np.record, seat: int, legal: np.ndarray) -> str:
        """Return the model's answer to the question of a seat; raise OSError if it has none."""
        page = (resources.files(f"hofspiele.envs.{game.name}") / "README.md").read_text("utf-8")
        rules = re.sub(r"!\[.*?\]\(.*?\)\n", "", page.split("\n## ")[1], flags=re.DOTALL)
        actions = "\n".join(map(game.action_name, legal))
        question = QUESTION.format(position=game.draw(state, seat), seat=seat, actions=actions)
        texts = {"system": f"You play {game.name}. {rules}", "user": question}
        messages = [{"role": role, "content": text} for role, text in texts.items()]
        request = urllib.request.Request(
            f"{self.address}/chat/completions",
            json.dumps({"model": self.name, "messages": messages}).encode(),
            {"Content-Type": "application/json"},
        )
        if key := os.environ.get("API_KEY"):
            request.add_header("Authorization", f"Bearer {key}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)["choices"][0]["message"]["content"] or ""


def named_action(game: Game, legal: np.ndarray, answer: str) -> int | None:
    """Return the legal action that `answer` names last, in any case, or None if there is none."""
    answer, names = answer.lower(), {game.action_name(one).lower(): int(one) for one in legal}
    found = [(answer.rfind(name), len(name), name) for name in names if name in answer]
    return names[max(found)[2]] if found else None


def main(address: str, model: str, name: str = "kou_ka_roi", deals: str = "2") -> None:
    """Play against greedy, each deal from every seat; print the result and the wrong answers."""
    game, player = envs.make(envs.GameName(name)), LanguageModel(address, model)
    others = [make_agent("greedy")] * (game.num_players - 1)
    try:
        print(play_match(game, [player, *others], int(deals), seed=1))
    except OSError as error:
        sys.exit(f"{address} does not answer: {error}")
    print(f"{player.wrong} of {player.answers} answers named no legal action")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) > 2 else sys.exit(__doc__)
