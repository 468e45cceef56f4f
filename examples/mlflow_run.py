"""MLflow: metrics and the agent of `hofspiele.train` as a run, stored in the file ``mlflow.db``.

``mlflow ui --backend-store-uri sqlite:///mlflow.db`` shows the run.

Usage: python examples/mlflow_run.py [STEPS]
"""

import sys
from typing import Any

import mlflow
from stable_baselines3.common.logger import KVWriter

import hofspiele


class MLflowOutputFormat(KVWriter):
    """Writes all metrics to the active run of MLflow."""

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0
    ) -> None:
        mlflow.log_metrics({name: float(value) for name, value in key_values.items()}, step)


def main(steps: int = 500_000) -> None:
    """Train with the recipe of Kou-Ka-Roi."""
    settings = hofspiele.Train(game="kou_ka_roi", num_players=[3], steps=steps)
    mlflow.set_tracking_uri("sqlite:///mlflow.db")
    mlflow.set_experiment("hofspiele")
    with mlflow.start_run() as run:
        mlflow.log_param("steps", steps)
        result = hofspiele.train(settings, output_formats=[MLflowOutputFormat()])
        mlflow.log_metric("win share", result.evaluations[-1].results[0].win_share.mean)
        mlflow.log_artifact(str(result.folder / "agent.safetensors"))
    print(f"trained {result.folder}; logged as {run.info.run_id}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
