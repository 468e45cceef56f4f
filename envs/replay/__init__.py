"""Replays of recorded games: as text, as pictures, as a page.

``hofspiele replay FILE`` shows a replay; `replay_text` and `write_replay` return or write one.
"""

from hofspiele.envs.replay.text import replay_text
from hofspiele.envs.replay.write import KINDS, Cut, write_replay

__all__ = ["KINDS", "Cut", "replay_text", "write_replay"]
