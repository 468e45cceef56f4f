"""The commands of training and measuring; their docstrings are what ``--help`` prints.

Imports of slow libraries are in the functions, so that ``--help`` does not wait for them.
"""

from hofspiele.envs.command_line.command import command, given_values
from hofspiele.envs.command_line.values import shell_command
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.words import counted
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.cli.console import Display, make_console
from hofspiele.training.cli.signals import resumable
from hofspiele.training.settings.measuring import (
    Compare,
    Dataset,
    Evaluate,
    Export,
    Scorecard,
    Tournament,
)
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.variants import Exploit, RLlib, Tune


@command(Train, CommandLine)
def train(settings: Train) -> None:
    """Train an agent by self-play: ``hofspiele train game=kou_ka_roi num_players=3``.

    Ctrl-C saves the run; ``hofspiele train resume=FOLDER`` resumes it.
    """
    from hofspiele.training.runs.run import Run, carry_out
    from hofspiele.training.runs.start_or_resume import start_or_resume

    carry_out(start_or_resume(settings, make_console(), Run, given_values()))


@command(RLlib, CommandLine)
def rllib(settings: RLlib) -> None:
    """Train an agent with RLlib: ``hofspiele rllib game=kou_ka_roi num_env_runners=8``.

    Ctrl-C saves the run, and ``hofspiele rllib resume=FOLDER`` resumes it.
    """
    from hofspiele.training.rllib.run import RLlibRun
    from hofspiele.training.runs.run import carry_out
    from hofspiele.training.runs.start_or_resume import start_or_resume

    carry_out(start_or_resume(settings, make_console(), RLlibRun, given_values()))


@command(Exploit, CommandLine)
def exploit(settings: Exploit) -> None:
    """Search for an agent's weaknesses: ``hofspiele exploit agent=PATH [game=…] [steps=…] …``.

    The command trains an approximate best response: an agent that plays only against the given
    agent, which holds all other seats and does not learn. Then it evaluates the best response on
    new deals. Win share minus fair share is a lower bound on how exploitable the agent is, because
    another learner may find more. Everything else is as in `hofspiele train`.
    """
    from hofspiele.training.runs.best_response import BestResponse, exploit_table
    from hofspiele.training.runs.run import carry_out
    from hofspiele.training.runs.start_or_resume import start_or_resume

    console, given = make_console(), given_values()
    if any(name.partition(".")[0] == "opponents" for name in given):
        raise ValueError("exploit takes no opponents=…, because the agent holds all other seats")
    run = start_or_resume(settings, console, BestResponse, given)
    matches = carry_out(run)
    target = run.evaluation_opponents[0].name
    against = [one for one in matches if set(one.agents[1:]) == {target}]
    console.print(str(exploit_table(against)))


@command(Tune, CommandLine)
def tune(settings: Tune) -> None:
    """Search for good values of a recipe: ``hofspiele tune experiment=kardinal trials=20``.

    Each trial is a short training run with values from a search space, suggested by Optuna's
    tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011); the first trial has the
    recipe's own values if they are in the space. Trials are compared by their mean win share
    against ``evaluation.opponents``, and trials below the median stop early. The same command
    resumes a study, but not with another recipe or space. To share the study, start the command on
    several machines with the same ``storage=FILE``, or with ``storage=URL`` of a database.
    """
    import optuna

    from hofspiele.training.tuning.trials import trials_table, tune

    console = make_console()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with resumable(lambda: "all ended trials are saved", "the same command"):
        study = tune(settings, console)
    console.print(str(trials_table(study)))
    values = (f"{name}={value}" for name, value in study.best_params.items())
    console.print("best values:", *values)


@command(Evaluate)
def evaluate(settings: Evaluate) -> None:
    """Evaluate an agent: ``hofspiele evaluate agent=PATH opponents=[greedy] games=1000``."""
    from hofspiele.training.measuring.evaluation import evaluate, requested_files

    console = make_console()
    with Display(console, "games") as display:
        match = evaluate(settings, report=display.report)
    console.print(str(match.agents_table()))
    console.print(str(match.ranks_table()))
    for kind, file in requested_files(settings).items():
        console.print(f"wrote {kind} to {file}")


