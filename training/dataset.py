"""Write games as a dataset: ``hofspiele dataset agents=[greedy] game=… to=FOLDER``.

The dataset is for offline learning; it is written as Parquet files with one row per decision. After
Ctrl-C, a kill or a full disk the same command resumes, and its result is the same as without the
interruption.
"""

from hofspiele.envs.command_line.command import command, given_values
from hofspiele.envs.command_line.values import shell_command
from hofspiele.training.cli.command import resumable
from hofspiele.training.settings.measuring import Dataset


@command(Dataset)
def main(settings: Dataset) -> None:
    """Play the missing games and write the dataset."""
    from hofspiele.envs.core.text.words import counted
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.progress import Display
    from hofspiele.training.offline.dataset import dataset

    console = make_console()
    resume = shell_command("dataset", **given_values())
    with (
        resumable(lambda: "all complete files are saved", resume),
        Display(console, 0, "games") as display,
    ):
        made = dataset(settings, display.report)
    size = sum(path.stat().st_size for path, _ in made.files()) / 1e6
    decisions = counted(made.decisions, "decision")
    console.print(f"{decisions} ({size:,.1f} MB) in {made.folder}; the dataset card is README.md")


if __name__ == "__main__":
    main()
