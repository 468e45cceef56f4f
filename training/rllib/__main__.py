"""Train an agent with RLlib: ``hofspiele rllib game=kou_ka_roi num_env_runners=8``.

RLlib's env runners play the games on the cores of this machine or of a cluster. Everything else,
including the resulting agent, is as in `hofspiele train`. Ctrl-C saves the run;
``hofspiele rllib resume=FOLDER`` resumes it.
"""

from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig

from hofspiele.training.cli.command import command
from hofspiele.training.cli.console import make_console
from hofspiele.training.rllib.run import RLlibRun
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import carry_out
from hofspiele.training.runs.start_or_resume import (
    new_run,
    resumed_run,
    stored_config,
)

_COMMAND = "rllib"


@command("rllib")
def main(config: DictConfig) -> None:
    """Train, save and measure one agent."""
    console = make_console()
    if config.resume is None:
        run = new_run(config, console, RLlibRun)
    else:
        folder = RunFolder.existing(config.resume)
        overrides = HydraConfig.get().overrides.task
        stored = stored_config(folder, _COMMAND, overrides, config, ("cluster", "num_env_runners"))
        run = resumed_run(stored, folder, console, RLlibRun)
    carry_out(run, _COMMAND)
    console.print(f"agent, curve and figures are in {run.folder.path}")


if __name__ == "__main__":
    main()
