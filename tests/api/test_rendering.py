import copy
import pickle
import re
import sys
import warnings
from xml.etree import ElementTree

import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled

from hofspiele.envs import knatsch_v0
from hofspiele.envs.api.rendering import Window
from hofspiele.envs.core.text.installed import install_command
from hofspiele.envs.pictures import pixels
from tests.api.faces import (
    NUM_ENVS,
    PARALLEL_CASES,
    every_face,
    every_face_of_one_game,
    flat,
    make_face,
    play_gym,
    trace,
)


@every_face
@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_frames_follow_the_game(case, face, mode):
    env = make_face(case, face, render_mode=mode)
    env.reset(seed=1)
    assert env.render_mode == mode
    shown, shapes = set(), set()
    for _ in range(3):
        frames = env.render()
        assert isinstance(frames, tuple) == (face == "vector")
        shown.add(str(flat(frames)))
        frames = frames if face == "vector" else (frames,)
        assert len(frames) == (NUM_ENVS if face == "vector" else 1)
        for frame in frames:
            if mode == "svg":
                assert ElementTree.fromstring(frame).tag == "{http://www.w3.org/2000/svg}svg"
            if mode == "rgb_array":
                assert (frame.dtype, frame.shape[1:]) == (np.uint8, (800, 3))
                shapes.add(frame.shape)
            else:
                assert isinstance(frame, str)
        trace(env, np.random.default_rng(1), 5)
    assert len(shown) == 3
    assert len(shapes) == (mode == "rgb_array")
    env.close()


@every_face_of_one_game
def test_without_a_mode_nothing_is_rendered(case, face):
    env = make_face(case, face)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode is None, expected one of: 'ansi', 'svg'"):
        assert env.render() is None


@every_face
def test_the_last_position_is_shown(case, face):
    if face == "vector":
        return  # The next game is dealt in the same step.
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
@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_secret_choices_are_not_shown(case, mode):
    """Neither pictures nor observations of others depend on a choice that is still secret."""
    env = make_face(case, "env", render_mode=mode)
    seen = set()
    for choice in range(2):
        env.reset(seed=3)
        chooser = env.agent_selection
        env.step(np.flatnonzero(env.last()[0]["action_mask"])[choice])
        others = [agent for agent in env.agents if agent != chooser]
        observations = [env.observe(agent)["observation"].tobytes() for agent in others]
        seen.add((env.render(), *observations, str(env.infos)))
    assert len(seen) == 1


# --- windows ------------------------------------------------------------------------------------


@every_face_of_one_game
def test_a_window_follows_every_step(case, face, screen, monkeypatch):
    shown = []
    monkeypatch.setattr(Window, "show", lambda window, frame, fps: shown.append(frame))
    env = make_face(case, face, render_mode="human")
    env.reset(seed=1)
    assert len(shown) == 1
    trace(env, np.random.default_rng(1), 2)
    assert len(shown) == 3
    assert env.render() is None
    assert len(shown) == 4
    assert {frame.shape for frame in shown} == {shown[0].shape}
    env.close()


class TestWindow:
    pygame = pytest.importorskip("pygame")
    FRAME = np.full((60, 90, 3), 7, np.uint8)

    def test_the_game_continues_after_the_window_is_closed(self, screen):
        window = Window("a game")
        window.show(self.FRAME, fps=1000)
        shown = self.pygame.surfarray.array3d(self.pygame.display.get_surface())
        assert shown.shape == (90, 60, 3)
        assert (shown == 7).all()
        for twin in (copy.deepcopy(window), pickle.loads(pickle.dumps(window))):
            assert twin._screen is None
        self.pygame.event.post(self.pygame.event.Event(self.pygame.QUIT))
        window.show(self.FRAME, fps=1000)
        assert window.closed
        assert not self.pygame.display.get_init()
        window.close()

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
    def test_without_a_display_one_warning_says_that_nobody_sees_it(self, no_screen):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")
            for _ in range(2):
                window = Window("a game")
                window.show(self.FRAME, fps=1)
                window.show(self.FRAME, fps=1)
                window.close()
        assert len(caught) == 1
        assert "no display was found: nobody sees the window; render_" in str(caught[0].message)

    def test_a_window_that_cannot_be_opened_is_reported(self, screen, monkeypatch):
        monkeypatch.setenv("SDL_VIDEODRIVER", "nothing")
        with pytest.raises(RuntimeError, match="opened with SDL_VIDEODRIVER=nothing"):
            Window("a game").show(self.FRAME, fps=1000)
        monkeypatch.setitem(sys.modules, "pygame", None)
        with pytest.raises(DependencyNotInstalled, match=re.escape(install_command("render"))):
            Window("a game").show(self.FRAME, fps=1000)


@every_face_of_one_game
@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_without_the_render_extra_only_pixels_are_missing(case, face, missing, monkeypatch):
    pixels._tile.cache_clear()  # Tiles of earlier tests would be drawn without the library.
    monkeypatch.setitem(sys.modules, missing, None)
    env = make_face(case, face, render_mode="rgb_array")
    env.reset(seed=1)
    trace(env, np.random.default_rng(1), 2)
    with pytest.raises(DependencyNotInstalled, match=re.escape(install_command("render"))):
        env.render()


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_rendering_needs_a_reset(mode):
    env = knatsch_v0.raw_env(render_mode=mode)
    gym_env = knatsch_v0.gym_env(render_mode=mode)
    for call in (env.render, env.state, gym_env.render):
        with pytest.raises(
            TypeError, match="this record holds no position yet; reset the environment"
        ):
            call()
