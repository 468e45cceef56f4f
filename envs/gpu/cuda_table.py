"""`CudaTable`, a `Table` whose games and arrays are in the memory of a GPU."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numba import cuda

from hofspiele.envs.core.checks import int64_array
from hofspiele.envs.core.game import IllegalActionError
from hofspiele.envs.core.table import Arrays, Table, bytes_per_game
from hofspiele.envs.core.text import html
from hofspiele.envs.gpu.card import Card
from hofspiele.envs.gpu.launches import (
    NOTHING,
    Progress,
    check_actions,
    driver_kernel,
    forget_ends,
    step_kernels,
)


class CudaTable(Table):
    """A `Table` on an NVIDIA GPU; ``Table(..., device="cuda")`` returns one.

    The same seed and actions lead to the same games as on the processor. All attributes that are
    arrays are arrays on the device, which torch, CuPy and JAX use without a copy through
    ``__cuda_array_interface__``, for example ``torch.as_tensor(table.observations,
    device="cuda")``. They may be read but not written. Work of the table is queued on CUDA's
    default stream; a library that uses another stream calls `synchronize` first.

    `step` takes an array on the device or on the host, and queues the step without waiting for it.
    An illegal action stops the table: no game is stepped from then on, and a later call, at the
    latest `synchronize`, raises the IllegalActionError; afterwards, the table can be used again.
    ``games`` are arrays on the host.

    Args:
        arguments, options: those of `Table`. ``num_threads`` is 1, because every game has a thread
            of the GPU, and ``reward`` is "outcome".
        card: a stand-in for the GPU, for tests and for compiling ahead.

    Raises:
        ValueError: an argument is wrong, or the components of the game are too large for kernels
            on a GPU (`Game.gpu_problem`), or the games do not fit into the GPU's memory.
    """

    def __init__(self, *arguments: Any, card: Card | None = None, **options: Any):
        self._card = card or Card()
        super().__init__(*arguments, **options)

    def _make_room(self) -> None:
        """Move all arrays to the device, and make those that a step needs."""
        super()._make_room()
        if self.num_threads != 1:
            raise ValueError(f"num_threads is {self.num_threads}, expected 1 on a GPU")
        if self._objective.name != "outcome":
            raise ValueError(f"reward is {self._objective.name!r}, expected 'outcome' on a GPU")
        if self.game.gpu_problem:
            raise ValueError(f"device is 'cuda', but {self.game.gpu_problem}")
        self._card.check_room(self.num_games * bytes_per_game(self.game))
        on_device = {
            name: self._card.to_device(array)
            for name, array in self.arrays._asdict().items()
            if name != "views"
        }
        views = self.game.layout.records(on_device["observations"])
        self.arrays = Arrays(views=views, **on_device)
        self._params = self._card.to_device(self.game.params)
        self._games = self._card.to_device(self.all_games)
        self._progress = Progress(
            actions=self._card.to_device(self.all_games),
            refused=self._card.to_device(np.array([NOTHING])),
            report=self._card.mapped_array(2, np.int64),
            ended=self._card.to_device(self.all_games),
            num_ended=self._card.to_device(np.zeros(1, np.int64)),
        )
        self._progress.report[:] = -1
        self._expose_arrays()

    def _expose_arrays(self) -> None:
        vars(self).update(self._exposed_arrays())

    def __getstate__(self) -> dict[str, Any]:
        self.synchronize()
        state = super().__getstate__()
        arrays = {
            name: None if array is None else array.copy_to_host()
            for name, array in state["arrays"].items()
        }
        of_device = dict.fromkeys(("_params", "_games", "_progress"))
        return state | {"arrays": arrays} | of_device

    def synchronize(self) -> None:
        """Wait until all steps are done; raise IllegalActionError if one was refused."""
        self._card.synchronize()
        self._raise_refused()

    def _raise_refused(self) -> None:
        game, action = map(int, self._progress.report)
        if game >= 0:
            self._card.synchronize()
            self._progress.report[:] = -1
            self._progress.refused[0] = NOTHING
            reason = self.game.describe_illegal(
                action, self.arrays.action_masks[game].copy_to_host()
            )
            raise IllegalActionError(
                f"game {game} of the table: {reason}; no game was stepped since then"
            )

    def reset(
        self, seed: int | None = None, deal_seeds: Iterable[int | np.integer] | None = None
    ) -> None:
        self.synchronize()
        super().reset(seed, deal_seeds)

    def step(self, actions: Any, games: np.ndarray | None = None) -> None:
        """Queue one decision in every game, or only in `games`; see `Table.step`."""
        games = self.all_games if games is None else self.indices(games)
        actions = self._actions(actions)
        if actions.shape != games.shape:
            raise ValueError(f"actions have shape {actions.shape}, expected {games.shape}")
        with self.sole_use:
            self._raise_refused()
            arrays, progress, played = self.arrays, self._progress, self._moved(games)
            advance_games, settle_games = step_kernels(self.game.engine)
            self._card.launch(
                check_actions, len(games), arrays.action_masks, played, actions, progress
            )
            if games is not self.all_games:
                self._card.launch(forget_ends, self.num_games, arrays.finished, progress.refused)
            self._card.launch(advance_games, len(games), self._params, arrays, played, progress)
            self._card.launch(settle_games, len(games), self._params, arrays, progress)

    def run(self, driver: Callable[..., None], games: np.ndarray, *arguments: Any) -> None:
        """Queue `driver`, one game in each thread; see `Table.run`.

        `games` are on the host. Arrays among the `arguments` that the driver fills are on the
        device.
        """
        self._raise_refused()
        refused, moved = self._progress.refused, tuple(map(self._moved, arguments))
        self._card.launch(forget_ends, self.num_games, self.arrays.finished, refused)
        self._card.launch(
            driver_kernel(driver),
            len(games),
            self._params,
            self.arrays,
            self._moved(games),
            refused,
            moved,
        )

    def _repr_html_(self) -> str:
        return html.line(repr(self))  # Games are not copied from the device to show them.

    def new_array(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._card.device_array(shape, dtype)

    def _actions(self, actions: Any) -> Any:
        """Return integers as an array on the device; raise ValueError if they are none."""
        if not hasattr(actions, "__cuda_array_interface__"):
            return self._card.to_device(int64_array("actions", actions))
        found = cuda.as_cuda_array(actions)
        if found.dtype.kind not in "iu":
            raise ValueError(f"actions are {found.dtype}, expected integers")
        return found

    def _moved(self, argument: Any) -> Any:
        """Return the argument of a kernel with arrays on the device."""
        if argument is self.all_games:
            return self._games
        return self._card.to_device(argument) if type(argument) is np.ndarray else argument
