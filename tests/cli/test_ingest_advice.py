"""What `ingest` advises where a file is no log that it knows, or an option changes nothing."""

import gzip
import json

import pytest

from evalstore.cli import call_command
from evalstore.store.layout import Layout
from tests.harnesses.promptfoo.conftest import export_of, row_of

RESULTS = "id,question,passed\nq1,Capital of Peru?,true\n"
EXPORT = json.dumps(export_of(row_of()))


@pytest.fixture
def told(tmp_path, monkeypatch, capfd):
    """Return a function that ingests files of a folder; it returns the code and what is said."""
    monkeypatch.chdir(tmp_path)
    Layout(tmp_path / "warehouse").create()

    def run(files, *arguments):
        for name, content in files.items():
            path = tmp_path / "results" / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        capfd.readouterr()
        code = call_command(["ingest", *arguments])
        return code, capfd.readouterr().err

    return run


@pytest.mark.parametrize(
    ("files", "arguments", "exit_code", "words"),
    [
        ({"a b.csv": RESULTS}, ["results"], 4, "`evalstore ingest --sketch 'results/a b.csv'`"),
        ({"notes.log": "x"}, ["results"], 4, "run `evalstore list formats` to see the formats"),
        ({"a.json": EXPORT.encode("utf-16")}, ["results/a.json"], 4, "is UTF-16; save it"),
        ({"a.gz": gzip.compress(EXPORT.encode())}, ["results/a.gz"], 4, "it is compressed, which"),
        ({"a.json": EXPORT}, ["results/a.json", "--sketch"], 2,
         "has the format promptfoo, which needs no map; run `evalstore ingest results/a.json`"),
        ({"a.json": EXPORT}, ["results", "--prices", "shipped"], 0, "--prices applies only to"),
    ],
)  # fmt: skip
def test_advice(told, files, arguments, exit_code, words):
    """It names the way out, once."""
    code, said = told(files, *arguments)

    assert exit_code == code
    assert 1 == said.count(words)


def test_a_map_of_what_a_format_knows(told):
    """Lines of a known tool are a table too, where that is said."""
    files = {"a.jsonl": "".join(json.dumps(row_of(testIdx=at)) + "\n" for at in range(3))}
    refused, said = told(files, "results/a.jsonl", "--sketch")
    sketched, _ = told(files, "results/a.jsonl", "--sketch", "--format", "mapped")

    assert (2, 0) == (refused, sketched)
    assert "or set the format mapped to map its records anyway" in said
