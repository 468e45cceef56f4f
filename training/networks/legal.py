"""What a policy says of legal actions alone; illegal ones cost nothing.

sb3-contrib gives illegal actions the logit -1e8 and goes on with all of them: in Kardinal & König
that is forty for each legal one, and their exponentials underflow, which takes torch more than ten
times as long as others.
"""

from typing import NamedTuple

import torch


class LegalActions(NamedTuple):
    """The legal actions of B decisions, in a list of L for each; shorter lists are filled up.

    Attributes:
        actions: (B, L) int64, in ascending order; behind the last, the first one again.
        is_action: (B, L) float32, 1 for an action, 0 for what only fills up.
    """

    actions: torch.Tensor
    is_action: torch.Tensor

    @classmethod
    def of(cls, masks: torch.Tensor) -> "LegalActions":
        """From masks (B, A) bool, each with at least one legal action."""
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
        """Those of some of the decisions."""
        return LegalActions(*(part.index_select(0, numbers) for part in self))

    def indices_of(self, actions: torch.Tensor) -> torch.Tensor:
        """Where legal actions, (B,) int64, have their places in the lists: (B,) int64."""
        return (self.actions == actions.unsqueeze(1)).int().argmax(1)

    def policy(self, logits: torch.Tensor) -> "LegalPolicy":
        """The policy that follows from logits (B, A) float32."""
        legal = logits.gather(1, self.actions)
        legal = legal - legal.detach().amax(1, keepdim=True)
        exponentials = legal.exp() * self.is_action
        totals = exponentials.sum(1, keepdim=True)
        return LegalPolicy(self, exponentials / totals, legal - totals.log())


class LegalPolicy(NamedTuple):
    """How probable each of the legal actions is.

    Attributes:
        legal: the actions.
        probabilities: (B, L) float32, 0 for what only fills up.
        log_probabilities: (B, L) float32.
    """

    legal: LegalActions
    probabilities: torch.Tensor
    log_probabilities: torch.Tensor

    def draw(self) -> torch.Tensor:
        """The places in their lists of actions that are drawn: (B,) int64."""
        cumulated = self.probabilities.cumsum(1)
        below = torch.rand(len(cumulated), 1, device=cumulated.device) * cumulated[:, -1:]
        # rounding must not lead beyond the last action that is there
        last = self.legal.is_action.sum(1).long() - 1
        return torch.minimum((cumulated <= below).sum(1), last)

    def best(self) -> torch.Tensor:
        """The places of the most probable actions: (B,) int64."""
        return self.probabilities.argmax(1)

    def actions_at(self, places: torch.Tensor) -> torch.Tensor:
        """The actions in these places, (B,) int64: (B,) int64."""
        return self.legal.actions.gather(1, places.unsqueeze(1)).squeeze(1)

    def log_probabilities_at(self, places: torch.Tensor) -> torch.Tensor:
        """How probable those are: (B,) float32."""
        return self.log_probabilities.gather(1, places.unsqueeze(1)).squeeze(1)

    def entropy(self) -> torch.Tensor:
        """(B,) float32, in nats."""
        return -(self.probabilities * self.log_probabilities).sum(1)
