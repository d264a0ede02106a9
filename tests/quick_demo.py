"""The store that the first steps of ``evalstore demo`` make, without its suites."""

import contextlib
import io
import shutil

from evalstore.cli import call_command
from evalstore.cli.demo import FILES
from tests import kept_stores

# With their exit codes: gates of the demo fail on the first night, on the second nothing is shown.
STEPS = (
    ("init", 0),
    ("ingest logs events", 0),
    ("gate --run capitals-nightly-1", 1),
    ("gate --run capitals-nightly-2", 3),
)


def make(folder):
    """Make the demo's logs, events and store in a fresh folder; its sources are relative."""

    def build(kept):
        for name in ("logs", "events"):
            shutil.copytree(FILES / name, kept / name)
        shutil.copy(FILES / "evalstore.toml", kept)
        printed = io.StringIO()
        with (
            contextlib.chdir(kept),
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
        ):
            codes = [call_command([*line.split(), "--store", "warehouse"]) for line, _ in STEPS]
        assert [code for _, code in STEPS] == codes, printed.getvalue()

    kept_stores.copy("the first steps of the demo", build, folder)
    return folder
