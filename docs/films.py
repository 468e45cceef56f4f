"""Films of games, which are replays of games in RESULTS.jsonl."""

import re
from pathlib import Path

from hofspiele.envs.core import read_records
from hofspiele.envs.replay import write_replay

ROOT = Path(__file__).resolve().parents[1]
# Everything in this folder is copied to the site.
FOLDER = ROOT / "build" / "films"
RECORDS = ROOT / "RESULTS.jsonl"
# The number of the game in RESULTS.jsonl, counted from 1, for each page with a film.
FILMS = {"kou_ka_roi": 1, "kardinal": 3, "knatsch": 6}
_FIRST_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)$", re.MULTILINE)


def write_films() -> None:
    """Write all films."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    records = read_records(RECORDS)
    for page, number in FILMS.items():
        write_replay(records[number - 1], FOLDER / _name(page), "html")


def with_film(text: str, page: str) -> str:
    """Return the Markdown text of a page with its film in place of the first picture."""
    number = FILMS[page]
    players = read_records(RECORDS)[number - 1].players
    line_up = ", ".join(f"`{player}`" for player in players)
    film = (
        "```{raw} html\n"
        f'<iframe class="film" src="../{_name(page)}#playing" loading="lazy"'
        ' title="a game, decision by decision"></iframe>\n'
        "```\n\n"
        f"*A game of {line_up}. "
        f"`hofspiele replay RESULTS.jsonl game={number} to=html` writes this film.*"
    )
    return _FIRST_PICTURE.sub(lambda _: film, text, count=1)


def _name(page: str) -> str:
    return f"film_{page}.html"
