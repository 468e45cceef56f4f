"""Train an agent by self-play: ``hofspiele train game=kou_ka_roi num_players=3``.

Ctrl-C saves and says how to go on: ``hofspiele train resume=FOLDER``.
"""

from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig
from rich.console import Console

from hofspiele.training.cli.command import command
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.opening import (
    check_command,
    check_complete,
    new_run,
    resumed_run,
    stored_config,
)
from hofspiele.training.runs.run import carry_out

_COMMAND = "train"


@command("train")
def main(config: DictConfig) -> None:
    """Train, save and measure one agent."""
    console = Console(soft_wrap=True, markup=False)  # names and values may have brackets
    if config.resume is None:
        run = new_run(config, console)
    else:
        folder = RunFolder.existing(config.resume)
        stored = stored_config(folder, HydraConfig.get().overrides.task, config)
        check_command(stored, folder, _COMMAND)
        check_complete(stored, config, folder)
        run = resumed_run(stored, folder, console)
    carry_out(run, _COMMAND)
    console.print(f"agent, curve and figures are in {run.folder.path}")


if __name__ == "__main__":
    main()
