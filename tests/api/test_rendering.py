import re

import numpy as np
import pytest

from tests.api.faces import EVERY_FACE, EVERY_FACE_IDS, PARALLEL_CASES, make_face, play_gym, trace

every_face = pytest.mark.parametrize(("case", "face"), EVERY_FACE, ids=EVERY_FACE_IDS)


@every_face
@pytest.mark.parametrize("mode", ["human", "rgb_array", "ANSI", ""])
def test_unknown_modes_are_refused(case, face, mode):
    with pytest.raises(ValueError, match=re.escape(f"render_mode is {mode!r}, expected one of: ")):
        make_face(case, face, render_mode=mode)


@every_face
def test_text(case, face):
    env = make_face(case, face, render_mode="ansi")
    env.reset(seed=1)
    assert env.render_mode == "ansi"
    assert env.metadata["render_modes"] == ["ansi"]
    shown = set()
    for _ in range(10):
        trace(env, np.random.default_rng(1), 1)
        texts = env.render()
        assert all(isinstance(text, str) for text in texts)
        shown.add(texts)
    assert len(shown) > 5
    env.close()


@every_face
def test_no_mode_no_picture(case, face):
    env = make_face(case, face)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode='ansi'"):
        assert env.render() is None


@every_face
def test_the_last_position_is_shown(case, face):
    if face == "vector":
        return  # deals anew at once
    env = make_face(case, face, render_mode="ansi")
    start = env.reset(seed=2)
    rng = np.random.default_rng(2)
    if face == "gym":
        list(play_gym(env, start[1], rng))
        last = env._table.final_states[0]
    else:
        while not env.game_state["over"]:
            trace(env, rng, 1)
        last = env.game_state
    game = case.make()
    assert env.render() == game.draw(game.to_dict(last))


@pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)
def test_secret_choices_are_not_shown(case):
    """Neither the text nor what others observe depends on a choice that is still secret."""
    env = make_face(case, "env", render_mode="ansi")
    seen = set()
    for choice in range(2):
        env.reset(seed=3)
        chooser = env.agent_selection
        env.step(np.flatnonzero(env.last()[0]["action_mask"])[choice])
        others = [agent for agent in env.agents if agent != chooser]
        observations = [env.observe(agent)["observation"].tobytes() for agent in others]
        seen.add((env.render(), *observations, str(env.infos)))
    assert len(seen) == 1
