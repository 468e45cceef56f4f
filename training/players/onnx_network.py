"""Networks that onnxruntime evaluates, without torch."""

import numpy as np
import onnxruntime

from hofspiele.training.networks.onnx_graph import MASKS, OBSERVATIONS, PRIOR

_ERRORS_ONLY = 3  # A log level of onnxruntime.


class OnnxNetwork:
    """A `BatchNetwork` that evaluates one output of a model.

    Args:
        model: an ONNX model with the inputs of `network_graph`. Models run unchecked, so they must
            be trusted.
        output: the name of the output.
    """

    def __init__(self, model: bytes, output: str):
        self._model, self._output = model, output
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        providers = ["CPUExecutionProvider"]
        self._session = onnxruntime.InferenceSession(model, options, providers=providers)
        self._inputs = [given.name for given in self._session.get_inputs()]

    def __reduce__(self) -> tuple[type["OnnxNetwork"], tuple[bytes, str]]:
        # Sessions can't be pickled, so a new one is made from the model.
        return type(self), (self._model, self._output)

    def __call__(
        self, observations: np.ndarray, prior: np.ndarray | None, masks: np.ndarray
    ) -> np.ndarray:
        given = {OBSERVATIONS: observations, PRIOR: prior, MASKS: masks}
        (output,) = self._session.run([self._output], {name: given[name] for name in self._inputs})
        return output
