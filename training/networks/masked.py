"""Distributions of sb3-contrib, with illegal actions that cost no more time than legal ones.

sb3-contrib gives illegal actions the logit -1e8. Where torch computes exponentials with MKL, those
that underflow take more than ten times as long as others, and most actions of a decision are
illegal: in Kardinal & König that was a fifth of the algorithm's own time. Here they get a logit so
low that they are never drawn, but not so low that its exponential underflows.
"""

import torch
from sb3_contrib.common.maskable.distributions import (
    MaskableCategorical,
    MaskableCategoricalDistribution,
    MaybeMasks,
)
from torch.distributions import Categorical

# logit of illegal actions, less that of the best legal one: e^-80 = 2e-35 is a normal float32
_ILLEGAL = -80.0


class MaskedCategorical(MaskableCategorical):
    """Draws legal actions only, as its base class does."""

    def apply_masking(self, masks: MaybeMasks) -> None:
        """Let nothing be drawn that is False in `masks`, (B, A) bool; None lifts that."""
        if masks is None:
            super().apply_masking(None)
            return
        self.masks = torch.as_tensor(masks, dtype=torch.bool).reshape(self.logits.shape)
        given = self._original_logits
        best = given.detach().masked_fill(~self.masks, -torch.inf).amax(-1, keepdim=True)
        self.__dict__.pop("probs", None)  # those of before
        logits = torch.where(self.masks, given, best + _ILLEGAL)
        Categorical.__init__(self, logits=logits, validate_args=self._validate_args)


class MaskedDistribution(MaskableCategoricalDistribution):
    """Makes `MaskedCategorical` of logits."""

    def proba_distribution(self, action_logits: torch.Tensor) -> "MaskedDistribution":
        self.distribution = MaskedCategorical(logits=action_logits.view(-1, self.action_dim))
        return self
