"""Write an agent as an ONNX model: ``hofspiele export agent=PATH to=agent.onnx``.

The model has the input ``inputs``, (B, I) float32, and the outputs ``logits``, (B, A), and
``values``, (B,), the expected outcomes; B is any number of decisions. The inputs are observations,
followed by the prior if the agent has one; then the metadata contain its ``prior_temperature``,
and the logits include the prior. onnxruntime alone evaluates the model, and hofspiele plays it with
the extra `agents`.

Before the file is written, the model is compared with torch at positions of real games, in batches
of several sizes. Values and logits may differ by at most 1e-5, or 1e-5 times the value or the
decision's largest absolute logit if that is larger.
"""

from pathlib import Path

from hofspiele.envs.command_line.command import command
from hofspiele.training.settings.export import Export


@command(Export)
def main(settings: Export) -> None:
    """Compare the agent with its ONNX model, and write the model."""
    import torch

    from hofspiele.envs.core.registry import spec_of
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.players.onnx_export import export

    console = make_console()
    if settings.spec is not None:
        spec_of(settings.spec, from_user=True)
    torch.set_num_threads(settings.torch_threads)
    file, target = paths_of(settings)
    shown = export(file, target, settings.positions, settings.seed, trust=settings.trust)
    console.print(f"{target}: {target.stat().st_size:,} bytes, {shown}")


def paths_of(settings: Export) -> tuple[Path, Path]:
    """Return the paths of the agent file and the target; raise ValueError if one can't be used."""
    from hofspiele.training.cli.files import check_writable
    from hofspiele.training.players.agent_file import SUFFIX, find_file
    from hofspiele.training.players.loading import ONNX

    file = find_file(settings.agent)
    if file.suffix != SUFFIX:
        raise ValueError(f"agent is {file}, expected a run folder or a {SUFFIX} file of a run")
    target = file.with_suffix(ONNX) if settings.to is None else Path(settings.to)
    if target.suffix != ONNX:
        raise ValueError(f"to is {target}, expected a file name ending in {ONNX}")
    check_writable("to", target)
    return file, target


if __name__ == "__main__":
    main()
