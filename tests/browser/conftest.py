"""A real browser; where there is none, its tests are skipped, and the end of the run says so."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_WITHOUT = "there is no browser here; on Debian and Ubuntu: apt-get install chromium"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # one browser for all of them
    for item in items:
        if "tests/browser" in item.nodeid:
            item.add_marker(pytest.mark.xdist_group("browser"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    number = sum(_WITHOUT in str(report.longrepr) for report in skipped)
    if number:
        terminalreporter.write_line(f"{number} tests in a browser were skipped: {_WITHOUT}")


# not for longer: while it runs, no test of this process can have an event loop of its own
@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason=_WITHOUT)
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        pytest.skip(_WITHOUT)
    with playwright.sync_playwright() as found:
        # in containers, where tests run as root, Chromium has no sandbox
        running = found.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Any]:
    """Opens pages, each of a person; unless they may be loud, none says a word on its console."""
    contexts, complaints = [], []

    def opened(width: int = 1280, height: int = 800, loud: bool = False) -> Any:
        contexts.append(browser.new_context(viewport={"width": width, "height": height}))
        page = contexts[-1].new_page()
        page.set_default_timeout(30_000)
        if not loud:
            page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
