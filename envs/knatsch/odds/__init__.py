"""The odds: chances and advice that rests on them. No rule is in here.

Exact, by the rules alone, are ``solver`` (the worth of keeping dice), ``chances`` (to beat a
result), ``sieges`` (to win a castle from its owner) and, except for tournaments, ``targets``.
Advice are ``thresholds`` (which result to try for while others throw afterwards), ``contests``
for tournaments, where all who throw afterwards are assumed to try for just enough, and
``prospects``, whose numbers were chosen by hand.

All tables are complete before a game begins: kernels only read them.
"""
