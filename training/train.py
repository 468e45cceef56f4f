"""Train an agent by self-play: ``python -m training.train game=kou_ka_roi num_players=3``.

Ctrl-C saves and says how to go on: ``python -m training.train resume=FOLDER``.
"""

import signal
import sys
from collections.abc import Sequence

from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig, OmegaConf
from rich.console import Console

from hofspiele.training.cli.command import command
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import TrainingRun


def open_run(config: DictConfig, overrides: Sequence[str]) -> tuple[DictConfig, RunFolder]:
    """The configuration and folder of a new run, or of the one to resume."""
    if config.resume is None:
        return config, RunFolder.create(config)
    folder = RunFolder.existing(config.resume)
    other = [name for name in overrides if not name.startswith(("resume=", "steps="))]
    if other:
        raise ValueError(
            f"resume goes on with the run's own configuration; only steps=… may be given with it, "
            f"not {' '.join(other)}"
        )
    stored = OmegaConf.load(folder.config)
    assert isinstance(stored, DictConfig)
    if any(name.startswith("steps=") for name in overrides):
        stored.steps = config.steps
    return stored, folder


def check_complete(config: DictConfig, defaults: DictConfig, folder: RunFolder) -> None:
    """Raise ValueError if `config`, that of a folder, lacks what this version's has."""
    if missing := [str(name) for name in defaults if name not in config]:
        raise ValueError(
            f"{folder.config} is of an older version and has no {', '.join(missing)}; "
            "copy what is missing from configs/train.yaml to go on"
        )


@command("train")
def main(config: DictConfig) -> None:
    """Train, save and measure one agent."""
    console = Console(soft_wrap=True, markup=False)  # names and values may have brackets
    defaults = config
    config, folder = open_run(config, HydraConfig.get().overrides.task)
    check_complete(config, defaults, folder)
    training = TrainingRun.begin(config, folder, console)
    carry_out(training, "training.train")
    training.finish()
    console.print(f"agent, curve and figures are in {folder.path}")


def carry_out(training: TrainingRun, script: str) -> None:
    """Learn up to the configured steps; an interruption ends with how to go on by `script`."""
    console, folder = training.console, training.folder
    played = ", ".join(map(repr, training.games))
    console.print(f"training {played}; everything is kept in {folder.path}")
    # a polite kill is an interruption too
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        training.imitate()
        training.learn()
    except KeyboardInterrupt:
        console.print(
            f"\ninterrupted after {training.model.num_timesteps:,} steps; go on with:\n"
            f"  python -m {script} resume={folder.path}"
        )
        sys.exit(130)


if __name__ == "__main__":
    main()
