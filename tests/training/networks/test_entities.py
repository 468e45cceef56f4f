import numpy as np
import pytest
import torch
from hydra import compose, initialize
from sb3_contrib import MaskablePPO

from hofspiele import envs
from hofspiele.training.networks.inputs import NO_PRIOR, Inputs
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.players.agent_file import load_agent, save_agent
from hofspiele.training.players.network_agent import actor_of, copy_matching_weights
from hofspiele.training.runs.model import new_model

INPUTS = Inputs(prior_temperature=1.0)
WIDTHS = (
    "algorithm.policy_kwargs.entity_width=8",
    "algorithm.policy_kwargs.net_arch={pi:[16,12],vf:[16,10]}",
)


def model_of(game, *overrides, inputs=INPUTS, seed=1):
    with initialize("../../../configs", version_base="1.3"):
        algorithm = compose("train", overrides).algorithm
    return new_model(algorithm, game, inputs, 2, seed)


@pytest.fixture
def model(three_players) -> MaskablePPO:
    """Untrained."""
    return loud(model_of(three_players, *WIDTHS))


def loud(model):
    """The model with noise on its policy's last layers so that logits differ."""
    network = model.policy.mlp_extractor.policy_net
    with torch.no_grad():
        for layer in (network.others, *(scorer.score for scorer in network.scorers)):
            layer.weight.normal_()
    return model


def random_inputs(game, count=7):
    rng = np.random.default_rng(2)
    size = game.observation_size + game.num_actions
    return torch.as_tensor(rng.random((count, size), np.float32))


def test_what_is_alike_is_treated_alike(model, three_players):
    (rows,) = three_players.entities
    order = np.random.default_rng(3).permutation(len(rows.columns))
    prior = three_players.observation_size + rows.actions
    seen = random_inputs(three_players)
    moved = seen.clone()
    for columns in (rows.columns, prior):
        moved[:, columns] = seen[:, columns[order]]
    assert not torch.equal(moved, seen)
    with torch.no_grad():
        logits, moved_logits = actor_of(model)(seen), actor_of(model)(moved)
        values, moved_values = model.policy.predict_values(seen), model.policy.predict_values(moved)
    torch.testing.assert_close(moved_logits[:, :8], logits[:, order])
    torch.testing.assert_close(moved_logits[:, 8], logits[:, 8])
    torch.testing.assert_close(moved_values, values)


def test_every_row_counts_for_the_others_and_for_the_value(model, three_players):
    (rows,) = three_players.entities
    seen = random_inputs(three_players)
    other = seen.clone()
    other[:, rows.columns[0]] = 0.0
    with torch.no_grad():
        assert (actor_of(model)(other) != actor_of(model)(seen))[:, 1:].any(1).all()
        assert (model.policy.predict_values(other) != model.policy.predict_values(seen)).all()


def test_untrained_the_policy_is_its_prior(three_players):
    model = model_of(three_players, *WIDTHS)
    seen = random_inputs(three_players)
    prior = seen[:, three_players.observation_size :]
    with torch.no_grad():
        assert (actor_of(model)(seen) - prior).abs().max() < 0.1


def test_countries_count_by_themselves_and_by_their_place(kardinal):
    network = loud(model_of(kardinal, *WIDTHS)).policy.mlp_extractor.policy_net
    encoder = network.encoder
    (countries,) = kardinal.entities
    prior = kardinal.observation_size + countries.actions[countries.actions >= 0]
    assert not set(prior.tolist()) & set(encoder.rest.tolist())
    assert set(range(kardinal.observation_size)) <= set(encoder.rest.tolist())
    seen = random_inputs(kardinal)
    with torch.no_grad():
        before = network(seen)
        for layer in (network.scorers[0].score, network.others):
            layer.weight.zero_()
            after = network(seen)
            assert (after != before)[:, countries.actions[countries.actions >= 0]].all()
            before = after


@pytest.mark.parametrize("name", ["kou_ka_roi", "kardinal"])
def test_a_loaded_agent_decides_exactly_like_the_policy(name, tmp_path):
    game = envs.make(name, num_players=3)
    model = loud(model_of(game, *WIDTHS))
    seen = random_inputs(game)
    model.policy.features_extractor.fit(seen.numpy(), INPUTS.num_prior(game))
    save_agent(tmp_path / "agent.pt", actor_of(model), game, INPUTS, False, {})
    loaded = load_agent(tmp_path / "agent.pt", game)
    with torch.no_grad():
        logits = loaded.actor(seen)
        torch.testing.assert_close(logits, actor_of(model)(seen), rtol=0, atol=0)
        expected = model.policy.get_distribution(seen).distribution.logits
        torch.testing.assert_close(logits.log_softmax(1), expected)


def test_a_saved_model_goes_on_as_it_was(model, three_players, tmp_path):
    model.save(tmp_path / "model.zip")
    loaded = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    seen = random_inputs(three_players)
    with torch.no_grad():
        torch.testing.assert_close(actor_of(loaded)(seen), actor_of(model)(seen), rtol=0, atol=0)


def test_networks_of_the_same_widths_are_taken_over(model, three_players):
    other = model_of(three_players, *WIDTHS, seed=2)
    assert copy_matching_weights(actor_of(other), actor_of(model))
    narrow = model_of(three_players, *WIDTHS, "algorithm.policy_kwargs.entity_width=4")
    assert not copy_matching_weights(actor_of(narrow), actor_of(model))


@pytest.mark.parametrize(
    ("game", "inputs", "override", "message"),
    [
        (("knatsch", 3), INPUTS, "name=x", "nothing is alike in knatsch; give null"),
        (("kou_ka_roi", 3), NO_PRIOR, "name=x", "prior_temperature is null"),
        (
            ("kou_ka_roi", 3),
            INPUTS,
            "algorithm.policy_kwargs.net_arch.vf=[8]",
            r"net_arch\.vf is \[8\], expected two widths",
        ),
    ],
    ids=["no entities", "no prior", "one width"],
)
def test_what_entities_need_is_told(game, inputs, override, message):
    name, num_players = game
    with pytest.raises(ValueError, match=message):
        model_of(envs.make(name, num_players=num_players), *WIDTHS, override, inputs=inputs)


def test_features_that_an_agent_file_does_not_hold_are_refused(three_players):
    flatten = "stable_baselines3.common.torch_layers.FlattenExtractor"
    override = f"algorithm.policy_kwargs.features_extractor_class.path={flatten}"
    model = model_of(three_players, *WIDTHS, override)
    assert not isinstance(model.policy.features_extractor, Standardised)
    with pytest.raises(ValueError, match="FlattenExtractor"):
        actor_of(model)
