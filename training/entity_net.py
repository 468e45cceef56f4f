"""Networks that see the things of a game one by one, and all of a kind by the same weights.

What is learnt of one row of cards is known of all rows, wherever they lie (deep sets: Zaheer et
al., arXiv 1703.06114, 2017; entity encoders: Vinyals et al., Nature 575, 2019). Between the layers
stands ReLU.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from envs.core import Entities


def with_prior(entities: Sequence[Entities], first: int) -> list[Entities]:
    """The same entities, described by the prior of their actions as well.

    Args:
        first: where the prior begins in the inputs.
    """
    return [
        Entities(np.column_stack([columns, first + actions]), actions)
        for columns, actions in entities
    ]


class EntityKind(nn.Module):
    """Looks at the N things of one kind: (B, inputs) and a context (B, C) → (B, N, width).

    Args:
        columns: which inputs describe each thing, (N, F) int64, as in `Entities`.
        context: C.
        width: of what is made of one thing.
    """

    columns: torch.Tensor

    def __init__(self, columns: torch.Tensor, context: int, width: int):
        super().__init__()
        self.register_buffer("columns", columns)
        self.look = nn.Linear(columns.shape[1], width)
        self.context = nn.Linear(context, width, bias=False)

    def forward(self, seen: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        numbers = seen.index_select(1, self.columns.ravel()).reshape(-1, *self.columns.shape)
        return torch.relu(self.look(numbers) + self.context(context).unsqueeze(1))


class EntityEncoder(nn.Module):
    """Looks at what describes no thing, then at each thing, then at all of them together.

    Called, it gives what it sees together: (B, inputs) → (B, together).

    Args:
        num_inputs: how many numbers there are.
        kinds: the columns of each kind of things, as in `EntityKind`.
        context: width of the first look.
        width: of what is made of one thing.
        together: width of the last.
    """

    rest: torch.Tensor

    def __init__(
        self,
        num_inputs: int,
        kinds: Sequence[torch.Tensor],
        context: int,
        width: int,
        together: int,
    ):
        super().__init__()
        self.width, self.num_outputs = width, together
        described = {column for columns in kinds for column in columns.ravel().tolist()}
        rest = torch.tensor([i for i in range(num_inputs) if i not in described])
        self.register_buffer("rest", rest)
        self.context = nn.Linear(len(rest), context)
        self.kinds = nn.ModuleList(EntityKind(columns, context, width) for columns in kinds)
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
    """Logits of the actions that things of one kind are meant by: (B, N, width) → (B, N, S).

    Args:
        actions: which actions each thing is meant by, (N, S) int64, as in `Entities`.
    """

    actions: torch.Tensor

    def __init__(self, actions: torch.Tensor, width: int, together: int):
        super().__init__()
        self.register_buffer("actions", actions)
        self.own = nn.Linear(width, width)
        self.together = nn.Linear(together, width, bias=False)
        self.score = nn.Linear(width, actions.shape[1])

    def forward(self, each: torch.Tensor, together: torch.Tensor) -> torch.Tensor:
        return self.score(torch.relu(self.own(each) + self.together(together).unsqueeze(1)))


class EntityActor(nn.Module):
    """A logit for each action, by the thing that it means: (B, inputs) → (B, num_actions).

    Args:
        encoder: what sees the things.
        kinds: the actions of each of its kinds, as in `EntityScorer`.
        num_actions: those that mean no thing are scored by all of them together.
    """

    place: torch.Tensor

    def __init__(self, encoder: EntityEncoder, kinds: Sequence[torch.Tensor], num_actions: int):
        super().__init__()
        self.encoder = encoder
        self.scorers = nn.ModuleList(
            EntityScorer(actions, encoder.width, encoder.num_outputs) for actions in kinds
        )
        named = torch.cat([actions.ravel() for actions in kinds])
        others = torch.tensor([i for i in range(num_actions) if i not in set(named.tolist())])
        self.others = nn.Linear(encoder.num_outputs, len(others))
        # where the logit of each action is found among those of things and others
        self.register_buffer("place", torch.cat([named, others]).argsort())

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        together, each = self.encoder.look(seen)
        scores = [
            scorer(things, together).flatten(1)
            for scorer, things in zip(self.scorers, each, strict=True)
        ]
        return torch.cat([*scores, self.others(together)], dim=1).index_select(1, self.place)

    def start_small(self) -> None:
        """Let all logits be near zero."""
        with torch.no_grad():
            for name, weights in self.named_parameters():
                if name.endswith(("score.weight", "others.weight")):
                    weights.mul_(0.01)
