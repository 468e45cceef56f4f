"""Replays of recorded games: as text, as pictures, as a page.

``hofspiele replay FILE`` prints or writes a replay; in Python, use `replay_text` or `write_replay`.
"""

from hofspiele.envs.replay.text import replay_text
from hofspiele.envs.replay.write import KINDS, Cut, write_replay

__all__ = ["KINDS", "Cut", "replay_text", "write_replay"]
