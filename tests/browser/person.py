"""A simulated person who opens tables in a browser and plays by touching the picture."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

from tests.tables.client import Address, Browser, play_to_the_end

# Closes the socket instead of sending the first message with certain words. (Chromium's emulation
# of a lost network does not close open sockets.)
_LOSE = """
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      if (!text.includes('%s')) return send.call(this, text);
      WebSocket.prototype.send = send;
      this.close();
      window.messageLost = true;
    };
"""
# Timeout in milliseconds. The server may have to compile the rules of a game first.
COMPILING_MS = 200_000


class Person:
    """Plays on one page like a person.

    Args:
        page: the page of the browser.
        server: the address of the server.
    """

    def __init__(self, page: Any, server: Address):
        self.page = page
        self.server = server
        self.home = f"http://{server.host}/"

    def open_table(self, game: str, seats: list[str], **options: Any) -> None:
        """Open a table with the form; `seats` are the values to select for the seats."""
        page = self.page
        page.goto(self.home)
        page.click(f"#game-{game} .choose")
        page.click("#more summary")
        for name, value in {"num_players": len(seats), **options}.items():
            field = page.locator(f"#option-{name}")
            if isinstance(value, bool):
                field.set_checked(value)
            elif name == "num_players":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        for seat, who in enumerate(seats):
            page.select_option(f"#seat-{seat}", who)
        if page.is_enabled("#seed"):
            page.fill("#seed", "3")
        page.click("#open")
        page.wait_for_selector("#links:not([hidden]), #picture svg", timeout=COMPILING_MS)

    def invitation(self) -> str:
        """Return the link of the first person who is invited to this table."""
        return str(self.page.locator("#invitations input").first.input_value())

    def hurry(self) -> None:
        """Show the decisions of others immediately."""
        self.page.select_option("#pace", "0")

    def decide(self) -> str:
        """Touch targets until an action can be confirmed, confirm it, and return its text."""
        self.choose()
        return self.confirm()

    def choose(self) -> None:
        """Touch targets until an action can be confirmed."""
        page = self.page
        if page.locator(".target.live").count():
            page.locator(".target.live").first.click()
        while not page.locator("#ready button:not(.back)").count():
            # A picture that arrives between pressing and releasing the button loses the click.
            is_selected = page.locator("#ready .back").count()
            page.locator(".target.next" if is_selected else ".target.live").first.click()

    def confirm(self) -> str:
        """Confirm the first action that is ready, and return its text."""
        button = self.page.locator("#ready button:not(.back)").first
        words = button.inner_text()
        with self._another_position():
            button.click()
        return str(words)

    def decide_by_keys(self) -> None:
        """Make a decision with the keyboard, using only what a screen reader says."""
        page, arrows = (
            self.page,
            cycle(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"]),
        )
        if not page.evaluate("document.activeElement.matches('#picture .target, #ready *')"):
            self.tab_to("#picture .target, #ready *")
        if page.evaluate("document.activeElement.matches('#picture .target')"):
            page.keyboard.press(" ")
            while not page.inner_text("#announcement").startswith("Ready to confirm: "):
                page.keyboard.press(next(arrows))
                if "[pressed]" not in self.focused():
                    page.keyboard.press(" ")
            self.tab_to("#ready button")
        assert self.focused().startswith("- button")
        with self._another_position():
            page.keyboard.press("Enter")

    def focused(self) -> str:
        """Return what a screen reader says about the element that has the focus."""
        # Playwright writes YAML, which quotes some names.
        return re.sub(r"^- '(.*)'$", r"- \1", self.page.locator(":focus").aria_snapshot())

    def tab_to(self, wanted: str) -> None:
        """Press Tab until the focus is on an element that matches a selector."""
        for _ in range(300):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
        raise AssertionError(f"the keyboard does not reach {wanted}")

    @contextmanager
    def _another_position(self) -> Iterator[None]:
        before = self.page.inner_text("#count")
        yield
        self.page.wait_for_function(
            "before => document.getElementById('count').textContent !== before"
            " || !document.querySelector('#ready button')",
            arg=before,
        )

    def play_to_the_end(self, decide: Callable[["Person"], object] = decide) -> int:
        """Play to the end; return the number of own decisions."""
        decided = 0
        while self.wait_to_decide():
            decide(self)
            decided += 1
        return decided

    def wait_to_decide(self) -> bool:
        """Wait until this person has to decide; return False once the game is over."""
        self.page.wait_for_selector("#choice:not([hidden]), #after:not([hidden])")
        return not self.page.locator("#after:not([hidden])").count()

    def score_sheet(self) -> dict[str, list[float]]:
        """Return the score sheet that the page shows at the end."""
        self.page.wait_for_selector("#sheet table")
        rows = self.page.locator("#sheet tbody tr")
        return {
            row.locator("th").inner_text(): [
                float(text) for text in row.locator("td").all_inner_texts()
            ]
            for row in rows.all()
        }


def begin(
    page: Any, server: Address, game: str = "kou_ka_roi", agents: int = 1, name: str | None = None,
    **options: Any,
) -> Person:  # fmt: skip
    """Open a table without the form, which takes longer; return a person who has to decide."""
    person = Person(page, server)
    seats, names = ["me", *agents * ["greedy"]], [name, *agents * [None]]
    opened = server.open(seats, game, options, names=names, seed=3)
    page.goto(f"{person.home}table#{opened.tokens[0]}")
    person.hurry()
    person.wait_to_decide()
    return person


def finish(*people: Person) -> None:
    """Finish the game of these people by messages, without pages that draw every position."""
    addresses = [person.page.url for person in people]
    with ExitStack() as opened:
        seats = [
            opened.enter_context(Browser(person.server, {"token": urlsplit(address).fragment}))
            for person, address in zip(people, addresses, strict=True)
        ]
        for person in people:
            person.page.goto("about:blank")
        play_to_the_end(*seats)
    for person, address in zip(people, addresses, strict=True):
        person.page.goto(address)
        person.page.wait_for_selector("#after:not([hidden])")


def lose_message(page: Any, words: str, reload: bool = False) -> None:
    """Lose the next message with these words, with `reload` only after the page is loaded again."""
    if reload:
        page.add_init_script(_LOSE % words)
        page.reload()
    else:
        page.evaluate(f"() => {{ {_LOSE % words} }}")


def assert_no_sideways_scrolling(page: Any) -> None:
    """Check that nothing is wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"]


def is_in_view(page: Any, selector: str) -> bool:
    """Return whether an element is completely in the window."""
    box, size = page.locator(selector).bounding_box(), page.viewport_size
    return bool(box["y"] >= 0 and box["y"] + box["height"] <= size["height"])
