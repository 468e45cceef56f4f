from tests.training.runs.conftest import handlers_of_signals, settings_of

__all__ = ["handlers_of_signals", "settings_of"]
