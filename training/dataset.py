"""Write games as a dataset: ``hofspiele dataset agents=[greedy] game=… to=FOLDER``.

The dataset is for offline learning; it is written as Parquet (one row per decision) and as a Minari
dataset (one episode per seat and game). After Ctrl-C, a kill or a full disk the same command
resumes, and its result is the same as without the interruption.
"""

from pathlib import Path

from hofspiele.envs.command_line.values import shell_command
from hofspiele.training.cli.command import command, given_values, resumable
from hofspiele.training.settings.measuring import Dataset


@command(Dataset)
def main(settings: Dataset) -> None:
    """Play the missing games and write the dataset."""
    import torch

    from hofspiele.envs.agents import usable_cores
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.offline.dataset import finish, kept, line_up_of, play, stored_settings
    from hofspiele.training.offline.folder import DatasetFolder
    from hofspiele.training.players.lookup import finder_for

    torch.set_num_threads(1)  # Each shard has its own thread.
    console = make_console()
    finder = finder_for(settings.agents, settings)
    game = finder.game
    line_up = line_up_of(finder.find(settings.agents), game)
    folder = DatasetFolder(Path(settings.to), stored_settings(settings, game, line_up))
    with resumable(lambda: kept(folder), shell_command("dataset", **given_values())):
        play(folder, game, line_up, console, settings.threads or usable_cores())
        finish(folder, game, console)


if __name__ == "__main__":
    main()
