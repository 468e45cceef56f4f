"""Digests of episodes in all environments, to compare processes: `python -m tests.api.digest`."""

import hashlib
import json

import numpy as np

from tests.api.faces import EVERY_FACE, EVERY_FACE_IDS, flat, make_face, trace


def digests() -> dict[str, str]:
    found = {}
    for name, (case, face) in zip(EVERY_FACE_IDS, EVERY_FACE, strict=True):
        env = make_face(case, face)
        first = env.reset(seed=42)
        seen = flat([first, trace(env, np.random.default_rng(0), 150)])
        found[name] = hashlib.sha256(repr(seen).encode()).hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps(digests()))
