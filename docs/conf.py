"""Configuration of Sphinx; `make site` builds the site."""

import sys
import textwrap
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import diagrams
import films
import inventories
import repository
from docutils import nodes
from sphinx.addnodes import literal_strong, pending_xref
from sphinx.util.nodes import make_refnode

from hofspiele import envs

project = "Hofspiele"
author = "The Hofspiele developers"
copyright = "2026, the Hofspiele developers"
version = release = envs.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "myst_parser",
]
exclude_patterns = ["_build"]
# A block in CONTRIBUTING.md is marked with the language "rooms", so that a test finds it. Sphinx
# can't highlight this language.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Hofspiele"
html_static_path = ["_static"]
html_extra_path = [str(films.FOLDER)]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_favicon = "../envs/kou_ka_roi/images/symbol_king.svg"

# Headings get the same anchors as on GitHub, for links from other pages.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]

# Docstrings name objects in single backticks. Those that are documented become links.
default_role = "py:obj"
# Ray is not installed together with the other extras.
autodoc_mock_imports = ["ray"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True, "show-inheritance": True}
# `inventories` explains why these inventories are not downloaded.
intersphinx_mapping = inventories.write_inventories()
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True


def _find_by_last_name(app, env, node, shown):
    """Return a link to the only class, function or `Class.member` of this name, or None.

    Docstrings name objects without their modules.
    """
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    found = [
        (name, entry)
        for name, entry in env.get_domain("py").objects.items()
        if name.endswith(f".{target}")
        and not entry.aliased
        and ("." in target or entry.objtype in ("class", "exception", "function"))
    ]
    if len(found) != 1:
        return None
    [(name, entry)] = found
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, shown, name)


def _join_attributes(app, what, name, described, options, lines):
    """Join the names of attributes that share a text, or Sphinx would read the first as a type."""
    for number, line in enumerate(lines):
        if line.startswith(":ivar "):
            names, colon, text = line.removeprefix(":ivar ").partition(":")
            lines[number] = f":ivar {names.replace(', ', ',')}{colon}{text}"


def _show_attributes(app, doctree):
    """Separate joined attribute names again; remove their links, which lead to other classes."""
    for link in [*doctree.findall(pending_xref)]:
        if link.get("refspecific") and link["reftype"] == "obj":
            link.replace_self(link.children)
    for names in [*doctree.findall(literal_strong)]:
        names.replace_self(literal_strong("", names.astext().replace(",", ", ")))


def _link_to_repository(app, name, source):
    """Rewrite the links of a page that lead to files outside of this folder."""
    page = f"docs/{name}.md"
    if not page.startswith(repository.FOLDER):
        source[0] = repository.linked(source[0], page, page)


def _mark_plots(app, doctree):
    """Give plots on white a class, whose colours are inverted on dark pages."""
    for image in doctree.findall(nodes.image):
        if "/figures/" in image["uri"] or "/scorecards/" in image["uri"]:
            image["classes"].append("plot")


def _describe(app, page, template, context, doctree):
    """Add the first paragraph of a page as its description, which previews of links show."""
    if doctree is None or (first := next(doctree.findall(nodes.paragraph), None)) is None:
        return
    text = escape(textwrap.shorten(first.astext(), 200, placeholder=" …"))
    tags = {'name="description"': text, 'property="og:description"': text}
    tags['property="og:title"'] = escape(app.env.titles[page].astext())
    context["metatags"] += "".join(f'<meta {key} content="{text}">' for key, text in tags.items())


def setup(app):
    """Write the pages, films and diagrams that are made from other files of the repository."""
    diagrams.write_diagrams()
    films.write_films()
    repository.write_pages()
    app.connect("source-read", _link_to_repository)
    app.connect("autodoc-process-docstring", _join_attributes, priority=600)  # After Napoleon.
    app.connect("doctree-read", _show_attributes)
    app.connect("doctree-read", _mark_plots)
    app.connect("html-page-context", _describe)
    app.connect("missing-reference", _find_by_last_name)
