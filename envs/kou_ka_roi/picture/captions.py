"""The line of a picture that describes the last action in words."""

from hofspiele.envs.pictures.scene import Scene


def describe_event(scene: Scene) -> str:
    """Return a sentence that says which rows were taken, or which player chose in secret.

    It is empty if the scene has no last action.
    """
    if not scene.decision:
        return ""
    choices = scene.decision.get("choices")
    if choices is None:
        row = scene.decision["action"] or "a row"
        return f"player {scene.decision['player']} chose {row}"
    seats_by_row: dict[int, list[str]] = {}
    for seat, row in sorted(choices.items()):
        seats_by_row.setdefault(row, []).append(seat)
    return "; ".join(
        f"player {seats[0]} took row {row}"
        if len(seats) == 1
        else f"players {', '.join(seats[:-1])} and {seats[-1]} met on row {row}"
        for row, seats in sorted(seats_by_row.items())
    )
