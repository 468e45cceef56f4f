"""Written positions as text."""

from collections.abc import Callable, Mapping
from typing import Any

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal import SPEC
from hofspiele.envs.kardinal.components import Board

# A function that returns the words for a country: from the owners of its monasteries by name, which
# are None if they are free, and its advisors in words.
CountryWords = Callable[[Mapping[str, int | None], str], str]


def variants(position: Mapping[str, Any]) -> list[str]:
    """Return the names of the options that are on in a position."""
    return [option.words for option in SPEC.options if position.get(option.name) is True]


def with_numbers(owners: Mapping[str, int | None], advisors: str) -> str:
    """Return a country with the seats of owners, and dots for free monasteries."""
    abbeys = " ".join(f"{name} {'.' if seat is None else seat}" for name, seat in owners.items())
    return f"{abbeys}; advisors: {advisors or 'none'}"


def in_words(owners: Mapping[str, int | None], advisors: str) -> str:
    """Return a country in words."""
    abbeys = ", ".join(
        f"{name} {'free' if seat is None else f'player {seat}'}" for name, seat in owners.items()
    )
    return f"{abbeys}; advisors: {advisors or 'none'}"


def in_brief(owners: Mapping[str, int | None], advisors: str) -> str:
    """Return a country in words, with the number of its free monasteries."""
    taken = [f"{name} player {seat}" for name, seat in owners.items() if seat is not None]
    facts = [", ".join(taken), f"{len(owners) - len(taken)} free"]
    return "; ".join(filter(None, [*facts, advisors and f"advisors: {advisors}"]))


def draw(
    board: Board, position: Mapping[str, Any], country_words: CountryWords = with_numbers
) -> str:
    """Return a position, in the form of `Game.visible_part`, as lines of text."""
    options = variants(position)
    with_options = f" with {' and '.join(options)}" if options else ""
    stage = "game over" if position["over"] else position["stage"]
    lines = [f"Kardinal & König{with_options}, {stage}"]
    for country in board.countries:
        names = [monastery.name for monastery in board.monasteries_of(country)]
        owners = {name: position["abbeys"].get(name) for name in names}
        advisors = position["advisors"].get(country, [])
        seated = ", ".join(
            f"{count} of player {seat}" for seat, count in enumerate(advisors) if count
        )
        lines.append(f"  {country}: {country_words(owners, seated)}")
    for table in ("cloister_table", "council_table"):
        seals = ", ".join(f"{country} (player {seat})" for country, seat in position[table].items())
        if seals:
            lines.append(f"  {table.replace('_', ' ')}: {seals}")
    face_up = ", ".join(card or "-" for card in position["face_up"])
    lines.append(f"  face up: {face_up}; {counted(position['pile'], 'card')} in the pile")
    for seat, hand in enumerate(position["hands"]):
        decides = seat == position["player"] and not position["over"]
        on_turn = f" to {position['step']}" if decides else ""
        points = counted(position["scores"][seat], "point")
        lines.append(f"  player {seat}{on_turn} ({points}): {_cards(hand)}")
    return "\n".join(lines)


def _cards(hand: Mapping[str, int] | int) -> str:
    if isinstance(hand, int):
        return counted(hand, "card")
    return ", ".join(f"{count} {colour}" for colour, count in hand.items()) or "no cards"
