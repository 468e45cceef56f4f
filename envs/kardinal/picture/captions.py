"""The line of a picture that describes the last action in words."""

from collections.abc import Sequence

from hofspiele.envs.pictures.scene import Scene

# Names of placements begin with these words.
_PLACEMENTS = {
    "abbey ": "abbey on",
    "advisor ": "advisor in",
    "cloister table ": "advisor on the cloister table,",
    "council table ": "advisor on the council table,",
}
_OTHER_ACTIONS = {
    "end placing": "placed no more",
    "draw pile": "drew from the pile",
    "pass": "passed",
}


def describe_event(scene: Scene) -> str:
    """Return a sentence on the last action, and on the pile if that was used up.

    It is empty if the scene has no last action.
    """
    if not scene.decision:
        return ""
    action = _describe_action(scene.decision["action"], scene.earlier["face_up"])
    caption = f"player {scene.decision['player']} {action}"
    if scene.earlier["stage"] == scene.position["stage"]:
        return caption
    if scene.position["stage"] == "second pile":
        return f"{caption}; the first pile is used up, abbeys score"
    return f"{caption}; the pile is used up, the last round begins"


def _describe_action(name: str, face_up: Sequence[str | None]) -> str:
    if name.startswith("draw face-up "):
        return f"took {face_up[int(name[-1]) - 1]} from the face-up cards"
    piece, _, payment = name.partition(", pay ")
    for start, words in _PLACEMENTS.items():
        if payment and piece.startswith(start):
            return f"placed an {words} {piece.removeprefix(start)} and paid {payment}"
    if piece.startswith("exchange "):
        return f"exchanged {piece.removeprefix('exchange ')}"
    return _OTHER_ACTIONS[piece]
