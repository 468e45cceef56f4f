"""Weights & Biases: metrics of `hofspiele.train` as a run, written to the folder ``wandb``.

``wandb sync FOLDER`` uploads the run later. With WANDB_MODE=online, it is uploaded at once.

Usage: python examples/wandb_run.py [STEPS]
"""

import os
import sys
from typing import Any

import wandb
from stable_baselines3.common.logger import KVWriter

import hofspiele


class WandbOutputFormat(KVWriter):
    """Writes all metrics to a run of Weights & Biases."""

    def __init__(self, run: Any):
        self._run = run

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0
    ) -> None:
        self._run.log(key_values, step=step)


def main(steps: int = 500_000) -> None:
    """Train with the recipe of Kou-Ka-Roi."""
    settings = hofspiele.Train(game="kou_ka_roi", num_players=[3], steps=steps)
    mode = os.environ.get("WANDB_MODE", "offline")
    with wandb.init(project="hofspiele", config={"steps": steps}, mode=mode) as run:
        result = hofspiele.train(settings, output_formats=[WandbOutputFormat(run)])
        run.summary["win share"] = result.evaluations[-1].results[0].win_share.mean
    print(f"trained {result.folder}; logged to {run.dir}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
