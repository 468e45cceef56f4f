"""Untrusted configurations in resumed folders, which must not run code or reveal secrets.

Values, names and the complete text of a configuration are changed at random, so that it contains
interpolations, resolvers, aliases, tags, deep nesting, and values of wrong types.
"""

import functools
import json
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from rich.console import Console

from hofspiele.training import exploit, train
from hofspiele.training.cli.command import _ending_clearly
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.runs import start_or_resume
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import Run
from hofspiele.training.runs.start_or_resume import resumed_run, stored_settings
from hofspiele.training.settings.rllib import RLlib
from tools.hostile.attack import Attack
from tools.hostile.damage import LIMITS, check_refused, copies
from tools.hostile.drawn import one_of
from tools.hostile.foreign import draw_place
from tools.hostile.forks import Ended, call, command
from tools.hostile.works import (
    EXPLOIT,
    TOURNAMENT,
    TRAINING,
    TUNE,
    Work,
    kept,
    new_folder,
    undisturbed,
)

_CANARY = "tools.hostile.canary"
_AGENT = f"{_CANARY}:Agent"
# Environment variables that contain the path of the file that the canary creates, and a secret.
_MARK, _SECRET = "HOSTILE_MARK", "HOSTILE_SECRET"
_TOKEN = "token-of-the-environment-51b3"
# Environment variable that is set only after a configuration has been checked.
_LATE = "HOSTILE_LATE"
_CHANGES = 4
_ROUNDS = 4


class Stored(NamedTuple):
    """A kind of folder in which a configuration is stored.

    Attributes:
        name: name of the kind.
        work: task that wrote the folder.
        file: path of the configuration within the folder.
        resume: resumes the task of a folder in a child process.
        parse, dump: convert the text of the file to values and back.
    """

    name: str
    work: Work
    file: str
    resume: Callable[[Path], None]
    parse: Callable[[str], Any] = yaml.safe_load
    dump: Callable[[Any], str] = yaml.safe_dump


def _save_and_end(run: Run, *_: Any) -> None:
    """Write the agent of a run with its configuration, then exit instead of training."""
    run.save_agent()
    sys.exit(0)


def _resumed_late(*arguments: Any) -> Run:
    """Set an environment variable after the check of the configuration, then resume."""
    os.environ[_LATE] = "1"
    return resumed_run(*arguments)


def _resume_run(name: str, folder: Path) -> None:
    train.carry_out = exploit.carry_out = _save_and_end  # type: ignore[assignment]
    start_or_resume.resumed_run = exploit.resumed_run = _resumed_late
    command(name, f"resume={folder / 'run'}")


def _resume_rllib(folder: Path) -> None:
    """Resume as `training.rllib` does, without Ray."""
    with _ending_clearly():
        run = RunFolder.existing(folder / "run")
        given = CommandLine(RLlib, []).settings()
        stored = stored_settings(run, [], given, ("cluster", "num_env_runners"))
        _save_and_end(_resumed_late(stored, run, Console(quiet=True)))


def _begin_again(work: Work, folder: Path) -> None:
    command(work.command, *work.begin(folder))


def _parse_lines(text: str) -> Any:
    return [json.loads(line) for line in text.splitlines()]


def _dump_lines(values: Any) -> str:
    return "".join(json.dumps(line) + "\n" for line in values)


KINDS = {
    kind.name: kind
    for kind in (
        Stored("train", TRAINING, "run/config.yaml", partial(_resume_run, "train")),
        Stored("exploit", EXPLOIT, "run/config.yaml", partial(_resume_run, "exploit")),
        Stored("rllib", TRAINING, "run/config.yaml", _resume_rllib),
        Stored(
            "tune", TUNE, "study/trials.log", partial(_begin_again, TUNE), _parse_lines, _dump_lines
        ),
        Stored(
            "tournament", TOURNAMENT, "cup/tournament.json", partial(_begin_again, TOURNAMENT),
            json.loads, json.dumps,
        ),
    )
}  # fmt: skip


def _texts(rng: np.random.Generator) -> list[str]:
    """Return strings that OmegaConf or YAML would evaluate or parse in a special way."""
    name = f"a{rng.integers(9)}"
    return [
        _AGENT, "agent", f"${{oc.env:{_SECRET}}}", f"x${{oc.env:{_SECRET},none}}y", "${seed}",
        f"\\${{oc.env:{_SECRET}}}", f"\\\\${{oc.env:{_SECRET}}}", "${..seed}", "${.}", "${", "$${}",
        f"${{oc.select:safe_${{oc.env:{_LATE},x}},${{opponents.shares}}}}", f"${{{name}}}" * 2,
        f"${{oc.create:{{'{_AGENT}': 1}}}}", f"${{oc.dict.keys:{name}}}", "${hydra:runtime.cwd}",
        f"${{oc.decode:'${{oc.env:{_SECRET}}}'}}", f"${{oc.decode:\"'{_AGENT}'\"}}", "???", "",
        "${oc.deprecated:seed}", "!!python/name:os.system", "*a", "&a", "<<", "2024-01-01", "1e999",
        "${" * 200, "${a" * 200 + "}" * 200, "\0", "\u202e", "a" * 50_000, "9" * 5_000,
    ]  # fmt: skip


def _values(rng: np.random.Generator) -> list[Any]:
    """Return values of many types, some of them nested."""
    text = one_of(rng, _texts(rng))
    nested: Any = text
    for _ in range(int(rng.integers(1, 200))):
        nested = [nested] if rng.random() < 0.5 else {"a": nested}
    return [
        text, text, text, text, [text], {text: text}, {text: 1.0}, [[text]], nested, None, True, 0,
        -1, 10**6, 10**30, 1.5, float("nan"), float("inf"), [], {}, [[]], {"a": {}}, [1, "a", None],
        {"_target_": "os.system", "_args_": ["true"]}, "greedy", ["greedy", text],
    ]  # fmt: skip


