"""The server's log on its terminal."""

import logging
import time

from hofspiele.envs.core.checks import escaped

# Minimum number of seconds between two equal messages; maximum number of messages to remember.
_REPEAT_SECONDS = 60.0
_MOST_REMEMBERED = 1000


def log_to_terminal() -> None:
    """Write the warnings and errors of all libraries to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Escaping())
    handler.addFilter(RepetitionFilter())
    logging.getLogger().addHandler(handler)


class _Escaping(logging.Formatter):
    """A formatter that escapes messages, because they may quote text from clients."""

    def format(self, record: logging.LogRecord) -> str:
        return escaped(super().format(record))


class RepetitionFilter(logging.Filter):
    """A filter that drops repeated messages, because they could fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[int, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False if an equal message is remembered from the last minute, otherwise True."""
        now, message = time.monotonic(), hash(record.getMessage())
        if now - self._logged.get(message, -_REPEAT_SECONDS) < _REPEAT_SECONDS:
            return False
        if len(self._logged) >= _MOST_REMEMBERED:
            self._logged.clear()
        self._logged[message] = now
        return True
