from hydra import compose, initialize
from hydra.utils import instantiate
from rich.console import Console

from training.actor import actor_of
from training.inputs import NO_PRIOR
from training.league import League
from training.model import new_model
from training.monitor import Monitor
from training.run_folder import RunFolder
from training.selfplay import SelfPlayVecEnv


def test_the_entropy_counts_for_less_from_rollout_to_rollout(three_players, tmp_path):
    values = ["algorithm.n_steps=4", "algorithm.batch_size=32", "algorithm.ent_coef.end=0.002"]
    with initialize("../../configs", version_base="1.3"):
        algorithm = compose("train", values).algorithm
    env = SelfPlayVecEnv([three_players], 8, seed=1)
    model = new_model(algorithm, env, NO_PRIOR, seed=1)
    assert model.ent_coef == 0.01
    league = League({"random": 1}, actor_of(model), NO_PRIOR, 1, 2.0, [three_players])
    env.invite(league.agents, league.draw_shares())
    seen = []
    monitor = Monitor(
        RunFolder(tmp_path), league, 128, 1000, 1000, instantiate(algorithm.ent_coef),
        lambda steps: None, Console(),
    )  # fmt: skip
    train = model.train
    model.train = lambda: (seen.append(round(model.ent_coef, 4)), train())
    model.learn(128, monitor)
    assert seen == [0.01, 0.008, 0.006, 0.004]
