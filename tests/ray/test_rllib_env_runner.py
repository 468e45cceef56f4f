"""Our networks in RLlib's form, and the vector environment behind its env runners."""

from pathlib import Path

import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode
from rich.console import Console

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from hofspiele.envs.core.random_play import choose_random
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.rllib.env_runner import LeagueVectorEnv, PolicyModule
from hofspiele.training.rllib.run import RLlibRun
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.settings.variants import RLlib
from tests.training.commands import SMALL

LOWEST = torch.finfo(torch.float32).min


@pytest.fixture(scope="module", params=["kou_ka_roi", "kardinal"])
def settings(request):
    entities = ["network.architecture=entities", "network.entity_width=16"]
    prior = ["network.prior_temperature=1.0", *entities]
    values = [f"game={request.param}", *(prior if request.param == "kardinal" else [])]
    return CommandLine(RLlib, [*SMALL, "opponents.shares={random:1.0}", *values]).settings()


@pytest.fixture
def env(settings):
    parts = RLlibRun(settings, RunFolder(Path("run")), Console(quiet=True))
    context = {"settings": settings, "games": parts.games, "league": parts.league}
    env = LeagueVectorEnv({**context, "num_envs": 8})
    yield env
    env.close()


def module_of(env):
    torch.manual_seed(1)
    return RLModuleSpec(
        module_class=PolicyModule,
        observation_space=env.single_observation_space,
        action_space=env.single_action_space,
        model_config={"network": env.league.learner},
    ).build()


def masks_of(observation, env):
    return observation[:, -env.single_action_space.n :] != 0


def test_illegal_actions_are_never_drawn_and_have_no_part_in_the_loss(env):
    observation, _ = env.reset(seed=1)
    module, batch = module_of(env), {Columns.OBS: torch.from_numpy(observation)}
    legal = torch.from_numpy(masks_of(observation, env))
    learnt = module.forward_train(batch)
    logits = learnt[Columns.ACTION_DIST_INPUTS]
    assert (logits[~legal] == LOWEST).all()
    assert (logits[legal] > LOWEST).all()
    policy = module.get_train_action_dist_cls().from_logits(logits)
    assert policy.entropy().isfinite().all()
    assert (policy.entropy() <= legal.sum(1).log() + 1e-5).all()
    for _ in range(20):
        drawn = module.forward_exploration(batch)
        actions = drawn[Columns.ACTIONS]
        assert legal[torch.arange(8), actions].all()
        torch.testing.assert_close(drawn[Columns.ACTION_LOGP], policy.logp(actions).detach())
    best = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].argmax(1)
    assert legal[torch.arange(8), best].all()
    values = module.compute_values(batch)
    torch.testing.assert_close(values, learnt[Columns.EMBEDDINGS])


def test_the_end_of_a_game_is_shown_before_the_next_game(env):
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observation, _ = env.reset(seed=3)
    ended, games = np.zeros(8, np.bool_), 0
    actions = np.zeros(8, np.int64)
    for number in range(300):
        assert observation in env.observation_space
        masks = masks_of(observation, env)
        assert masks[ended].all()
        choose_random(masks, np.uint64(number), actions)
        before = ended
        last = [table.table.states.copy() for table in env.games.learner_tables]
        observation, rewards, ended, cut, infos = env.step(actions)
        assert infos == {}
        assert not cut.any()
        # Actions for a game that is over are ignored.
        assert not (before & ended).any()
        assert (rewards[before] == 0).all()
        (table,) = env.games.learner_tables
        assert (table.table.states[before] == last[0][before]).all()
        np.testing.assert_array_equal(
            observation[ended, : env.games.games[0].observation_size],
            table.final_observations(np.flatnonzero(ended)),
        )
        games += ended.sum()
    assert games > 8
    assert sum(len(step.wins) for step in env.ended) == games


def test_the_same_seed_deals_the_same_games(env):
    first, _ = env.reset(seed=4)
    again, _ = env.reset(seed=4)
    other, _ = env.reset(seed=5)
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()
