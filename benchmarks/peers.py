"""Games of other libraries that ours are measured against."""

import os
from functools import partial

from benchmarks.batched_peers import envpool_contenders, pgx_contenders
from benchmarks.measure import Contender
from benchmarks.play import pick_by_space, pick_fast, play_aec, play_open_spiel

RAW_AEC = "PettingZoo connect_four raw_env()"
RAW_AEC_SAMPLED = "PettingZoo connect_four raw_env(), space.sample(mask)"
AEC = "PettingZoo connect_four env()"
CARD_GAME = "OpenSpiel gin_rummy (C++)"
DICE_GAME = "OpenSpiel yacht (C++)"

HOW_TO_INSTALL = "call `make bench`, or: pip install -e '.[train,bench]'"


def peers() -> tuple[list[Contender], list[str]]:
    """Return all installed peers, and a sentence for each one that is not installed."""
    found: list[Contender] = []
    missing: list[str] = []
    for library, load in (
        ("pygame-ce", _connect_four),
        ("open_spiel", _open_spiel),
        ("pgx", pgx_contenders),
        ("envpool", envpool_contenders),
    ):
        try:
            found.extend(load())
        except ModuleNotFoundError as error:
            missing.append(
                f"{library} is not installed ({error}), so its figures are missing; to see them "
                + HOW_TO_INSTALL
            )
    return found, missing


def _connect_four() -> list[Contender]:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo.classic.connect_four import connect_four

    return [
        Contender(RAW_AEC, partial(play_aec, connect_four.raw_env(), pick_fast)),
        Contender(RAW_AEC_SAMPLED, partial(play_aec, connect_four.raw_env(), pick_by_space)),
        Contender(AEC, partial(play_aec, connect_four.env(), pick_fast)),
    ]


def _open_spiel() -> list[Contender]:
    import pyspiel

    return [
        Contender(name, partial(play_open_spiel, pyspiel.load_game(game)))
        for name, game in ((CARD_GAME, "gin_rummy"), (DICE_GAME, "yacht"))
    ]
