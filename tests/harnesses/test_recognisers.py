"""What recognises the files of a format is imported without what reads them."""

import subprocess
import sys

import pytest

from evalstore.base import sql_files
from evalstore.harnesses import detect

LOADED = """
import sys
from pathlib import Path
from evalstore.harnesses import detect
print(detect.format_of(Path(sys.argv[1])))
print(*(name for name in sys.modules if name.startswith("evalstore.harnesses.")))
"""


def own_modules() -> dict[str, str]:
    return detect.named_modules(detect.OWN)


@pytest.mark.parametrize("name", own_modules())
def test_a_format_recognises_files_as_its_recogniser_does(name):
    """The format and its recogniser have the same functions, so that neither can differ."""
    module, recogniser = detect.record_formats()[name], detect.recognisers()[name]

    assert module.recognises is recogniser.recognises
    assert getattr(module, "companions", None) is getattr(recogniser, "companions", None)


def test_a_format_is_recognised_without_the_modules_that_read():
    """To find the format of a file, no module that reads a format's files is imported."""
    path = sql_files.PACKAGE / "running" / "demo" / "logs" / "history-quiz-careful.eval"
    printed = subprocess.run(
        [sys.executable, "-c", LOADED, path], capture_output=True, text=True, check=True
    ).stdout

    name, _, loaded = printed.partition("\n")

    assert "inspect_eval" == name
    assert set() == {*own_modules().values()} & {*loaded.split()}
