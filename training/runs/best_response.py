"""The settings and the results of a best response to an agent."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.envs.core import Game
from hofspiele.envs.reports.result_table import ResultTable, percent, percentage
from hofspiele.training.files.resumable_folder import start_time
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.loading import file_of
from hofspiele.training.players.lookup import AgentFinder, RequestedAgent, find_game
from hofspiele.training.runs.run import Run
from hofspiele.training.runs.start_or_resume import TrainResult, train
from hofspiele.training.settings.train import Network, Train
from hofspiele.training.settings.variants import Exploit

# Hidden layer sizes of the best response's policy, for an agent without a network.
_HIDDEN_LAYERS = [256, 256]


def _like(file: AgentFile | None, network: Network, given: Collection[str]) -> Network:
    """Return `network` with settings of the agent's network, except ``value`` and those `given`.

    If `network` has a policy or another architecture is given, only the prior is copied.
    """
    own: dict[str, Any] = {} if file is None else asdict(file.network)
    taken = ["prior_temperature"]
    if network.policy is None:
        taken = [field.name for field in fields(Network) if field.name != "value"]
    if ("architecture" in given and network.architecture != own.get("architecture")) or not own:
        own = {name: own[name] for name in own if name == "prior_temperature"}
        own["policy"] = [*_HIDDEN_LAYERS]
    copied = {name: own[name] for name in taken if name in own and name not in given}
    return replace(network, **copied)


def _target(settings: Exploit, game: Game) -> RequestedAgent:
    return AgentFinder(game, trust=settings.trust).find([settings.agent])[0]


class BestResponse(Run):
    """A run against the agent to exploit; ValueError if the agent has changed since its start."""

    settings: Exploit

    @classmethod
    def completed(cls, settings: Train, given: Mapping[str, Any]) -> Exploit:
        """Return `settings` with the agent as the opponent, and with missing values filled in.

        The agent determines the network, the game and its number of players unless they are given.
        Raises ValueError if there is no such agent, or nothing names the game.
        """
        assert isinstance(settings, Exploit)
        if settings.game.name is None:
            found = find_game([settings.agent], settings.game, None)
            chosen = ChosenGame.of(found.name, found.options)
            players = settings.num_players or [found.num_players]
            settings = replace(settings, game=chosen, num_players=players)
        game = settings.game.make_all(settings.num_players)[0]
        target = _target(settings, game)
        name = f"{game.name}-against-{target.agent.name}-seed{settings.seed}-{start_time()}"
        opponents = [settings.agent, *settings.evaluation.opponents]
        # The value policy=null means that the agent's network is copied.
        named = {name.removeprefix("network.") for name in given if name.startswith("network.")}
        kept = {*named, *given.get("network", ())} - {"policy"}
        return replace(
            settings,
            num_players=settings.num_players or [game.num_players],
            agent_sha256=target.sha256,
            opponents=replace(settings.opponents, shares={settings.agent: 1.0}),
            evaluation=replace(settings.evaluation, opponents=opponents),
            name=settings.name or name,
            network=_like(file_of(target.agent), settings.network, kept),
        )

    def _check_settings(self) -> None:
        super()._check_settings()
        settings = self.settings
        if _target(settings, self.games[0]).sha256 != settings.agent_sha256:
            raise ValueError(
                f"{settings.agent} has changed since this run started; restore it (SHA-256 "
                f"{settings.agent_sha256}) or start a new run"
            )


def exploit(
    settings: Exploit,
    callbacks: Sequence[BaseCallback] = (),
    output_formats: Sequence[KVWriter] = (),
    console: Console | None = None,
) -> TrainResult:
    """Train and evaluate a best response to an agent, like ``hofspiele exploit``; see `train`."""
    return train(settings, callbacks, output_formats, console, BestResponse)


def exploit_table(matches: Sequence[MatchResult]) -> ResultTable:
    """Return a table of the best response's win shares and gains, one row per match."""
    agent = matches[0].agents[1]
    rows = []
    for match in matches:
        share, fair = match.results[0].win_share, match.fair_share
        mean, low, high = (100 * (value - fair) for value in (share.mean, share.low, share.high))
        gain = f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"
        size, games = len(match.agents), match.games
        rows.append((str(size), str(games), percent(share), percentage(fair), gain))
    return ResultTable(
        f"best response to {agent}: means with 95 % intervals",
        ("players", "games", "win share", "fair share", "gain"),
        rows,
        "gain: win share minus fair share, in percentage points; "
        f"a lower bound on how exploitable {agent} is",
    )
