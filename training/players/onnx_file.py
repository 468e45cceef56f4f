"""Agent files that play without torch: self-contained ONNX models.

Such a file is an ordinary ONNX model with the graph of `actor_graph` and the weights inside. Its
metadata hold, each as JSON, the fields of `AgentFile` except for the weights, and

==============  ==================================================================================
``format``      `FORMAT`
``source``      SHA-256 of the agent file that it was made from
``checked``     how it was compared with that: positions, largest difference, versions
``sha256``      of all other metadata and all weights
==============  ==================================================================================

Files are read as data: the graph that runs is rebuilt from the description and the weights, and a
file with any other graph is refused. So nothing foreign runs, no other file is read, and the size
of the file bounds memory and time.
"""

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hofspiele.training.networks.onnx_format import FLOAT, IR_VERSION, OPSET, Model, model_of
from hofspiele.training.networks.onnx_graph import actor_graph
from hofspiele.training.players.contents import (
    AgentFile,
    check_weights,
    checked_contents,
    read_bytes,
)

if TYPE_CHECKING:  # Such files can be read without onnxruntime.
    from hofspiele.training.players.onnx_agent import OnnxAgent

FORMAT = "hofspiele onnx agent 1"
_DIGEST = "sha256"


def onnx_bytes(content: AgentFile, source: str, checked: dict[str, Any]) -> bytes:
    """Return the bytes of a file with `content`; the other arguments are part of the metadata."""
    metadata = {"format": FORMAT, **content.metadata(), "source": source, "checked": checked}
    graph = actor_graph(content.network, content.weights)
    return signed(graph, metadata, content.hofspiele).SerializeToString(deterministic=True)


def signed(graph: Any, metadata: dict[str, Any], version: str) -> Any:
    """Return a model with its metadata, of which the checksum is the last."""
    model = model_of(graph, {key: json.dumps(value) for key, value in metadata.items()}, version)
    model.metadata_props.add(key=_DIGEST, value=json.dumps(_digest(model)))
    return model


def metadata_of(file: Path) -> dict[str, Any]:
    """Return the metadata of a file; raise ValueError if it is no ONNX model or damaged."""
    return _metadata(_parsed(file), file)


def read(file: Path) -> AgentFile:
    """Return the content of `file`, weights as arrays; ValueError if it is damaged or foreign."""
    model = _parsed(file)
    weights = _weights(model, file)
    content = checked_contents(_metadata(model, file) | {"weights": weights}, FORMAT, file)
    check_weights(content, file)
    graph = actor_graph(content.network, weights)
    opsets = [(opset.domain, opset.version) for opset in model.opset_import]
    if graph != model.graph or (model.ir_version, opsets) != (IR_VERSION, [("", OPSET)]):
        raise ValueError(f"{file}: another graph than that of the network; not played")
    return content


def agent_of(content: AgentFile, name: str, *, deterministic: bool) -> "OnnxAgent":
    """Return the agent of a file's content, for onnxruntime."""
    from hofspiele.training.players.onnx_agent import OnnxAgent

    model = model_of(actor_graph(content.network, content.weights), {}, content.hofspiele)
    inputs, whole = content.network.inputs, model.SerializeToString()
    return OnnxAgent(name, inputs, whole, deterministic=deterministic)


def _parsed(file: Path) -> Any:
    content = read_bytes(file)
    try:
        return Model.FromString(content)
    except Exception as error:  # protobuf's own
        raise _damaged(file) from error


def _metadata(model: Any, file: Path) -> dict[str, Any]:
    try:
        found = {entry.key: json.loads(entry.value) for entry in model.metadata_props}
    except (ValueError, RecursionError) as error:
        raise _damaged(file) from error
    if found.get(_DIGEST) != _digest(model):
        raise _damaged(file)
    return found


def _weights(model: Any, file: Path) -> dict[str, np.ndarray]:
    try:
        return {
            tensor.name: np.frombuffer(tensor.raw_data, "<f4").reshape(tuple(tensor.dims))
            for tensor in model.graph.initializer
            if tensor.data_type == FLOAT and not tensor.name.startswith("constant_")
        }
    except ValueError as error:
        raise _damaged(file) from error


def _digest(model: Any) -> str:
    """Return the digest of all other metadata and of all weights."""
    digest = hashlib.sha256()
    for entry in model.metadata_props:
        if entry.key != _DIGEST:
            digest.update(f"{entry.key}\0{entry.value}\0".encode())
    for tensor in model.graph.initializer:
        digest.update(f"{tensor.name}\0".encode())
        digest.update(tensor.raw_data)
    return digest.hexdigest()


def _damaged(file: Path) -> ValueError:
    return ValueError(
        f"{file}: not an agent's ONNX file, or damaged; expected what `hofspiele export` writes"
    )
