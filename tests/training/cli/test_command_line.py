"""Arguments that are refused before a command starts, and arguments that are accepted."""

import pytest

from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.train import Network, Opponents, Train
from tests.training.commands import command_line, runs


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["step=1000"], "unknown setting 'step'; did you mean 'steps'?"),
        (["nothing=1"], "unknown setting 'nothing'; --help lists all settings"),
        (["algorithm.seed=1"], "unknown setting 'algorithm.seed'; "),
        (["algorithm.ent_coef.strat=1"], "did you mean 'algorithm.ent_coef.start'?"),
        (["evaluation={game:4}"], "unknown setting 'evaluation.game'; did you mean"),
        (["learning_rate=1"], "mean 'imitation.learning_rate' or 'algorithm.learning_rate'?"),
        (["game=kardnal"], "unknown game 'kardnal'; did you mean 'kardinal'?"),
        (["opponents=[greedy]"], r"opponents is \['greedy'\], expected one of league, mostly"),
        (["opponents={shares:{greedy:0.1}"], "opponents is .*, expected a value: } is missing"),
        (["experiment=tiny"], "experiment is 'tiny', expected one of kardinal"),
        (["kardinal"], "unexpected argument 'kardinal', expected game=kardinal"),
        (["--trust"], "--trust has no value, expected trust=VALUE"),
        (["--config-dir"], "--config-dir has no value, expected"),
        (["--config-dir", "nowhere"], "--config-dir is nowhere, expected an existing folder"),
        (["vatikan=true"], "'vatikan' is an option of game=kardinal, not of game=kou_ka_roi"),
        (["game=kardinal", "vatkan=true"], "unknown setting 'vatkan'; did you mean 'vatikan'?"),
        (["algorithm="], "algorithm is '', expected one of after_imitation, maskable_ppo"),
        (["name=${foo}"], "name refers to .* not another setting: .*'foo' not found"),
        (["name=${results}", "results=${name}"], "that is not another setting: Recursive"),
        (["name=${oc.env:HOME}"], r"name is '\${oc\.env:HOME}', expected a string in which"),
        (["experiment=kardinal", "network.prior_temperature=warm"], "expected a number > 0, or"),
        (["experiment=kardinal", "game=knatsch"], "vatikan, which is not an option of game=kna"),
        (["seed=1,2"], r"^seed is \[1,2\], expected an integer"),
        (["--multirun", "seed=1,two"], "seed is two, expected an integer"),
        (["--multirun", "seed=1,2", "name=a"], "name is a in several runs, expected a different"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_unknown_names_and_values_of_the_wrong_kind_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message.replace("?", r"\?").replace("+", r"\+")):
        [run.settings() for run in CommandLine.runs(Train, arguments)]


@pytest.mark.parametrize(
    "line",
    [
        "train game=kardinal num_players=[3,4] game.options.vatikan=true steps=5_000_000",
        "train experiment=kardinal network.prior_temperature=null margin_reward=1",
        "train opponents.shares.search-50=0.1 opponents=mostly_greedy opponents.shares.m.y:A.b=1",
        "train opponents.shares={results/a:0.1,my\\:Agent:1} name='7' resume=results/run",
        "train network.policy=[16] network.entity_width=null algorithm.target_kl=0.1",
        "train algorithm.learning_rate={start:1e-3,end:0} imitation.agent=greedy",
        "train --multirun seed=1,2 name=run-${seed}",
        "exploit agent=greedy game=knatsch game.options.max_turns=9 num_players=[2,3]",
        "rllib experiment=kardinal num_env_runners=4 cluster=auto",
        "tune trials=3 space.algorithm.clip_range=[0.1,0.2]",
        "tune experiment=quick",
        "evaluate agent=a opponents=random num_players=3 game=kardinal game.options={vatikan:true}"
        " json=x.json",
        "tournament agents=[a,b] results=x confidence=0.9",
    ],
)
def test_correct_values_are_accepted(line):
    assert all(run.settings() for run in runs(line))


def test_multirun_has_a_run_for_each_combination():
    found = runs("train --multirun seed=1,2 game=kardinal,knatsch")
    assert [(run.settings().seed, run.settings().game.name) for run in found] == [
        (1, "kardinal"), (1, "knatsch"), (2, "kardinal"), (2, "knatsch"),
    ]  # fmt: skip
    assert found[1].given == {"seed": 1, "game": "knatsch"}


