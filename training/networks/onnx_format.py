"""The part of the ONNX file format that policies need, based on the protobuf library.

Names, numbers and types of fields come from ``onnx.proto`` (github.com/onnx/onnx). The package
`onnx` supports the complete format, but would add 31 MB to an installation that only plays.
protobuf is installed with onnxruntime.
"""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

OPSET = 20
IR_VERSION = 9  # Lowest version that supports this set of operators.
FLOAT, INT64, BOOL = 1, 7, 9  # Values of TensorProto.DataType.
_INT_ATTRIBUTE = 2  # A value of AttributeProto.AttributeType.

_PACKAGE = "hofspiele.onnx"
# Numbers and types of the fields of each message. A star marks repeated fields.
_MESSAGES = {
    "ModelProto": {
        "ir_version": (1, "int64"),
        "producer_name": (2, "string"),
        "producer_version": (3, "string"),
        "graph": (7, "GraphProto"),
        "opset_import": (8, "*OperatorSetIdProto"),
        "metadata_props": (14, "*StringStringEntryProto"),
    },
    "OperatorSetIdProto": {"domain": (1, "string"), "version": (2, "int64")},
    "StringStringEntryProto": {"key": (1, "string"), "value": (2, "string")},
    "GraphProto": {
        "node": (1, "*NodeProto"),
        "name": (2, "string"),
        "initializer": (5, "*TensorProto"),
        "input": (11, "*ValueInfoProto"),
        "output": (12, "*ValueInfoProto"),
    },
    "NodeProto": {
        "input": (1, "*string"),
        "output": (2, "*string"),
        "name": (3, "string"),
        "op_type": (4, "string"),
        "attribute": (5, "*AttributeProto"),
    },
    "AttributeProto": {"name": (1, "string"), "i": (3, "int64"), "type": (20, "int32")},
    "TensorProto": {
        "dims": (1, "*int64"),
        "data_type": (2, "int32"),
        "name": (8, "string"),
        "raw_data": (9, "bytes"),
    },
    "ValueInfoProto": {
        "name": (1, "string"),
        "type": (2, "TypeProto"),
        "doc_string": (3, "string"),
    },
    "TypeProto": {"tensor_type": (1, "TensorTypeProto")},
    "TensorTypeProto": {"elem_type": (1, "int32"), "shape": (2, "TensorShapeProto")},
    "TensorShapeProto": {"dim": (1, "*DimensionProto")},
    "DimensionProto": {"dim_value": (1, "int64"), "dim_param": (2, "string")},
}


def _classes() -> dict[str, Any]:
    kinds = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="hofspiele_onnx.proto", package=_PACKAGE)
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            plain = kind.removeprefix("*")
            added = message.field.add(
                name=field,
                number=number,
                label=kinds.LABEL_OPTIONAL if plain == kind else kinds.LABEL_REPEATED,
            )
            if plain in _MESSAGES:
                added.type, added.type_name = kinds.TYPE_MESSAGE, f".{_PACKAGE}.{plain}"
            else:
                added.type = kinds.Type.Value(f"TYPE_{plain.upper()}")
    # The package `onnx` registers its messages in the default pool, so this module uses another.
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in _MESSAGES
    }


_CLASSES = _classes()
Graph = _CLASSES["GraphProto"]
Model = _CLASSES["ModelProto"]


def add_node(graph: Any, operator: str, inputs: list[str], output: str, **attributes: int) -> None:
    """Add a node to `graph` that computes `output` from `inputs`."""
    node = graph.node.add(name=output, op_type=operator, input=inputs, output=[output])
    for name, value in attributes.items():
        node.attribute.add(name=name, i=value, type=_INT_ATTRIBUTE)


def add_value(values: Any, name: str, kind: int, width: int, about: str) -> None:
    """Add an input or output to `values`; its shape is (decisions, `width`)."""
    value = values.add(name=name, doc_string=about)
    value.type.tensor_type.elem_type = kind
    value.type.tensor_type.shape.dim.add(dim_param="decisions")
    value.type.tensor_type.shape.dim.add(dim_value=width)


def model_of(graph: Any, metadata: dict[str, str], version: str) -> Any:
    """Return an ONNX model with a copy of `graph` and the metadata."""
    model = Model(ir_version=IR_VERSION, producer_name="hofspiele", producer_version=version)
    model.graph.CopyFrom(graph)
    model.opset_import.add(version=OPSET)
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=value)
    return model
