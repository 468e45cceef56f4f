"""The odds: chances, and advice based on them. No rule depends on this folder.

These modules are exact: ``solver`` (the worth of keeping dice), ``chances`` (of beating a result),
``sieges`` (winning a castle from its owner) and, except for tournaments, the chances of
``targets``. The others are approximate: the thresholds of ``targets`` (which result to try for if
others throw afterwards), ``contests`` (but only in tournaments, where all later throwers are
assumed to try only to beat the best result so far), and ``prospects``, whose numbers were chosen by
hand.

All tables are computed or loaded before a game starts. Kernels only read them.
"""