def _change(values: Any, rng: np.random.Generator) -> None:
    """Replace or rename a random value at any level, or add one."""
    place, name = draw_place(values, rng)
    value = one_of(rng, _values(rng))
    if isinstance(place, dict) and rng.random() < 0.25:
        place[one_of(rng, _texts(rng))] = place.pop(name) if rng.random() < 0.5 else value
    else:
        place[name] = value


def _add(values: Any, rng: np.random.Generator) -> None:
    """Add an unknown entry whose value would reveal a secret if it were evaluated."""
    place = one_of(rng, values) if isinstance(values, list) else values
    place["note"] = one_of(rng, [text for text in _texts(rng) if _SECRET in text])


def _switch(values: Any, rng: np.random.Generator) -> None:
    """Replace the opponents with an interpolation that names the canary only after the check."""
    if not isinstance(values, dict) or "opponents" not in values:
        _add(values, rng)
        return
    shares = values["opponents"]["shares"]
    values |= {"safe_x": shares, "others": {**shares, _AGENT: 1.0}}
    values["opponents"]["shares"] = f"${{oc.select:safe_${{oc.env:{_LATE},x}},${{others}}}}"


def _rewrite(text: str, rng: np.random.Generator) -> str:
    """Return the text of a configuration with added lines that no dumper would write."""
    lines = text.splitlines()
    number = int(rng.integers(len(lines)))
    doubling = [f"b{n + 1}: ${{b{n}}}${{b{n}}}" for n in range(40)]
    laughing = [f"c{n + 1}: &c{n + 1} [{', '.join([f'*c{n}'] * 9)}]" for n in range(9)]
    inserted = [
        ["b0: text", *doubling], ["c0: &c0 [a]", *laughing], ["<<: {seed: 1}"], ["<<: *a"],
        [f"d: !!python/object/apply:importlib.import_module ['{_CANARY}']"],
        [f"d: !!python/name:{_CANARY}.Agent"], ["d: !!binary bm8="], ["d: !unknown 1"],
        ["d: !!set {a, b}"], ["d: !!pairs [a: 1]"], ["? [a, b]\n: c"], ["1: a"], ["null: a"],
        ["true: a"], ["2024-01-01: a"], ["d: " + "[" * 100_000], ["d: " + "{a: " * 100_000],
        ["- a"], ["---"], ["..."], ["%YAML 1.1"], ["\t"], [f"d: '{'a' * 100_000}'"],
        ["d: 1" + ":59" * 20_000], [f"opponents: {{shares: {{'{_AGENT}': 1}}}}"], ["trust: true"],
    ]  # fmt: skip
    return "\n".join([*lines[:number], *one_of(rng, inserted), *lines[number:]])


def _resume(kind: str, folder: Path, mark: Path) -> None:
    """Resume `folder` in the current child process, with a secret in its environment."""
    os.environ |= {_MARK: str(mark), _SECRET: _TOKEN}
    KINDS[kind].resume(folder)


@functools.cache
def _whole(kind: Stored) -> Path:
    """Return an unchanged folder after checking that it can be resumed."""
    folder = new_folder()
    shutil.copytree(undisturbed(kind.work).folder, folder, dirs_exist_ok=True)
    file = folder / kind.file
    if kind.name == "rllib":
        values = kind.parse(file.read_text())
        file.write_text(kind.dump({**values, "num_env_runners": 0, "cluster": "local"}))
    ended = call(_resume, kind.name, folder, kept() / "unused", **LIMITS)
    assert ended.status == 0, ended
    return folder


def _evaluate_canary(mark: Path) -> None:
    """Evaluate the canary in the current child process, as if a user had named it as an agent."""
    os.environ[_MARK] = str(mark)
    command("evaluate", f"agent={_AGENT}", "opponents=random", "games=4", "game=kou_ka_roi")


@functools.cache
def _check_canary() -> None:
    mark = kept() / "canary"
    call(_evaluate_canary, mark)
    assert mark.exists(), "the canary left no mark"


def _mutate(kind: Stored, rng: np.random.Generator, folder: Path) -> int:
    _check_canary()
    mark = folder / "mark"
    for copy, file in copies(_whole(kind), kind.file, _ROUNDS, rng, folder):
        values = kind.parse(file.read_text())
        file.write_text(_changed(kind, values, rng), errors="replace")
        ended = call(_resume, kind.name, copy, mark, **LIMITS)
        assert not mark.exists(), f"{kind.name} imported a module that a stored configuration names"
        check_refused(ended, file)
        _check_silent(ended, copy)
    return _ROUNDS


def _changed(kind: Stored, values: Any, rng: np.random.Generator) -> str:
    """Change `values` in a targeted way or at random, and return them as the text of a file."""
    if rng.random() < 0.4:
        (_add if rng.random() < 0.5 else _switch)(values, rng)
        return kind.dump(values)
    for _ in range(int(rng.integers(_CHANGES))):
        _change(values, rng)
    text = kind.dump(values)
    return _rewrite(text, rng) if rng.random() < 0.5 else text


def _check_silent(ended: Ended, folder: Path) -> None:
    """Check that the secret was neither printed nor written to `folder`."""
    written = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    leaks = [str(path) for path, content in written.items() if _TOKEN.encode() in content]
    assert not leaks, f"a secret was written to {leaks}"
    assert _TOKEN not in ended.output + ended.errors, ended


ATTACKS = tuple(
    Attack(f"configurations-{kind.name}", partial(_mutate, kind), 0.5) for kind in KINDS.values()
)
