"""Programs for the development of this project: attacks, mutation testing and generators."""
