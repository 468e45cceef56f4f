"""A module that leaves a mark when it is imported; stored configurations name it as an agent.

Nothing else imports it.
"""

import os
from pathlib import Path

from hofspiele.envs.agents import RandomAgent

Path(os.environ["HOSTILE_MARK"]).touch()


class Agent(RandomAgent):
    """What the importing code would play with."""
