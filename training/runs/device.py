"""The device of a run's networks."""

import torch


def find_device(name: str) -> torch.device:
    """Return the device "cpu" or "cuda", or for "auto" the GPU if there is one.

    Raises:
        ValueError: a GPU is requested, and there is none.
    """
    available = torch.cuda.is_available()
    if name == "cuda" and not available:
        raise ValueError(
            "device is cuda, but torch finds no such device here; give device=cpu, or device=auto "
            "to take a GPU only where there is one"
        )
    return torch.device("cuda" if available and name != "cpu" else "cpu")