@command(Tournament)
def tournament(settings: Tournament) -> None:
    """Find out which agents are stronger: ``hofspiele tournament agents=[greedy,PATH] …``.

    All line-ups play the same deals, each in every rotation of the seats, in rounds until the order
    of the ladder is settled or ``games=N`` is reached. Ctrl-C loses at most a round; the same
    command with ``results=FOLDER`` resumes, and the results are the same as without the
    interruption.
    """
    from hofspiele.training.measuring.tournament import PlayedTournament

    console = make_console()
    played = PlayedTournament(settings)
    game, ladder, folder = played.game, played.ladder, played.folder.path
    console.print(
        f"{game!r}: {counted(len(played.line_ups), 'line-up')}, "
        f"{len(played.line_ups) * game.num_players:,} games per deal, {ladder.deals:,} deals "
        f"played so far; results are saved in {folder}"
    )
    resume = shell_command("tournament", **given_values() | {"results": str(folder)})
    # Ray replaces the SIGTERM handler that `resumable` sets, and `RayExecutor` restores it.
    with (
        resumable(lambda: f"{ladder.deals:,} deals are saved", resume),
        Display(console, "deals") as display,
    ):
        played.play(report=display.report)
    console.print(str(ladder.table()))
    console.print(str(ladder.matrix_table()))
    console.print(played.verdict)
    console.print(f"results, table and plot are in {folder}")


@command(Scorecard)
def scorecard(settings: Scorecard) -> None:
    """Compare agents by a fixed protocol: ``hofspiele scorecard agent=MODULE:NAME``.

    The agent plays fixed deals of every game, with every number of players and every combination of
    options that can be on or off, from every seat, against fixed opponents. The folder of the
    scorecard then holds the results as JSON, as a table in Markdown and as a picture. Ctrl-C loses
    at most a match; the same command with ``results=FOLDER`` resumes.
    ``training/measuring/README.md`` explains the protocol.
    """
    from hofspiele.training.measuring.scorecard import PlayedScorecard

    console = make_console()
    played = PlayedScorecard(settings)
    matches, path = played.matches, played.path
    for line in played.left_out_lines():
        console.print(line)
    console.print(
        f"{played.agent}: {len(played.results)} of {len(matches)} matches played so far; "
        f"results are saved in {path}"
    )
    resume = shell_command("scorecard", **given_values() | {"results": str(path)})
    with (
        resumable(lambda: f"{len(played.results)} of {len(matches)} matches are saved", resume),
        Display(console, "games") as display,
    ):
        played.play(display.report)
    console.print(str(played.table()))
    console.print(f"results, table and picture are in {path}")


@command(Compare)
def compare(settings: Compare) -> None:
    """Compare the learning curves of runs: ``hofspiele compare results/a results/b plot=FILE``.

    Runs that differ only in the seed form a group. The command prints the settings in which groups
    differ, and the win share of each group in its games while learning against each opponent that
    all runs have met, at the last step that all runs of the group have reached, with a 95 %
    interval over the seeds.
    """
    from hofspiele.training.runs.comparison import compare

    console = make_console()
    console.print(str(compare(settings)))
    if settings.plot is not None:
        console.print(f"wrote plot to {settings.plot}")


@command(Dataset)
def dataset(settings: Dataset) -> None:
    """Write games as a dataset: ``hofspiele dataset agents=[greedy] game=… to=FOLDER``.

    The dataset is for offline learning; it is written as Parquet files with one row per decision.
    After Ctrl-C, a kill or a full disk the same command resumes, and its result is the same as
    without the interruption.
    """
    from hofspiele.training.offline.dataset import dataset

    console = make_console()
    resume = shell_command("dataset", **given_values())
    with (
        resumable(lambda: "all complete files are saved", resume),
        Display(console, "games") as display,
    ):
        made = dataset(settings, display.report)
    size = sum(path.stat().st_size for path, _ in made.files()) / 1e6
    decisions = counted(made.decisions, "decision")
    console.print(f"{decisions} ({size:,.1f} MB) in {made.folder}; the dataset card is README.md")


@command(Export)
def export(settings: Export) -> None:
    """Write an agent as an ONNX model: ``hofspiele export agent=PATH to=agent.onnx``.

    The model has the input ``inputs``, (B, I) float32, and the outputs ``logits``, (B, A), and
    ``values``, (B,), the expected outcomes; B is any number of decisions. The inputs are
    observations, followed by the prior if the agent has one; then the metadata contain its
    ``prior_temperature``, and the logits include the prior. onnxruntime alone evaluates the model,
    and hofspiele plays it with the extra `agents`.

    Before the file is written, the model is compared with torch at positions of real games, in
    batches of several sizes. Values and logits may differ by at most 1e-5, or 1e-5 times the value
    or the decision's largest absolute logit if that is larger.
    """
    import torch

    from hofspiele.training.players.onnx_export import export, paths_of

    console = make_console()
    if settings.spec is not None:
        spec_of(settings.spec, from_user=True)
    torch.set_num_threads(settings.torch_threads)
    file, target = paths_of(settings)
    shown = export(file, target, settings.positions, settings.seed, trust=settings.trust)
    console.print(f"{target}: {target.stat().st_size:,} bytes, {shown}")
