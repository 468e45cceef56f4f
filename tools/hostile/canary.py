"""A module that creates a file when it is imported.

Attacks name it as an agent in stored configurations. Nothing else imports it.
"""

import os
from pathlib import Path

from hofspiele.envs.agents import RandomAgent

Path(os.environ["HOSTILE_MARK"]).touch()


class Agent(RandomAgent):
    """The agent named in the stored configurations of attacks."""
