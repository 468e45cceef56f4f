import pytest
import torch

from hofspiele.training.runs.learner import Learner, find_device


@pytest.mark.parametrize(
    ("name", "there", "found"),
    [("cpu", True, "cpu"), ("auto", True, "cuda"), ("auto", False, "cpu"), ("cuda", True, "cuda")],
)
def test_auto_uses_the_gpu_if_there_is_one(monkeypatch, name, there, found):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: there)
    assert find_device(name).type == found


def test_missing_gpu_is_reported_with_advice(settings_of, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match=r"device is cuda, but .* use device=cpu"):
        Learner(settings_of("device=cuda"), "run")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("game", ["kou_ka_roi", "knatsch"])
def test_everything_is_learnt_on_the_gpu(settings_of, game):
    parts = Learner(settings_of("device=cuda", f"game={game}"), "run")
    parts.league.take_snapshot(0)
    parts.env.set_shares(parts.league.draw_shares())
    parts.model.learn(512)
    assert {weights.device.type for weights in parts.model.policy.network.parameters()} == {"cuda"}
