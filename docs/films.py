"""Films of games in RESULTS.jsonl: replays on their pages, and moving pictures on the start page.

``python docs/films.py`` (part of ``make docs``) writes the moving pictures, on light and on dark
backgrounds. Readers who prefer reduced motion see the still pictures next to them.
"""

import re
from pathlib import Path

from hofspiele.envs.core import GameRecord, read_records
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.replay import write_replay
from hofspiele.envs.replay.replayed_game import ReplayedGame

ROOT = Path(__file__).resolve().parents[1]
# Everything in this folder is copied to the site.
FOLDER = ROOT / "build" / "films"
# The number of the game in RESULTS.jsonl, counted from 1, for each page with a film.
FILMS = {"kou_ka_roi": 1, "kardinal": 3, "knatsch": 6}
GALLERY = ROOT / "docs" / "_static" / "gallery"
_FIRST_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)$", re.MULTILINE)
# Pixels; pictures are shown at about half this width on desktops.
_WIDTH, _HEIGHT = 560, 373
_PICTURES = 28
# Milliseconds that a picture and the last picture are shown.
_PACE, _END = 700, 3500


def write_films() -> None:
    """Write all films."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for page in FILMS:
        write_replay(_record(page), FOLDER / f"film_{page}.html", "html")


def with_film(text: str, page: str) -> str:
    """Return the Markdown text of a page with its film in place of the first picture."""
    line_up = ", ".join(f"`{player}`" for player in _record(page).players)
    film = (
        "```{raw} html\n"
        f'<iframe class="film" src="../film_{page}.html#playing" loading="lazy"'
        ' title="a game, decision by decision"></iframe>\n'
        "```\n\n"
        f"*A game of {line_up}. "
        f"`hofspiele replay RESULTS.jsonl game={FILMS[page]} to=html` writes this film.*"
    )
    return _FIRST_PICTURE.sub(lambda _: film, text, count=1)


def _record(page: str) -> GameRecord:
    return read_records(ROOT / "RESULTS.jsonl")[FILMS[page] - 1]


def gallery() -> str:
    """Return the moving pictures as HTML. Each picture leads to the page of its game."""
    links = []
    for name in FILMS:
        spec = spec_of(name)
        pictures = "".join(
            f'<picture class="only-{colours}"><source media="(prefers-reduced-motion: reduce)"'
            f' srcset="_static/gallery/{stem}_still.webp"><img src="_static/gallery/{stem}.webp"'
            f' width="{_WIDTH}" height="{_HEIGHT}" loading="lazy" alt="A game of {spec.title}">'
            "</picture>"
            for colours, stem in (("light", name), ("dark", f"{name}_dark"))
        )
        numbers = spec.options[0].allowed
        assert numbers is not None
        words = f"{spec.title}<br>{numbers[0]} to {numbers[-1]} players"
        links.append(f'<a href="from_repository/{name}.html">{pictures}{words}</a>')
    return f'<div class="gallery">{"".join(links)}</div>\n'


def write_pictures() -> None:
    """Write all moving and still pictures."""
    from PIL import Image

    from hofspiele.envs.pictures.pixels import rgb_array

    GALLERY.mkdir(exist_ok=True)
    for name in FILMS:
        played = ReplayedGame.from_record(_record(name), 0)
        last = len(played.positions) - 1
        shown = [round(part * last / (_PICTURES - 1)) for part in range(_PICTURES)]
        for stem, dark in ((name, False), (f"{name}_dark", True)):
            pictures = [
                Image.fromarray(rgb_array(played.picture(position, None, dark=dark), _WIDTH))
                for position in shown
            ]
            still = pictures[_PICTURES // 2]
            still.save(GALLERY / f"{stem}_still.webp", quality=60, method=6)
            pictures[0].save(
                GALLERY / f"{stem}.webp",
                save_all=True,
                append_images=pictures[1:],
                duration=[_PACE] * (_PICTURES - 1) + [_END],
                loop=0,
                quality=50,
                method=6,
            )


if __name__ == "__main__":
    write_pictures()
