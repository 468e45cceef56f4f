"""Programs for the development of this project, which generate files in the repository."""
