"""A small deck as a game of OpenSpiel with explicit chance; importing this needs pyspiel."""

import pyspiel
from open_spiel.python.policy import Policy

from benchmarks.exploitability.tree import hide, successors
from hofspiele.envs.core.rewards import result_of
from hofspiele.envs.open_spiel.observer import SpielObserver
from hofspiele.envs.open_spiel.shared_position import SharedPosition

_KINDS = pyspiel.GameType
_TYPE = _KINDS(
    short_name="small_deck",
    long_name="Kou-Ka-Roi with a small deck",
    dynamics=_KINDS.Dynamics.SEQUENTIAL,
    chance_mode=_KINDS.ChanceMode.EXPLICIT_STOCHASTIC,
    information=_KINDS.Information.IMPERFECT_INFORMATION,
    utility=_KINDS.Utility.ZERO_SUM,
    reward_model=_KINDS.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


class SmallGame(pyspiel.Game):
    """The game from `deals`, pairs of a probability and a position; seat 1 chooses after seat 0."""

    def __init__(self, game, deals):
        most = max(len(deals), 1000)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions, max_chance_outcomes=most, num_players=2,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=100,
        )  # fmt: skip
        super().__init__(_TYPE, info, {})
        self.game = game
        self.deals = [(chance, SharedPosition(game, position)) for chance, position in deals]
        self.observer = SpielObserver(game, perfect_recall=True)

    def new_initial_state(self):
        return SmallState(self)


class SmallState(pyspiel.State):
    """A state of `SmallGame`: `drawing` lists the outcomes of a chance node, or is empty."""

    def __init__(self, game):
        super().__init__(game)
        self.position, self.drawing = None, game.deals

    def current_player(self):
        if self.drawing:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.player

    def is_terminal(self):
        return self.position is not None and self.position.over

    def chance_outcomes(self):
        return [(at, chance) for at, (chance, _) in enumerate(self.drawing)]

    def _legal_actions(self, player):
        return self.position.legal_actions(player)

    def _apply_action(self, action):
        if self.drawing:
            _, self.position = self.drawing[action]
            self.drawing = []
        elif self.position.player == 0:
            self.position = self.position.after(action)
        else:
            rows = int(self.position.record[0]["choice"][0]), action
            first = self.position.record.copy()
            first["choice"], first["player"] = -1, 0
            self.drawing = [
                (chance, SharedPosition(self.position.game, then, self.position, rows))
                for chance, then in successors(self.position.game, first, rows)
            ]

    def returns(self):
        if not self.is_terminal():
            return [0.0, 0.0]
        return result_of(self.position.game, self.position.record).outcomes[0].tolist()

    def information_state_string(self, player=None):
        seat = self.current_player() if player is None else player
        return self.get_game().observer.string_from(self, seat)

    def _action_to_string(self, player, action):
        return f"{player}: {action}"

    def __str__(self):
        return f"{self.history()}"


class TreePolicy(Policy):
    """The policies of both seats in a `Tree`."""

    def __init__(self, game, tree, policies):
        super().__init__(game, [0, 1])
        self.index = {position.tobytes(): at for at, position in enumerate(tree.positions)}
        self.policies = policies

    def action_probabilities(self, state, player_id=None):
        record = state.position.record.copy()
        record["choice"], record["player"] = -1, 0
        hide(record)
        chances = self.policies[state.current_player(), self.index[record.tobytes()]]
        return {action: float(chances[action]) for action in state.legal_actions()}
