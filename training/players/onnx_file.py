"""Agent files that play without torch: self-contained ONNX models.

Such a file is an ordinary ONNX model with the graph of `network_graph`, including the weights. Its
metadata are JSON values: the fields of `AgentFile` except the weights, and

==============  ==================================================================================
``format``      `FORMAT`
``source``      SHA-256 of the agent file from which it was exported
``checked``     how it was compared with that file: positions, largest difference, versions
``sha256``      SHA-256 of all other metadata and all weights
==============  ==================================================================================

Files are read as data: the graph is rebuilt from the description and the weights, and a file with
a different graph is refused. So no foreign graph runs, no other file is read, and the size of the
file bounds memory and time.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.training.cli.files import naming
from hofspiele.training.networks.onnx_batches import BatchOperations
from hofspiele.training.networks.onnx_format import FLOAT, IR_VERSION, OPSET, Model, model_of
from hofspiele.training.networks.onnx_graph import LOGITS, VALUES, network_graph, outputs_of
from hofspiele.training.players.batch_agent import BatchAgent, BatchNetwork
from hofspiele.training.players.contents import AgentFile, checked_contents, read_bytes
from hofspiele.training.players.sparse_network import SparseNetwork

FORMAT = "hofspiele onnx agent 1"
_DIGEST = "sha256"


def onnx_bytes(content: AgentFile, source: str, checked: dict[str, Any]) -> bytes:
    """Return the bytes of a file with `content` and the metadata `source` and `checked`."""
    metadata = {"format": FORMAT, **content.metadata(), "source": source, "checked": checked}
    graph = network_graph(content.network, content.weights, outputs_of(content.weights))
    return signed(graph, metadata, content.hofspiele).SerializeToString(deterministic=True)


def signed(graph: Any, metadata: dict[str, Any], version: str) -> Any:
    """Return a model with `metadata`, a checksum, and a copy of `graph`."""
    model = model_of(graph, {key: json.dumps(value) for key, value in metadata.items()}, version)
    model.metadata_props.add(key=_DIGEST, value=json.dumps(_digest(model)))
    return model


def metadata_of(file: Path) -> dict[str, Any]:
    """Return the metadata of a file; raise ValueError if it is corrupt or not an agent's model."""
    with naming(file):
        return _parsed(read_bytes(file))[1]


def read(file: Path) -> AgentFile:
    """Return the content of `file`; raise ValueError if the file or its graph is wrong."""
    with naming(file):
        model, metadata, weights = _parsed(read_bytes(file))
        content = checked_contents(metadata | {"weights": weights}, FORMAT)
        opsets = [(opset.domain, opset.version) for opset in model.opset_import]
        graph = network_graph(content.network, weights, outputs_of(weights))
        if graph != model.graph or (model.ir_version, opsets) != (IR_VERSION, [("", OPSET)]):
            wrong = "its graph differs from the graph that hofspiele export writes"
            raise ValueError(f"{wrong}; export the agent again")
    return content


def agent_of(content: AgentFile, name: str, *, deterministic: bool) -> BatchAgent:
    """Return the agent with the content of a file, evaluated without torch."""
    networks = {output: _network(content, output) for output in outputs_of(content.weights)}
    return BatchAgent(
        name,
        content.network.inputs,
        networks[LOGITS],
        networks.get(VALUES),
        deterministic=deterministic,
    )


def _network(content: AgentFile, output: str) -> BatchNetwork:
    if network := SparseNetwork.of(content, output):
        return network
    # Files can be read without onnxruntime.
    from hofspiele.training.players.onnx_network import OnnxNetwork

    graph = network_graph(content.network, content.weights, [output], BatchOperations)
    return OnnxNetwork(model_of(graph, {}, content.hofspiele).SerializeToString(), output)


def _parsed(content: bytes) -> tuple[Any, dict[str, Any], dict[str, np.ndarray]]:
    """Return the model, its metadata and its weights by name; raise ValueError if corrupt."""
    try:
        model = Model.FromString(content)
        metadata = {entry.key: json.loads(entry.value) for entry in model.metadata_props}
        weights = {
            tensor.name: np.frombuffer(tensor.raw_data, "<f4").reshape(tuple(tensor.dims))
            for tensor in model.graph.initializer
            if tensor.data_type == FLOAT and not tensor.name.startswith("constant_")
        }
        if metadata.get(_DIGEST) != _digest(model):
            raise ValueError("its checksum is wrong")
    except Exception as error:  # A corrupt file can raise an error of any kind.
        raise ValueError(
            "not an agent's ONNX file, or a corrupt one; expected a file from `hofspiele export`"
        ) from error
    return model, metadata, weights


def _digest(model: Any) -> str:
    """Return the SHA-256 of all weights and of all metadata except ``sha256``."""
    digest = hashlib.sha256()
    for entry in model.metadata_props:
        if entry.key != _DIGEST:
            digest.update(f"{entry.key}\0{entry.value}\0".encode())
    for tensor in model.graph.initializer:
        digest.update(f"{tensor.name}\0".encode())
        digest.update(tensor.raw_data)
    return digest.hexdigest()
