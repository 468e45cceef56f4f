"""Policies that compute with legal actions only.

sb3-contrib gives illegal actions the logit -1e8 and computes with all actions. In Kardinal & König
there are 25 illegal actions for each legal one. Their exponentials underflow, which makes them ten
times slower in torch than other exponentials.
"""

from typing import NamedTuple

import numpy as np
import torch


class LegalActions(NamedTuple):
    """The legal actions of B decisions as lists of equal length L with padding."""

    actions: torch.Tensor  # (B, L) int64, in ascending order; the padding repeats the first action
    is_action: torch.Tensor  # (B, L) float32, 1 for an action, 0 for padding

    @classmethod
    def of(cls, masks: torch.Tensor) -> "LegalActions":
        """Return the legal actions of masks (B, A) bool, each with at least one legal action."""
        rows, columns = masks.nonzero(as_tuple=True)
        counts = torch.bincount(rows, minlength=len(masks))
        firsts = counts.cumsum(0) - counts
        places = torch.arange(len(rows), device=masks.device) - firsts[rows]
        actions = columns[firsts].unsqueeze(1).repeat(1, int(counts.max()))
        actions[rows, places] = columns
        is_action = torch.zeros(actions.shape, device=masks.device)
        is_action[rows, places] = 1.0
        return cls(actions, is_action)

    def rows(self, numbers: torch.Tensor) -> "LegalActions":
        """Return the legal actions of the decisions with indices `numbers`, (M,) int64."""
        return LegalActions(*(part.index_select(0, numbers) for part in self))

    def indices_of(self, actions: torch.Tensor) -> torch.Tensor:
        """Return the index of each action in the list of its decision: (B,) int64 → (B,) int64."""
        return (self.actions == actions.unsqueeze(1)).int().argmax(1)

    def policy(self, logits: torch.Tensor) -> "LegalPolicy":
        """Return the probabilities of the legal actions for logits (B, A) float32."""
        legal = logits.gather(1, self.actions)
        legal = legal - legal.detach().amax(1, keepdim=True)
        exponentials = legal.exp() * self.is_action
        totals = exponentials.sum(1, keepdim=True)
        return LegalPolicy(self, exponentials / totals, legal - totals.log())


class LegalPolicy(NamedTuple):
    """The probabilities of legal actions."""

    legal: LegalActions
    probabilities: torch.Tensor  # (B, L) float32, 0 for padding
    log_probabilities: torch.Tensor  # (B, L) float32, meaningless for padding

    def draw(self) -> torch.Tensor:
        """Sample an action for each decision and return its index in the list: (B,) int64."""
        cumulated = self.probabilities.cumsum(1)
        # The random numbers come from numpy, because another thread may use torch's.
        uniform = torch.from_numpy(np.random.random((len(cumulated), 1)).astype(np.float32))
        below = uniform.to(cumulated.device) * cumulated[:, -1:]
        # Rounding errors must not select an index after the last action.
        last = self.legal.is_action.sum(1).long() - 1
        return torch.minimum((cumulated <= below).sum(1), last)

    def best(self) -> torch.Tensor:
        """Return the index of each decision's most probable action in its list: (B,) int64."""
        return self.probabilities.argmax(1)

    def actions_at(self, places: torch.Tensor) -> torch.Tensor:
        """Return the action at index `places` in each list: (B,) int64 → (B,) int64."""
        return self.legal.actions.gather(1, places.unsqueeze(1)).squeeze(1)

    def log_probabilities_at(self, places: torch.Tensor) -> torch.Tensor:
        """Return the log-probability at index `places` in each list: (B,) int64 → (B,) float32."""
        return self.log_probabilities.gather(1, places.unsqueeze(1)).squeeze(1)

    def entropy(self) -> torch.Tensor:
        """Return the entropies: (B,) float32, in nats."""
        return -(self.probabilities * self.log_probabilities).sum(1)
