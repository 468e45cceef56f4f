"""Train an agent by self-play: ``hofspiele train game=kou_ka_roi num_players=3``.

Ctrl-C saves the run; ``hofspiele train resume=FOLDER`` resumes it.
"""

from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig

from hofspiele.training.cli.command import command
from hofspiele.training.cli.console import make_console
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import carry_out
from hofspiele.training.runs.start_or_resume import (
    new_run,
    resumed_run,
    stored_config,
)

_COMMAND = "train"


@command("train")
def main(config: DictConfig) -> None:
    """Train, save and measure one agent."""
    console = make_console()
    if config.resume is None:
        run = new_run(config, console)
    else:
        folder = RunFolder.existing(config.resume)
        stored = stored_config(folder, _COMMAND, HydraConfig.get().overrides.task, config)
        run = resumed_run(stored, folder, console)
    carry_out(run, _COMMAND)
    console.print(f"agent, curve and figures are in {run.folder.path}")


if __name__ == "__main__":
    main()
