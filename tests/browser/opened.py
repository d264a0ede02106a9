"""A page in the browser, with everything that it did wrong since it was opened."""

from pathlib import Path

import pytest

SERIOUS = ("serious", "critical", "moderate")


class Opened:
    """
    One page: ``page`` is Playwright's.

    ``faults`` lists errors of scripts, complaints on the console, dialogs, and every request for
    anything but the file itself: a page that is self-contained and inert makes none.
    """

    def __init__(self, page, axe):
        self.page = page
        self.faults = []
        self._axe = axe
        self._address = ""
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._said)
        page.on("dialog", self._asked)
        page.on("request", self._requested)

    def go(self, path, anchor=""):
        """Open a file, at an anchor without its hash sign where one is given."""
        self._address = Path(path).resolve().as_uri()
        self.page.goto(self._address + (f"#{anchor}" if anchor else ""))

    def accessibility_findings(self):
        """Return what axe finds and calls serious, critical or moderate: rule, and where first."""
        if not self._axe.exists():
            pytest.skip("axe-core is not installed; `make test` installs it with npm")
        # Evaluated by the browser itself, which the policy of the page does not bind.
        self.page.evaluate(self._axe.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{item['id']} ({item['impact']}): {item['nodes'][0]['html'][:200]}"
            for item in found["violations"]
            if item["impact"] in SERIOUS
        ]

    def overflow(self):
        """Return by how many CSS pixels the page is wider than its window."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    def _said(self, message):
        if message.type in {"error", "warning"}:
            self.faults.append(f"console: {message.text}")

    def _asked(self, dialog):
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _requested(self, request):
        url = request.url.partition("#")[0]
        if url != self._address and not url.startswith("data:"):
            self.faults.append(f"request: {request.url[:200]}")
