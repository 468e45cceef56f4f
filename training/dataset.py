"""Write games as a dataset: ``hofspiele dataset agents=[greedy] game=… to=FOLDER``.

The dataset is for offline learning; it is written as Parquet files with one row per decision. After
Ctrl-C, a kill or a full disk the same command resumes, and its result is the same as without the
interruption.
"""

from hofspiele.training.cli.command import command, given_values, resumable
from hofspiele.training.settings.dataset import Dataset


@command(Dataset)
def main(settings: Dataset) -> None:
    """Play the missing games and write the dataset."""
    import torch

    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.quoting import shell_command
    from hofspiele.training.offline.dataset import dataset

    torch.set_num_threads(1)  # Each Parquet file is written by its own thread.
    resume = shell_command("dataset", *given_values())
    with resumable(lambda: "all complete files are saved", resume):
        dataset(settings, make_console())


if __name__ == "__main__":
    main()