def test_options_are_allowed_in_a_multirun_if_all_games_have_them():
    found = runs("train --multirun game=kardinal,knatsch components=null")
    assert [run.game for run in found] == ["kardinal", "knatsch"]
    found = runs("train --multirun game=kardinal vatikan=true,false")
    assert [run.settings().game.options["vatikan"] for run in found] == [True, False]
    with pytest.raises(ValueError, match="'vatikan' is an option of game=kardinal, not of game=kn"):
        runs("train --multirun game=kardinal,knatsch vatikan=true")


@pytest.mark.parametrize("name", ["evaluate", "exploit"])
def test_missing_values_are_explained(name):
    with pytest.raises(ValueError, match=r"agent is missing; set agent=… \(\w+ .*folder or"):
        command_line(name).settings()


def test_a_chosen_group_brings_its_values():
    line = command_line("train game=kardinal experiment=kardinal")
    assert line.defaults["game"]["options"]["vatikan"] == [False, True]
    assert line.defaults["network"]["prior_temperature"] == 0.25
    assert set(line.groups) == {"algorithm", "experiment", "opponents"}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("network.architecture=mlp network.value=[9]", Network(value=[9])),
        ("network={architecture:mlp,value:[9]}", Network(value=[9])),
        ("--multirun network.architecture=mlp seed=1", Network()),
        ("network.architecture=my:Net network.kwargs.a=1", Network("my:Net", kwargs={"a": 1})),
        (
            "network.architecture=entities network.value=[9,9]",
            Network("entities", [256, 256], [9, 9], prior_temperature=0.25, entity_width=64),
        ),
    ],
)
def test_another_architecture_resets_the_network_of_the_recipe(typed, expected):
    assert command_line(f"train experiment=kardinal {typed}").settings().network == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("train vatikan=1 game=kardinal", {"game.options.vatikan": 1, "game": "kardinal"}),
        ("evaluate --agent greedy --game=knatsch max_turns=1e1", {"agent": "greedy",
         "game": "knatsch", "game.options.max_turns": 10}),
        ("train --game kardinal --num-players [3,4]", {"game": "kardinal", "num_players": [3, 4]}),
        ("train --algorithm.gae_lambda=0.5", {"algorithm.gae_lambda": 0.5}),
        ("evaluate opponents=greedy,random", {"opponents": ["greedy", "random"]}),
    ],
)  # fmt: skip
def test_given_values_have_complete_names(typed, expected):
    assert command_line(typed).given == expected


def test_a_value_may_contain_others():
    line = CommandLine(Train, ["results=runs/${seed}", "name=${results}", "seed=${num_envs}"])
    assert (found := line.settings()).name == found.results == "runs/512"
    assert found.seed == 512


@pytest.mark.parametrize("place", [0, 1, 2])
def test_own_configurations_are_found_and_checked_at_any_position(tmp_path, place):
    (tmp_path / "opponents").mkdir()
    (tmp_path / "opponents" / "mine.yaml").write_text("defaults: [league]\nshares: {greedy: 0.7}\n")
    arguments = ["game=kardinal", "opponents=mine"]
    arguments[place:place] = ["--config-dir", str(tmp_path)]
    line = CommandLine(Train, arguments)
    assert line.settings().opponents.shares == {**Opponents().shares, "greedy": 0.7}
    with pytest.raises(ValueError, match="unknown setting 'step'; did you mean 'steps'"):
        CommandLine(Train, [*arguments, "step=3"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a: b: c", r"experiment.mine\.yaml is corrupt: mapping values"),
        ("a: &a 1\nb: *a\n", r"experiment.mine\.yaml is corrupt: found the alias"),
        ("steps: 5", "experiment=mine: the first line of this preset must be '# @package"),
        ("# @package _global_\nopponents: [a]\n", "=mine can't be composed: .*Cannot merge"),
        ("# @package _global_\ndefaults: [/docker/compose]\n", ".*Could not load 'docker/compose'"),
    ],
)
def test_invalid_presets_are_reported_and_other_files_are_not_read(tmp_path, content, message):
    for name in ("mine.yaml", "docker/compose.yaml", "experiment/mine.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a: &a 1\nb: *a\n")
    arguments = ["--config-dir", str(tmp_path), "experiment=mine"]
    (tmp_path / "experiment/mine.yaml").write_text(content)
    with pytest.raises(ValueError, match=message):
        CommandLine(Train, arguments)
    (tmp_path / "experiment/mine.yaml").write_text("# @package _global_\nsteps: 7\n")
    assert CommandLine(Train, arguments).settings().steps == 7


def test_whole_numbers_may_be_written_with_an_exponent():
    found = command_line("train game=knatsch max_turns=1e1 steps=1e6 evaluation.games=2.5e3")
    settings = found.settings()
    assert (settings.steps, settings.evaluation.games) == (1_000_000, 2500)
    assert repr(settings.game.options["max_turns"]) == "10"
