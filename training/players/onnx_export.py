"""Writing an agent as an ONNX model, compared with torch."""

import json
import logging
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import nn

from hofspiele.envs.agents import Agent, Views, play_out
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.text.words import counted
from hofspiele.training.files.read_write import RunError, check_writable, naming, write_file
from hofspiele.training.networks.architectures import load_weights, new_for_weights
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.players.agent_file import SUFFIX, AgentFile, find_file
from hofspiele.training.players.loading import ONNX, agent_in
from hofspiele.training.players.lookup import game_of
from hofspiele.training.players.onnx_file import INPUTS, LOGITS, PRIOR, VALUES, OnnxModel
from hofspiele.training.settings.measuring import Export

# Maximum relative difference of logits and of values.
TOLERANCE = 1e-5
# Sizes of the batches that are compared, in turns.
_SIZES = (1, 2, 7, 513)
# Number of games that are played at the same time.
_GAMES = 4


def export(
    file: Path, target: Path, positions: int = 4096, seed: int = 1, *, trust: bool = False
) -> str:
    """Write the agent in `file` to `target` as an ONNX model; return a summary of the comparison.

    Args:
        file: the agent file.
        target: the file to write.
        positions: minimum number of positions at which the model is compared with torch.
        seed: seed of the games that the positions come from.
        trust: whether a network MODULE:NAME that the file names is imported.

    Raises:
        ValueError: `file` is corrupt, or belongs to a different version of its game.
        RunError: logits or values differ by more than `TOLERANCE`; nothing is written.
    """
    content = AgentFile.read(file)
    games = [game_of(content, setup, file) for setup in content.setups]
    agent = agent_in(content, file, games[0], trust=trust)
    whole = new_for_weights(games[0], content.network, trust=trust)
    with naming(file):
        load_weights(whole, content.weights, keep_values=not content.has_values)
    network = (whole if content.predicts_outcomes else _OnlyPolicy(whole)).eval()
    inputs = Inputs(content.network.prior_temperature)
    metadata = {name: json.dumps(value) for name, value in content.header().items()}
    if inputs.has_prior:
        metadata[PRIOR] = json.dumps(inputs.prior_temperature)
    outputs = [LOGITS, VALUES] if content.predicts_outcomes else [LOGITS]
    model = _onnx_bytes(network, inputs.size(games[0]), outputs, metadata)
    views = [*_positions(agent, games, positions, seed)]
    shown = _compared(network, [OnnxModel(model, name) for name in outputs], inputs, views, target)
    write_file(target, model)
    return shown


def paths_of(settings: Export) -> tuple[Path, Path]:
    """Return the paths of the agent file and the target; raise ValueError if one can't be used."""
    file = find_file(settings.agent)
    if file.suffix != SUFFIX:
        raise ValueError(f"agent is {file}, expected a run folder or a {SUFFIX} file of a run")
    target = file.with_suffix(ONNX) if settings.to is None else Path(settings.to)
    if target.suffix != ONNX:
        raise ValueError(f"to is {target}, expected a file name ending in {ONNX}")
    check_writable("to", target)
    return file, target


class _OnlyPolicy(nn.Module):
    """The logits of a network whose value network is missing or predicts no outcomes."""

    def __init__(self, network: nn.Module):
        super().__init__()
        self.network = network

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor]:
        return (self.network(inputs)[0],)


def _onnx_bytes(
    network: nn.Module, num_inputs: int, outputs: Sequence[str], metadata: dict[str, str]
) -> bytes:
    # This hides notes on torch's own code and on missing packages that are not needed.
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        program = torch.onnx.export(
            network,
            (torch.zeros(2, num_inputs),),
            input_names=[INPUTS],
            output_names=outputs,
            dynamic_shapes=({0: torch.export.Dim("decisions")},),
            dynamo=True,
            verbose=False,
        )
    assert program is not None
    program.model.metadata_props.update(metadata)
    return program.model_proto.SerializeToString()


def _compared(
    network: nn.Module,
    models: Sequence[OnnxModel],
    inputs: Inputs,
    positions: Sequence[Views],
    target: Path,
) -> str:
    """Compare a model with the network, and return a summary; raise RunError if they differ."""
    seen = np.concatenate([inputs.assemble(views) for views in positions])
    masks = np.concatenate([views.action_masks for views in positions])
    with torch.inference_mode():
        expected = [part.numpy() for part in network(torch.from_numpy(seen))]
    sizes = np.resize(_SIZES, len(seen)).cumsum()
    parts = np.split(seen, sizes[sizes < len(seen)])
    found = [np.concatenate([model(part) for part in parts]) for model in models]
    logits = [np.where(masks, part[0], -np.inf) for part in (expected, found)]
    largest = np.abs(np.where(masks, expected[0], 0.0)).max(1, keepdims=True).clip(min=1.0)
    difference = np.where(masks, np.abs(expected[0] - found[0]), 0.0) / largest
    differences = {"logits": difference.max()}
    if len(models) == 2:
        largest = np.abs(expected[1]).clip(min=1.0)
        differences["values"] = (np.abs(expected[1] - found[1]) / largest).max()
    other = int((logits[0].argmax(1) != logits[1].argmax(1)).sum())
    shown = (
        f"onnxruntime {onnxruntime.__version__} against torch {torch.__version__} on "
        f"{counted(len(seen), 'position')}, different best actions: {other}, largest differences: "
        + ", ".join(f"{name} {value:.1e}" for name, value in differences.items())
    )
    if not all(value <= TOLERANCE for value in differences.values()):  # This refuses NaN as well.
        raise RunError(
            f"{target} was not written, because differences are above {TOLERANCE:g}: {shown}"
        )
    return shown


def _positions(agent: Agent, games: Sequence[Game], least: int, seed: int) -> Iterator[Views]:
    """Play complete games of `agent` against itself and yield at least `least` positions."""
    rng = np.random.default_rng([0x0AA3, seed])
    seen = 0
    while seen < least:
        for game in games:
            table = Table(game, _GAMES, int(rng.integers(2**63)))
            holders = np.zeros((_GAMES, game.num_players), np.int64)
            for playing, _ in play_out(table, [agent], holders, rng):
                yield Views.from_table(table, playing, rng, with_states=True)
                seen += len(playing)
