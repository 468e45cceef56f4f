"""Many games at once in which a learner holds one seat and agents the others."""

from hofspiele.envs.learner.learner_table import LearnerTable, Seat

__all__ = ["LearnerTable", "Seat"]
