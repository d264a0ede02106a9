"""
The outputs of four decisions that docs/ci.md shows, and the writing of them.

    python -m tests.docs.ci_outputs         # writes below each command what it prints
"""

import contextlib
import io
import os
import re
import sys
import tempfile
from pathlib import Path

from tests.docs.blocks import ROOT, blocks_of
from tests.docs.page_run import PageRun

PAGE = ROOT / "docs" / "ci.md"
HEADING = "## Every output, of four decisions"
# What is not the same each time: …, alone on its line where the line may be missing.
VARYING = (
    (re.compile(r"(?:--github: GITHUB_\w+ is not set.*\n)+"), "…\n"),
    (re.compile(r"ghadelimiter_\w+"), "ghadelimiter_…"),
    (re.compile(r"(the log has \d+ events, root )\w+"), r"\1…"),
    (re.compile(r"(\*\*Date:\*\* )[\d-]+"), r"\1…"),
    (re.compile(r'time="[\d.]+"'), 'time="…"'),
)


class Captured:
    """Standard output and error as pytest's ``capfd`` gives them, of this process alone."""

    def __init__(self):
        self.out, self.error = io.StringIO(), io.StringIO()

    def readouterr(self):
        """Return what was printed since the last call, and forget it."""
        found = self.out.getvalue(), self.error.getvalue()
        for stream in (self.out, self.error):
            stream.seek(0)
            stream.truncate()
        return found


def written_anew(page):
    """Return the page with each command below the heading followed by what it prints."""
    captured = Captured()
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(captured.out),
        contextlib.redirect_stderr(captured.error),
    ):
        run = PageRun(captured)
        for block in blocks_of(PAGE.name, page):
            before = len(run.steps)
            run.run(block)
            if block.language == "console" and page.index(block.text) > page.index(HEADING):
                page = page.replace(block.text, _block(block.text, run.steps[before:]))
    return page


def _block(text, steps):
    """Return a console block with other outputs; the commands stay as they are written."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    commands = [re.split(r"(?<!\\)\n", part, maxsplit=1)[0] for part in parts]
    return "".join(
        f"$ {command}\n{_shown(step.out + step.error)}"
        for command, step in zip(commands, steps, strict=True)
    )


def _shown(text):
    for pattern, shown in VARYING:
        text = pattern.sub(shown, text)
    return text


def main():
    """Write the page anew."""
    scripts = str(Path(sys.executable).parent)
    os.environ["PATH"] = f"{scripts}{os.pathsep}{os.environ['PATH']}"
    # The width that the tests compare with.
    os.environ["COLUMNS"] = "120"
    PAGE.write_text(written_anew(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
