"""All diagrams of the documentation, by the names of their files."""

from tools.diagrams.flows import search, training_step
from tools.diagrams.rooms import rooms

DIAGRAMS = {"rooms": rooms, "training_step": training_step, "search": search}
