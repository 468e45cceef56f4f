"""Training and measuring agents; needs the `train` extra. To play with them `agents` will do."""

import sys

# Python calls itself so while it looks for the module of `python -m …`: a command is on its way
if sys.argv[:1] == ["-m"] and "training." in sys.orig_argv[-len(sys.argv)]:
    from .cli.starting import begin  # noqa: TID251 (hofspiele itself may be missing)

    begin(sys.orig_argv[-len(sys.argv)])
