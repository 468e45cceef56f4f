"""ONNX models as agents, evaluated by onnxruntime.

A model from any program can play: its first input is called ``inputs``, (B, I) float32, and its
first output is called ``logits``, (B, A). The inputs are observations; an optional second output
``values``, (B,) or (B, 1), is the expected outcome. If the metadata of the model contain a
``prior_temperature``, the inputs end with a prior; see `Inputs`. `hofspiele export` writes such
models.
"""

import json
from pathlib import Path

import numpy as np
import onnxruntime

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.training.files.read_write import in_a_line, naming
from hofspiele.training.networks.forward import Forwards
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.players.agent_file import MOST_BYTES
from hofspiele.training.players.policy_agent import PolicyAgent

INPUTS, LOGITS, VALUES, PRIOR = "inputs", "logits", "values", "prior_temperature"
_ERRORS_ONLY = 3  # A log level of onnxruntime.


class OnnxModel:
    """A function from inputs (B, I) to one output of an ONNX model; it can be pickled."""

    def __init__(self, model: bytes, output: str):
        self._model, self._output = model, output
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        providers = ["CPUExecutionProvider"]
        self.session = onnxruntime.InferenceSession(model, options, providers=providers)

    def __reduce__(self) -> tuple[type["OnnxModel"], tuple[bytes, str]]:
        return type(self), (self._model, self._output)

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        (output,) = self.session.run([self._output], {INPUTS: inputs})
        return output.reshape(len(inputs), -1) if self._output == LOGITS else output.ravel()


def load_onnx(file: Path, game: Game, *, deterministic: bool = False) -> Agent:
    """Return the agent for `game` in an ONNX model, named after the file.

    Raise ValueError if the file is corrupt, or its model has other inputs or outputs.
    """
    with naming(file):
        if (size := file.stat().st_size) > MOST_BYTES:
            raise ValueError(f"it has {size:,} bytes, expected at most {MOST_BYTES:,}")
        content = file.read_bytes()
        try:
            policy = OnnxModel(content, LOGITS)
            metadata = policy.session.get_modelmeta().custom_metadata_map
            inputs = Inputs(json.loads(metadata.get(PRIOR, "null")))
            has_values = VALUES in [output.name for output in policy.session.get_outputs()]
            value = OnnxModel(content, VALUES) if has_values else None
            zeros = np.zeros((2, inputs.size(game)), np.float32)
            shape = policy(zeros).shape
            if value is not None and (several := value(zeros).shape) != (2,):
                raise ValueError(f"the output {VALUES} has {several[0]} numbers for 2 decisions")
        except Exception as error:  # onnxruntime raises errors of many kinds.
            raise ValueError(
                f"not an ONNX model with the input {INPUTS}, (B, D) float32, and the output "
                f"{LOGITS} for this game, or corrupt ({in_a_line(error)})"
            ) from error
        if shape != (expected := (2, game.num_actions)):
            raise ValueError(f"the output {LOGITS} has shape {shape}, expected {expected}")
    return PolicyAgent(file.name, inputs, Forwards(policy, value), deterministic=deterministic)
