"""Networks by name: ``mlp``, ``entities``, those of installed packages, and the user's own."""

import contextlib
import copy
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.imported import import_named, is_import_name, place_of
from hofspiele.envs.core.text.suggest import nearest
from hofspiele.training.networks.forward import Forwards, forwards_of, needs_torch
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.layers import VALUE, Weights
from hofspiele.training.settings.own_networks import NewNetwork, find_registered, register_network
from hofspiele.training.settings.train import Network

if TYPE_CHECKING:
    from hofspiele.training.networks.modules import WithPrior

# The group of entry points in which packages name their networks.
GROUP = "hofspiele.networks"
_BUNDLED = {
    "mlp": "hofspiele.training.networks.modules:Mlp",
    "entities": "hofspiele.training.networks.entities:Entities",
}


def _find(name: str, *, from_user: bool) -> NewNetwork:
    if name in _BUNDLED:
        create: NewNetwork = import_named("network", _BUNDLED[name])
        return create
    if found := find_registered(name):
        return found
    installed = entry_points(group=GROUP)
    if name in installed.names:
        return installed[name].load()
    if is_import_name(name):
        if not from_user:
            # A script or notebook is called __main__ only while it runs.
            typed = name.replace("__main__:", "MODULE:")
            raise ValueError(
                f"network {name} is not imported, because a file names it; if you trust it, set "
                f"networks=[{typed}] (in Python, call register_network)"
            )
        register_network(name)
        return _find(name, from_user=False)
    known = sorted({*_BUNDLED, *installed.names})
    raise ValueError(
        f"network.architecture is {shown(name)}, expected one of {', '.join(known)}, or your own "
        f"torch module as MODULE:NAME{nearest(name, known)}"
    )


def new_network(game: Game, settings: Network, *, from_user: bool = False) -> "WithPrior":
    """Return an untrained network for `game`.

    A network MODULE:NAME is only imported if the settings are `from_user`.

    Raises:
        ValueError: there is no such architecture, it does not suit the settings or the game, the
            user's code fails, or the outputs have wrong shapes.
    """
    create = _find(settings.architecture, from_user=from_user)
    import torch

    from hofspiele.training.networks.modules import WithPrior

    name, inputs = settings.architecture, Inputs(settings.prior_temperature)
    try:
        network = create(game, settings, **settings.kwargs)
        with torch.no_grad():
            found = [(*output.shape,) for output in network(torch.zeros(2, inputs.size(game)))]
    except Exception as error:  # The user's code may raise anything.
        if name in _BUNDLED and isinstance(error, ValueError):
            raise
        raise ValueError(f"network {name} raised {error!r}{place_of(error)}") from error
    if found != (expected := [(2, game.num_actions), (2,)]):
        raise ValueError(
            f"network {name} returns the shapes {found} for 2 decisions, expected {expected}"
        )
    return WithPrior(network, inputs.num_prior(game))


def evaluator_of(
    game: Game, settings: Network, network: "WithPrior | None" = None, *, trust: bool = False
) -> Callable[[Weights], Forwards]:
    """Return a function from weights, which it checks, to the functions of a network.

    If torch is needed, it copies `network`, or a `new_for_weights` if that is None.
    """
    if not needs_torch(settings):
        return partial(forwards_of, game, settings)
    return partial(_torch_forwards, network or new_for_weights(game, settings, trust=trust))


def new_for_weights(game: Game, settings: Network, *, trust: bool = False) -> "WithPrior":
    """Return a `new_network` whose weights will be replaced; torch's generator is not advanced."""
    with kept_torch():
        return new_network(game, settings, from_user=trust)


def load_weights(network: "WithPrior", weights: Weights, *, keep_values: bool = False) -> None:
    """Copy `weights` to `network`; raise ValueError if names or shapes do not fit.

    With `keep_values`, the weights of the value network are kept, and may be missing in `weights`.
    """
    import torch

    tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
    if keep_values:
        own = network.learnt.state_dict()
        tensors = {name: tensors[name] for name in tensors if not name.startswith(VALUE)}
        tensors |= {name: own[name] for name in own if name.startswith(VALUE)}
    try:
        network.learnt.load_state_dict(tensors)
    except RuntimeError as error:
        raise ValueError(f"the weights do not fit the network: {error}") from error


def _torch_forwards(network: "WithPrior", weights: Weights) -> Forwards:
    network = copy.deepcopy(network).requires_grad_(False).eval()
    load_weights(network, weights)
    device = next((weight.device for weight in network.parameters()), None)
    return Forwards(*(partial(_outputs, network, device, number) for number in (0, 1)))


def _outputs(network: "WithPrior", device: Any, number: int, inputs: np.ndarray) -> np.ndarray:
    import torch

    with torch.inference_mode():
        return network(torch.from_numpy(inputs).to(device))[number].cpu().numpy()


@contextlib.contextmanager
def kept_torch() -> Iterator[None]:
    """Keep torch's generator and default type; the `with` block creates float32 modules."""
    import torch

    before = torch.get_default_dtype()
    try:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            torch.set_default_dtype(torch.float32)
            yield
    finally:
        torch.set_default_dtype(before)
