"""Games stepped together in which a learner holds one seat and agents hold the others."""

from hofspiele.envs.learner.learner_table import LearnerTable, Seat, step_together

__all__ = ["LearnerTable", "Seat", "step_together"]
