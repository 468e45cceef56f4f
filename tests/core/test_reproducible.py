"""The same seed gives the same game in every process, compiled or not.

The tests of environments compare compiled games of two processes.
"""

from tests.digest import digests
from tests.processes import in_new_process
from tools.golden import kept_digests


def test_games_are_the_same_in_plain_python_in_another_process():
    found = in_new_process(digests, PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1")
    assert len(found) > 3
    assert found.items() <= kept_digests().items()
