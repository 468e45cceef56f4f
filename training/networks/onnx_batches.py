"""The operations of a policy's ONNX graph in the form that onnxruntime evaluates fastest.

Up to rounding, values and the logits of legal actions are the same as with the graph in agent
files. If the network has entities, large batches take 45 to 65 % of that graph's time. Only
`onnx_file.agent_of` builds graphs in this form.
"""

import numpy as np

from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.onnx_format import add_node
from hofspiele.training.networks.onnx_graph import LOGITS, OnnxOperations


class BatchOperations(OnnxOperations):
    """`OnnxOperations` that select columns in blocks and add biases once per decision.

    They do not mask logits.
    """

    def columns(self, name: str, rows: str) -> str:
        indices = self._network.indices[name]
        found = self._columns(indices.ravel(), rows)
        if indices.ndim == 1:
            return found
        return self._node("Reshape", found, self.constant(np.array([0, *indices.shape])))

    columns_or_zeros = columns

    def linear_with_common(self, name: str, rows: str, common_name: str, common: str) -> str:
        shared = self.add_parameter(f"{name}.bias", self.linear(common_name, common))
        return self.add_to_each(self.product(name, rows), shared)

    def finish_logits(self, logits: str) -> None:
        # Agents do not read logits of illegal actions.
        add_node(self._graph, "Identity", [logits], LOGITS)

    def _columns(self, indices: np.ndarray, rows: str) -> str:
        if len(indices) and indices[0] != NONE and (np.diff(indices) == 1).all():
            bounds = (self.constant(np.array([end])) for end in (indices[0], indices[-1] + 1, 1))
            return self._node("Slice", rows, *bounds)
        # onnxruntime copies columns one number at a time, but rows and transposes in blocks.
        turned = self._node("Transpose", rows)
        if NONE in indices:
            turned = self._node("Pad", turned, self.constant(np.array([0, 0, 1, 0])))
        return self._node("Transpose", self._node("Gather", turned, self.constant(indices), axis=0))
