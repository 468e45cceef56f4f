"""The odds: chances, and advice based on them. No rule depends on this folder.

These modules are exact: ``solver`` (the worth of keeping dice), ``chances`` (to beat a result),
``sieges`` (to win a castle from its owner) and, except for tournaments, ``targets``. These modules
give advice: ``thresholds`` (which result to try for while others throw afterwards), ``contests``
for tournaments, where all later throwers are assumed to try for just enough, and ``prospects``,
whose numbers were chosen by hand.

All tables are complete before a game begins: kernels only read them.
"""
