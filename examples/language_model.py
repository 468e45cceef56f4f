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


class LanguageModel(Agent):
    """An agent that asks a model for each decision.

    Args:
        address: the address of the server, up to the version: ``http://localhost:8000/v1``.
        model: the name of the model on the server, which is also that of the agent.

    Attributes:
        answers, wrong: numbers of all answers, and of those that named no legal action.
    """

    reads_states = True
    games_at_once = AT_ONCE

    def __init__(self, address: str, model: str):
        self.address, self.name = address.rstrip("/"), model
        self.answers = self.wrong = 0

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        questions = [_messages(views, row) for row in range(len(views.players))]
        with ThreadPoolExecutor(AT_ONCE) as threads:
            answers = [*threads.map(self._ask, questions)]
        chosen = np.zeros(len(answers), np.int64)
        for row, answer in enumerate(answers):
            legal = np.flatnonzero(views.action_masks[row])
            named = named_action(views.game, legal, answer)
            chosen[row] = rng.choice(legal) if named is None else named
            self.answers += 1
            self.wrong += named is None
        return chosen

    def _ask(self, messages: list[dict[str, str]]) -> str:
        """Return the answer of the model; raise OSError if the server fails."""
        request = urllib.request.Request(
            f"{self.address}/chat/completions",
            json.dumps({"model": self.name, "messages": messages}).encode(),
            {"Content-Type": "application/json"},
        )
        if key := os.environ.get("API_KEY"):
            request.add_header("Authorization", f"Bearer {key}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)["choices"][0]["message"]["content"] or ""


def _messages(views: Views, row: int) -> list[dict[str, str]]:
    """Return the rules of the game, and the question about the decision in a row of `views`."""
    game, seat, states = views.game, int(views.players[row]), views.states
    assert states is not None  # The agent reads states.
    page = (resources.files(f"hofspiele.envs.{game.name}") / "README.md").read_text("utf-8")
    rules = re.sub(r"!\[.*?\]\(.*?\)\n", "", page.split("\n## ")[1], flags=re.DOTALL)
    names = "\n".join(map(game.action_name, np.flatnonzero(views.action_masks[row])))
    position = game.draw(states[row], seat)
    return [
        {"role": "system", "content": f"You play {game.name}. {rules}"},
        {
            "role": "user",
            "content": f"{position}\n\nYou are player {seat}. Your legal actions are:\n{names}\n\n"
            "Which one is best? End your answer with its name, exactly as in the list.",
        },
    ]


def named_action(game: Game, legal: np.ndarray, answer: str) -> int | None:
    """Return the legal action that `answer` names last, in any case, or None if there is none."""
    names = {game.action_name(action).lower(): int(action) for action in legal}
    answer = answer.lower()
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
