from tests.training.runs.conftest import config_of, handlers_of_signals

__all__ = ["config_of", "handlers_of_signals"]
