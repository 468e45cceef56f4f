"""The odds: what the dice promise, and advice that rests on it. Nothing in here is a rule.

Exact, by the rules alone, are ``solver`` (what keeping dice is worth), ``chances`` (to beat a
result), ``sieges`` (to win a castle from its owner) and, tournaments apart, ``targets``. Advice are
``thresholds`` (which result to try for while others follow), ``contests`` for tournaments, where
each player who follows is taken to try for just enough, and ``prospects``, whose numbers were
chosen by hand.

All that is looked up is complete before a game begins: kernels only read it.
"""
