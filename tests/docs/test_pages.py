"""Each block of README and docs/ is carried out, or marked with the reason why it is not."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import LENT, PAGES, ROOT, SHOWN_ONLY, blocks_of, unmarked
from tests.docs.page_run import PageRun, shown_pattern
from tests.kept_stores import copy

EVENTS = ROOT / "evalstore" / "running" / "demo" / "events" / "capitals.ndjson"
MAKES_A_STORE = re.compile(r"evalstore init$|create=True", re.MULTILINE)
BLOCKS = {path: blocks_of(path.name, path.read_text(encoding="utf-8")) for path in PAGES}
# Compared with more than what they print, in a test of their own.
TESTED_APART = {"cookbook.md"}
# Gates that are decided a dozen times, which other tests do; too long for `make test`.
LONG = {"ci.md"}
RUNNING = [
    path
    for path, blocks in BLOCKS.items()
    if path.name not in TESTED_APART
    and any(block.reason is None and block.language not in SHOWN_ONLY for block in blocks)
]


@pytest.fixture
def page_folder(tmp_path, monkeypatch):
    """An empty working folder, with evalstore on the path of a shell and no store named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)
    # Tables are shown as a terminal of this width shows them.
    monkeypatch.setenv("COLUMNS", "120")
    scripts = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def make_store(folder):
    """Append the event lines of the demo, two nights of a quiz, to a new store."""
    import evalstore

    evalstore.open(folder, create=True).ingest(EVENTS)


def lend(path, folder):
    """Copy the files of the tests that a page names, to where its commands read them."""
    for source, name in LENT.findall(path.read_text(encoding="utf-8")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        copy_file = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        copy_file(ROOT / source, target)


@pytest.mark.thinned(14)
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.sweep] if path.name in LONG else [])
        for path in RUNNING
    ],
    ids=[path.name for path in RUNNING],
)
def test_what_a_page_shows_is_what_happens(path, page_folder, capfd):
    """
    Files are written, commands and Python run, in the order of the page, and print what it shows.

    A page finds the demo's files, and a store of its event lines where it makes none itself.
    """
    shutil.copy(EVENTS, page_folder)
    shutil.copytree(EVENTS.parents[1] / "logs", page_folder / "logs")
    lend(path, page_folder)
    if not any(MAKES_A_STORE.search(block.text) for block in BLOCKS[path]):
        copy("capitals", make_store, page_folder / "warehouse")
    run = PageRun(capfd)

    for block in BLOCKS[path]:
        run.run(block)

    assert "" == "\n".join(run.findings)


def test_every_block_is_run_or_marked():
    """No block is only there to be read, unless it says why."""
    found = [
        finding for blocks in BLOCKS.values() for block in blocks if (finding := unmarked(block))
    ]

    assert [] == found


def test_most_blocks_run():
    """Pages were found, and marks are the exception: at least three of four snippets run."""
    snippets = [
        block for blocks in BLOCKS.values() for block in blocks if block.language not in SHOWN_ONLY
    ]
    running = [block for block in snippets if block.reason is None]

    assert len(snippets) >= 50
    assert len(running) / len(snippets) >= 0.75


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("```console\n$ evalstore ingest nothing.ndjson\n```\n", "page.md:1: .* exits 2"),
        ("A.\n\n```console\n$ echo one\ntwo\n```\n", "page.md:3: echo one: prints:\none"),
        ("```pycon\n>>> 1 + 1\n3\n```\n", "page.md:1: (.|\n)*Got:\n +2"),
        ("```python\nraise ValueError('no')\n```\n", "page.md:1: ValueError: no"),
        ('```toml title="evalstore.toml"\n[[gate]]\nmetirc = "x"\n```\n', "page.md:1: .*metirc"),
        ("```sql\nselect nothing from nowhere\n```\n", "page.md:1: (.|\n)*nowhere"),
        ('```json\n{"kind": "run_started", "payload": {}}\n```\n', "page.md:1: Validation"),
    ],
    ids=["exit code", "output", "pycon", "python", "gate", "query", "event line"],
)
def test_a_snippet_that_fails_is_found(text, finding, page_folder, capfd):
    """The finding names page and line."""
    copy("capitals", make_store, page_folder / "warehouse")
    run = PageRun(capfd)

    for block in blocks_of("page.md", text):
        run.run(block)

    assert 1 == len(run.findings)
    assert re.match(finding, run.findings[0])


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("```\n$ evalstore runs\n```\n", "`` is not run"),
        ("```sh\nmake test\n```\n", "`sh` is not run"),
        ("```text\n$ evalstore runs\n```\n", "commands are in a block of console"),
        ("```console\nevalstore runs\n```\n", "begins with `$ `"),
        ("```pycon\n1 + 1\n2\n```\n", "begins with `>>> `"),
        ("<!-- not run: slow -->\n```sh\nmake test\n```\n", "say why it is not run"),
    ],
)
def test_an_unmarked_block_is_found(text, finding):
    """A language that nothing runs, no language, commands as text, no prompt, no reason."""
    [block] = blocks_of("page.md", text)

    assert finding in unmarked(block)


def test_a_reason_marks_a_block():
    """The comment stands on the line above the fence, also within a list."""
    text = "- one\n\n  <!-- not run: it needs a key -->\n  ```sh\n  make test\n  ```\n"

    [block] = blocks_of("page.md", text)

    assert (4, "it needs a key", "make test\n") == (block.line, block.reason, block.text)
    assert unmarked(block) is None


@pytest.mark.parametrize(
    ("shown", "output", "is_shown"),
    [
        ("a … c\n", "a b c\n", True),
        ("a … c\n", "a b\nc\n", False),
        ("…\nlast\n", "first\nsecond\nlast\n", True),
        ("first\n…\n", "first\n", True),
        ("first\n", "first\nsecond\n", False),
        ("1.5\n", "1x5\n", False),
    ],
)
def test_dots_stand_for_what_varies(shown, output, is_shown):
    """A line of dots stands for any lines, dots in a line for anything on it."""
    assert is_shown == bool(re.fullmatch(shown_pattern(shown), output))
