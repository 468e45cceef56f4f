"""Networks that see the things of a game one by one, and all of a kind by the same weights.

What is learnt of one row of cards is known of all rows, wherever they lie (deep sets: Zaheer et
al., arXiv 1703.06114, 2017; entity encoders: Vinyals et al., Nature 575, 2019). Between the layers
stands ReLU.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from torch import nn

from hofspiele.envs.core import Entities
from hofspiele.envs.core.entities import NONE


def with_prior(entities: Sequence[Entities], first: int) -> list[Entities]:
    """The same entities, described by the prior of their actions as well.

    Args:
        first: where the prior begins in the inputs.
    """
    return [
        kind._replace(
            columns=np.column_stack(
                [kind.columns, np.where(kind.actions == NONE, NONE, first + kind.actions)]
            )
        )
        for kind in entities
    ]


def context_of(entities: Sequence[Entities], num_inputs: int, num_actions: int) -> list[int]:
    """Which inputs to look at beside the entities: all that are not told of them alone.

    That is what describes interchangeable things, and the prior of actions that name any.
    """
    first = num_inputs - num_actions
    told = {NONE}
    for kind in entities:
        named = kind.actions[kind.actions != NONE]
        told.update((first + named).tolist())
        if kind.interchangeable:
            told.update(kind.columns.ravel().tolist())
    return [i for i in range(num_inputs) if i not in told]


class EntityKind(nn.Module):
    """Looks at the N things of one kind: (B, inputs) and a context (B, C) → (B, N, width).

    Args:
        columns: which inputs describe each thing, (N, F) int64, as in `Entities`.
        interchangeable: likewise; if not, something is learnt of each thing alone.
        context: C.
        width: of what is made of one thing.
    """

    columns: torch.Tensor

    def __init__(self, columns: torch.Tensor, interchangeable: bool, context: int, width: int):
        super().__init__()
        self.register_buffer("columns", columns)
        self.look = nn.Linear(columns.shape[1], width)
        self.context = nn.Linear(context, width, bias=False)
        self.interchangeable = interchangeable
        if not interchangeable:
            self.particular = nn.Parameter(torch.zeros(len(columns), width))

    def forward(self, seen: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        numbers = seen.index_select(1, self.columns.clamp(min=0).ravel())
        numbers = numbers.reshape(-1, *self.columns.shape) * (self.columns != NONE)
        found = self.look(numbers) + self.context(context).unsqueeze(1)
        return torch.relu(found if self.interchangeable else found + self.particular)


class EntityEncoder(nn.Module):
    """Looks at a context, then at each thing, then at all of them together.

    Called, it gives what it sees together: (B, inputs) → (B, together).

    Args:
        rest: which inputs are the context, (R,) int64. Things are interchangeable that are not
            described there.
        kinds: the columns of each kind of things, as in `EntityKind`.
        context: width of the first look.
        width: of what is made of one thing.
        together: width of the last.
    """

    rest: torch.Tensor

    def __init__(
        self,
        rest: torch.Tensor,
        kinds: Sequence[torch.Tensor],
        context: int,
        width: int,
        together: int,
    ):
        super().__init__()
        self.width, self.num_outputs = width, together
        self.register_buffer("rest", rest)
        self.context = nn.Linear(len(rest), context)
        known = set(rest.tolist())
        self.kinds = nn.ModuleList(
            EntityKind(columns, known.isdisjoint(columns.ravel().tolist()), context, width)
            for columns in kinds
        )
        self.together = nn.Linear(context + 2 * width * len(kinds), together)

    def look(self, seen: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """What it makes of all things together, (B, together), and of each: (B, N, width)s."""
        context = torch.relu(self.context(seen.index_select(1, self.rest)))
        each = [kind(seen, context) for kind in self.kinds]
        pooled = [pool for things in each for pool in (things.mean(1), things.amax(1))]
        return torch.relu(self.together(torch.cat([context, *pooled], dim=1))), each

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.look(seen)[0]


class EntityScorer(nn.Module):
    """Logits of the actions that name things of one kind: (B, N, width) → (B, named).

    Args:
        actions: which actions name each thing, (N, S) int64, as in `Entities`.
        width: of what is known of each thing.
        together: of what is known of all together.
    """

    actions: torch.Tensor
    slots: torch.Tensor
    named: torch.Tensor

    def __init__(self, actions: torch.Tensor, width: int, together: int):
        super().__init__()
        self.register_buffer("actions", actions)
        self.own = nn.Linear(width, width)
        self.together = nn.Linear(together, width, bias=False)
        self.score = nn.Linear(width, actions.shape[1])
        slots = torch.nonzero(actions.ravel() != NONE).ravel()
        self.register_buffer("slots", slots, persistent=False)
        self.register_buffer("named", actions.ravel()[slots], persistent=False)

    def forward(self, each: torch.Tensor, together: torch.Tensor) -> torch.Tensor:
        hidden = torch.relu(self.own(each) + self.together(together).unsqueeze(1))
        return self.score(hidden).flatten(1).index_select(1, self.slots)


class EntityActor(nn.Module):
    """A logit for each action: (B, inputs) → (B, num_actions).

    It is the score by the thing that the action names, and by all things together where that one is
    not interchangeable, or there is none.

    Args:
        encoder: what sees the things.
        kinds: the actions of each of its kinds, as in `EntityScorer`.
        num_actions: of all.
    """

    alone: torch.Tensor

    def __init__(self, encoder: EntityEncoder, kinds: Sequence[torch.Tensor], num_actions: int):
        super().__init__()
        self.encoder = encoder
        self.scorers = nn.ModuleList(
            EntityScorer(actions, encoder.width, encoder.num_outputs) for actions in kinds
        )
        interchangeable = {
            action
            for actions, kind in zip(kinds, encoder.kinds, strict=True)
            if kind.interchangeable
            for action in actions.ravel().tolist()
        }
        alone = [action for action in range(num_actions) if action not in interchangeable]
        self.register_buffer("alone", torch.tensor(alone), persistent=False)
        self.others = nn.Linear(encoder.num_outputs, len(alone))
        self.num_actions = num_actions

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        together, each = self.encoder.look(seen)
        logits = seen.new_zeros(len(seen), self.num_actions)
        logits = logits.index_add(1, self.alone, self.others(together))
        for scorer, things in zip(self.scorers, each, strict=True):
            logits = logits.index_add(1, cast(EntityScorer, scorer).named, scorer(things, together))
        return logits

    def start_small(self) -> None:
        """Let all logits be near zero."""
        with torch.no_grad():
            for name, weights in self.named_parameters():
                if name.endswith(("score.weight", "others.weight")):
                    weights.mul_(0.01)
