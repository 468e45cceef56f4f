"""A real browser. Without one, these tests are skipped, and pytest's summary says so."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.tables.client import Address
from tests.tables.servers import serving

# An agent that raises an error, which the server offers.
FAILING = "tests.own_agents:Failing"
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_MISSING = "Chromium is not installed; on Debian and Ubuntu: apt-get install chromium"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    number = sum(_MISSING in str(report.longrepr) for report in skipped)
    if number:
        terminalreporter.write_line(f"{number} tests in a browser were skipped: {_MISSING}")


# The fixture ends with this package: while Playwright runs, no test can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason=_MISSING)
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        pytest.skip(_MISSING)
    with playwright.sync_playwright() as found:
        # Chromium has no sandbox in containers, where tests run as root.
        running = found.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Return the address of a server of tables that these tests share."""
    folder = tmp_path_factory.mktemp("tables")
    with serving(folder, folder, load_games=True, also=[FAILING]) as address:
        yield address


@pytest.fixture
def new_page(browser: Any) -> Iterator[Any]:
    """Return a function that opens a page; unless `loud`, its console must stay empty."""
    contexts, complaints = [], []

    def opened(
        width: int = 1280, height: int = 800, loud: bool = False, touch: bool = False
    ) -> Any:
        # Motion would only make tests slower; the tests of motion ask for it.
        viewport = {"width": width, "height": height}
        contexts.append(
            browser.new_context(
                viewport=viewport, reduced_motion="reduce", has_touch=touch, is_mobile=touch
            )
        )
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
