"""Descriptions of networks are checked, compared, written and read."""

import json
from dataclasses import replace

import pytest

from hofspiele import envs
from hofspiele.training.networks.description import EntityKind, NetworkDescription
from hofspiele.training.networks.registry import description_of
from tests.training.models import ENTITIES, network_of

CASES = [
    ("kou_ka_roi", {}),
    ("knatsch", {"prior_temperature": 1.0, "policy": [], "activation": "ELU"}),
    ("kou_ka_roi", ENTITIES),
    ("kardinal", ENTITIES | {"standardise": False}),
]


def case(name, settings):
    return network_of(envs.make(name), **settings)


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_a_description_is_restored_from_json(name, settings):
    network = case(name, settings)
    again = description_of(json.loads(json.dumps(network.to_dict())))
    assert again == network
    assert hash(again) == hash(network)


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_older_description_does_not_name_its_architecture(name, settings):
    content = case(name, settings).to_dict()
    del content["architecture"]
    assert description_of(content) == case(name, settings)


def test_a_description_agrees_with_settings_and_game(kardinal):
    network = network_of(kardinal, **ENTITIES, activation="Tanh", standardise=False)
    (countries,) = kardinal.layout.entities
    assert network == NetworkDescription(
        architecture="entities",
        observation_size=kardinal.observation_size,
        num_actions=kardinal.num_actions,
        policy=(12, 10),
        value=(12, 9),
        activation="Tanh",
        standardise=False,
        prior_temperature=0.5,
        entity_width=6,
        entities=(
            EntityKind(
                tuple(map(tuple, countries.columns.tolist())),
                tuple(map(tuple, countries.actions.tolist())),
                countries.interchangeable,
            ),
        ),
    )
    assert network.num_inputs == kardinal.observation_size + kardinal.num_actions


def test_an_actor_may_learn_with_another_critic(kardinal):
    network = network_of(kardinal, **ENTITIES)
    assert network.same_actor(replace(network, value=(9, 9)))
    for other in (
        {"policy": (12, 7)},
        {"activation": "ELU"},
        {"standardise": False},
        {"prior_temperature": 1.0},
        {"entity_width": 5},
        {"entities": (replace(network.entities[0], interchangeable=True),)},
    ):
        assert not network.same_actor(replace(network, **other))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"policy": 64}, r"network\.policy is 64, expected at most 100 widths from 1 to 1048576"),
        ({"value": [64, 0]}, r"network\.value is \[64, 0\], expected at most 100 widths"),
        ({"policy": [1] * 101}, r"network\.policy is \[1, .*\], expected at most 100 widths"),
        ({"policy": [True]}, r"network\.policy is \[True\]"),
        ({"activation": "Dropout"}, r"network\.activation is 'Dropout', expected one of ReLU, "),
        ({"standardise": 1}, r"network\.standardise is 1, expected true or false"),
        ({"prior_temperature": 0}, r"network\.prior_temperature is 0, expected a number > 0"),
        (ENTITIES | {"entity_width": 0}, r"network\.entity_width is 0, expected a number"),
        (ENTITIES | {"prior_temperature": None}, r"network\.prior_temperature is null"),
        (ENTITIES | {"value": [8]}, r"network\.value is \[8\], expected two widths"),
        (ENTITIES | {"architecture": "mlp"}, r"network\.entity_width is 6, expected null with"),
        ({"architecture": "entities"}, r"network\.entity_width is null, expected a width"),
        ({"architecture": "cnn"}, r"network\.architecture is 'cnn', expected one of mlp, entities"),
        ({"depth": 3}, r"network has unknown keys \['depth'\], expected"),
    ],
    ids=repr,
)
def test_wrong_values_are_named(three_players, settings, message):
    with pytest.raises(ValueError, match=message):
        network_of(three_players, **settings)


def test_a_game_without_entities_has_no_entity_network():
    with pytest.raises(ValueError, match=r"entity_width is 6, but this game has no entities"):
        network_of(envs.make("knatsch"), **ENTITIES)


@pytest.mark.parametrize(
    ("change", "of_entities", "message"),
    [
        ({"entities": 7}, {}, r"network\.entities is 7, expected a list"),
        ({"entity_width": None}, {}, r"entity_width is null, but there are entities"),
        ({"observation_size": "big"}, {}, r"network\.observation_size is 'big'"),
        ({"num_actions": 1}, {}, r"network\.entities\.actions contains \d+, expected -1 to 0"),
        ({}, {"columns": [[0, 1], [2]]}, r"network\.entities\.columns is .* equally long lists"),
        ({}, {"actions": []}, r"network\.entities\.actions is \[\]"),
        ({}, {"actions": [[0]]}, r"columns describe 8 entities, but actions describe 1,"),
        ({}, {"interchangeable": None}, r"network\.entities\.interchangeable is None"),
    ],
    ids=repr,
)
def test_wrong_descriptions_are_refused(three_players, change, of_entities, message):
    content = network_of(three_players, **ENTITIES).to_dict()
    content["entities"] = [{**content["entities"][0], **of_entities}]
    with pytest.raises(ValueError, match=message):
        description_of(content | change)


@pytest.mark.parametrize("content", [None, [], {"policy": [16]}])
def test_descriptions_with_missing_values_are_refused(content):
    with pytest.raises(ValueError, match=r"network (is|lacks) .*observation_size"):
        description_of(content)


def test_tables_of_actions_that_many_entities_name_are_bounded():
    kind = EntityKind(columns=((0,),) * 20, actions=((0,),) * 20, interchangeable=True)
    description = {**case("kou_ka_roi", ENTITIES).to_dict(), "entities": (kind,)}
    with pytest.raises(ValueError, match="name action 0 20 times, expected at most 16 times"):
        NetworkDescription(**{**description, "num_actions": 2**20})
