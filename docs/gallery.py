"""Moving pictures of the games for the start page.

``python docs/gallery.py`` (part of ``make docs``) writes the games of `films`, on light and on dark
backgrounds. Readers who prefer reduced motion see the still pictures next to them.
"""

import films

from hofspiele.envs.core import read_records
from hofspiele.envs.core.registry import spec_of

FOLDER = films.ROOT / "docs" / "_static" / "gallery"
# Pixels; pictures are shown at about half this width on desktops.
_WIDTH, _HEIGHT = 560, 373
_PICTURES = 28
# Milliseconds that a picture and the last picture are shown.
_PACE, _END = 700, 3500
_PICTURE = (
    '<picture class="only-{colours}">'
    '<source media="(prefers-reduced-motion: reduce)" srcset="_static/gallery/{stem}_still.webp">'
    '<img src="_static/gallery/{stem}.webp" width="{width}" height="{height}" loading="lazy"'
    ' alt="A game of {title}"></picture>'
)


def page() -> str:
    """Return the gallery as HTML. Each picture leads to the page of its game."""
    links = []
    for name in films.FILMS:
        spec = spec_of(name)
        pictures = "".join(
            _PICTURE.format(
                colours=colours, stem=stem, width=_WIDTH, height=_HEIGHT, title=spec.title
            )
            for colours, stem in (("light", name), ("dark", f"{name}_dark"))
        )
        numbers = spec.options[0].allowed
        assert numbers is not None
        words = f"{spec.title}<br>{numbers[0]} to {numbers[-1]} players"
        links.append(f'<a href="from_repository/{name}.html">{pictures}{words}</a>')
    return f'<div class="gallery">{"".join(links)}</div>\n'


def write_pictures() -> None:
    """Write all pictures."""
    from PIL import Image

    from hofspiele.envs.pictures.pixels import rgb_array
    from hofspiele.envs.replay.replayed_game import ReplayedGame

    FOLDER.mkdir(exist_ok=True)
    records = read_records(films.RECORDS)
    for name, number in films.FILMS.items():
        played = ReplayedGame.from_record(records[number - 1], 0)
        last = len(played.positions) - 1
        shown = [round(part * last / (_PICTURES - 1)) for part in range(_PICTURES)]
        for stem, dark in ((name, False), (f"{name}_dark", True)):
            pictures = [
                Image.fromarray(rgb_array(played.picture(position, None, dark=dark), _WIDTH))
                for position in shown
            ]
            still = pictures[_PICTURES // 2]
            still.save(FOLDER / f"{stem}_still.webp", quality=60, method=6)
            pictures[0].save(
                FOLDER / f"{stem}.webp",
                save_all=True,
                append_images=pictures[1:],
                duration=[_PACE] * (_PICTURES - 1) + [_END],
                loop=0,
                quality=50,
                method=6,
            )


if __name__ == "__main__":
    write_pictures()
