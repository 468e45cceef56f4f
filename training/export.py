"""Write an agent that plays without torch: ``hofspiele export agent=PATH to=agent.onnx``.

The file is a self-contained ONNX model. The extra `agents` is enough to play it wherever the path
of a trained agent is expected. Before the file is written, its graph and the agent that hofspiele
will make from it are compared with torch at positions of real games. Expected outcomes may differ
by at most 1e-5, and logits by at most 1e-5 or 1e-5 times the decision's largest absolute logit,
whichever is larger.
"""

from dataclasses import replace
from pathlib import Path

import onnxruntime
import torch

from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.words import counted
from hofspiele.training.cli.command import command
from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.files import RunError, check_writable, naming, write_file
from hofspiele.training.networks.onnx_format import OPSET
from hofspiele.training.networks.onnx_graph import outputs_of
from hofspiele.training.networks.registry import without_critic
from hofspiele.training.players import onnx_file, torch_file
from hofspiele.training.players.agent_file import ONNX, find_file, load_agent, sha256_of
from hofspiele.training.players.agreement import agreement, positions_of_play
from hofspiele.training.players.batch_agent import BatchAgent
from hofspiele.training.players.contents import check_fits
from hofspiele.training.players.lookup import game_of
from hofspiele.training.players.onnx_network import OnnxNetwork
from hofspiele.training.settings.export import Export

# Maximum of `Agreement.logits` (a relative difference) and of `Agreement.values`.
TOLERANCE = 1e-5


def export(file: Path, target: Path, positions: int, seed: int, *, critic: bool = True) -> str:
    """Write the agent in `file` to `target` as an ONNX model; return a summary of the comparison.

    First, the agent and the model are compared on the positions of `positions_of_play`. If `critic`
    is false, the model has no value network. The summary is about the model's graph.

    Raises:
        ValueError: `file` is corrupt, or belongs to a different version of its game.
        RunError: logits or values differ by more than `TOLERANCE`; nothing is written.
    """
    content = torch_file.read(file)
    if not critic:
        content = replace(content, weights=without_critic(content.weights))
    games = [game_of(content, table, file) for table in content.tables]
    with naming(file):
        check_fits(content, games[0])
    source = sha256_of(file)
    seen = list(positions_of_play(load_agent(file, games[0]), games, positions, seed))
    expected = torch_file.agent_of(content, file.stem, deterministic=False)
    # Without gradients, `Actor` would use the loop of `SparseLayers` instead of torch.
    expected.actor.requires_grad_(True)
    model = onnx_file.onnx_bytes(content, source, {})
    networks = [OnnxNetwork(model, output) for output in outputs_of(content.weights)]
    played = onnx_file.agent_of(content, file.stem, deterministic=False)
    written = BatchAgent(file.stem, content.network.inputs, *networks)
    runtimes = {"onnxruntime": onnxruntime.__version__, "torch": torch.__version__}
    for what, agent in (("the agent", played), ("the graph", written)):
        found = agreement(expected, agent, seen)
        shown = (
            f"opset {OPSET}; onnxruntime {runtimes['onnxruntime']} against torch "
            f"{runtimes['torch']} on {counted(found.positions, 'position')}: logits differ by at "
            f"most {found.logits:.1e} times the largest logit, probabilities by at most "
            f"{found.probabilities:.1e}, values by at most {found.values:.1e}; different actions: "
            f"{found.other_actions}"
        )
        for name, difference in (("logits", found.logits), ("values", found.values)):
            if not difference <= TOLERANCE:  # NaN is refused as well.
                raise RunError(
                    f"{target} was not written: the {name} of {what} differ by {difference:.1e}, "
                    f"expected at most {TOLERANCE:g} ({shown})"
                )
    write_file(target, onnx_file.onnx_bytes(content, source, {**runtimes, **found._asdict()}))
    return shown


def paths_of(settings: Export) -> tuple[Path, Path]:
    """Return the paths of the agent file and the target; raise ValueError if one can't be used."""
    file = find_file(settings.agent)
    if file.suffix == ONNX:
        raise ValueError(
            f"agent is {file}, which is already an ONNX file; expected the agent.pt of a run"
        )
    target = file.with_suffix(ONNX) if settings.to is None else Path(settings.to)
    if target.suffix != ONNX:
        raise ValueError(f"to is {target}, expected a file name ending in {ONNX}")
    check_writable("to", target)
    return file, target


@command(Export)
def main(settings: Export) -> None:
    """Compare the agent with its ONNX model, and write the model."""
    if settings.spec is not None:
        spec_of(settings.spec, from_user=True)
    torch.set_num_threads(settings.torch_threads)
    console = make_console()
    file, target = paths_of(settings)
    shown = export(file, target, settings.positions, settings.seed, critic=settings.critic)
    console.print(f"{target}: {target.stat().st_size:,} bytes, {shown}")


if __name__ == "__main__":
    main()
