"""Configuration of Sphinx; `make site` builds the site."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import repository

from hofspiele import envs

project = "Hofspiele"
author = "The Hofspiele developers"
copyright = "2026, the Hofspiele developers"
version = release = envs.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode", "myst_parser"]
exclude_patterns = ["_build"]
# CONTRIBUTING.md marks a list that a test reads as the language "rooms".
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Hofspiele"
html_static_path = ["_static"]
html_css_files = ["site.css"]

# Links to headings of other pages have the form of GitHub's.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]

# Docstrings name arguments and other objects in single backticks.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True


def _link_to_repository(app, name, source):
    """Rewrite the links of a page that lead to files outside of this folder."""
    page = f"docs/{name}.md"
    if not page.startswith(repository.FOLDER):
        source[0] = repository.linked(source[0], page, page)


def setup(app):
    """Write the pages that are made from other files of the repository."""
    repository.write_pages()
    app.connect("source-read", _link_to_repository)
