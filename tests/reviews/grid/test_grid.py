"""The grid has the rows of the store, each text of a model only in compressed data."""

import base64
import gzip
import json
import re

import pytest

from evalstore.errors import UsageError
from evalstore.reviews.grid import page
from evalstore.reviews.grid.grid import grid_of, runs_of
from tests.reviews.report.conftest import HOSTILE, LONG, Store, at

EARLIER, LATER = "r1", "r2"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two runs of two systems; case c3 is only in the later one."""
    store = Store(tmp_path_factory.mktemp("grid") / "evalstore.duckdb")
    for month, run_id in ((2, EARLIER), (3, LATER)):
        store.run(run_id, at(month, 12))
        store.answer(run_id, "bold", "c1", "right", domain="math", text="1989")
        store.answer(run_id, "calm", "c1", "wrong", domain="math", text=f"{run_id} says 1990")
        store.answer(run_id, "bold", "c2", "abstained", domain="art", confidence=None)
        # No verdict: its outcome is the status of the response.
        store.answer(run_id, "calm", "c2", None, domain="art", status="error")
    store.answer(LATER, "bold", "c3", "right", domain="math", text=HOSTILE, prompt=HOSTILE)
    return store


def block(grid, name):
    """Return the contents of one block."""
    [found] = [block for block in grid.blocks if block.name == name]
    return json.loads(gzip.decompress(base64.b64decode(found.data)))


def outcomes(index):
    """Return the words of each column, None where a cell has none."""
    shown = index["validators"][0]
    words = json.loads(shown["words"])
    return [
        [None if letter == "." else words[ord(letter) - ord("a")] for letter in column]
        for column in shown["outcomes"]
    ]


def test_a_row_is_a_case_and_a_column_a_system(store):
    """Every cell has the outcome of the store; a case without a reply has none."""
    index = block(grid_of(store, [LATER]), "grid-index")

    assert ["c1", "c2", "c3"] == json.loads(index["case_ids"])
    assert ["bold", "calm"] == [column["system"] for column in index["columns"]]
    assert [["right", "abstained", "right"], ["wrong", "error", None]] == outcomes(index)
    assert ["1,1,1", "1,1,0"] == index["attempts"]
    assert ["confidence"] == [number["label"] for number in index["numbers"]]


def test_runs_of_a_system_are_adjacent(store):
    """Columns by run are ordered by system first, then by run; a case of one run is in it only."""
    index = block(grid_of(store, [EARLIER, LATER], is_by_run=True), "grid-index")
    sides = [(column["system"], column["run"]) for column in index["columns"]]

    assert [("bold", "r1"), ("bold", "r2"), ("calm", "r1"), ("calm", "r2")] == sides
    assert ["1,1,0", "1,1,1", "1,1,0", "1,1,0"] == index["attempts"]


def test_slices_and_metric_values_are_those_of_the_store(store):
    """Slices have the values of cases, and a metric the value of each case that it counts."""
    index = block(grid_of(store, [LATER], metrics=["accuracy"]), "grid-index")
    [domain] = [part for part in index["slices"] if part["name"] == "domain"]

    assert '["art","math"]' == domain["values"]
    assert "1,0,1" == domain["codes"]
    # The error of calm counts in no accuracy, and it has no case c3.
    [accuracy] = [number for number in index["numbers"] if number["label"] == "accuracy"]
    assert ["1.0,0.0,1.0", "0.0,,"] == accuracy["columns"]


def test_texts_are_those_of_the_cells(store):
    """A block has prompts, replies and verdicts with their reasons, the primary one first."""
    texts = block(grid_of(store, [LATER], system_ids=["calm"]), "grid-texts-0")

    assert ["When?", "When?"] == texts["p"]
    assert ["r2 says 1990", "In 1990."] == texts["c"][0]["r"]
    assert [("factual", "wrong", "it was 1989, not 1990")] == [
        (verdict["v"], verdict["o"], verdict["r"]) for verdict in texts["c"][0]["v"][0]
    ]


def test_long_texts_are_cut_to_the_budget(store, tmp_path):
    """The largest limit that fits is used, and the full length is in the page."""
    longer = Store(tmp_path / "evalstore.duckdb")
    longer.run("long", at(3, 12))
    longer.answer("long", "bold", "c1", "right", text=LONG)
    grid = grid_of(longer, ["long"], byte_budget=1_500)

    assert 1_000 == grid.text_limit
    texts = block(grid, "grid-texts-0")
    assert 1_000 == len(texts["c"][0]["r"][0])
    assert [len(LONG)] == texts["c"][0]["rn"]


def test_no_text_of_a_model_is_in_the_markup(store):
    """Hostile texts are in compressed blocks only, and the policy allows our script alone."""
    grid = grid_of(store, [LATER])
    html = page.page_of(grid, "</title><script>alert(1)</script>", at(3, 12))
    scripts = re.findall(r"<script([^>]*)>", html)

    assert HOSTILE == block(grid, "grid-texts-0")["c"][0]["r"][2]
    assert "alert('script')" not in html
    assert "<script>alert(1)" not in html
    assert 1 == sum(not attributes for attributes in scripts)
    assert "default-src 'none'; script-src 'sha256-" in html
    assert "innerHTML" not in page.script()


def test_default_runs_are_the_newest(store):
    """The newest run by system, the newest runs in their order by run."""
    assert [LATER] == runs_of(store, [], None, is_by_run=False)
    assert [EARLIER, LATER] == runs_of(store, [], "hallucination", is_by_run=True)


def test_names_that_do_not_exist_are_refused(store):
    """A suite, a run, a system and a metric that a grid cannot show."""
    with pytest.raises(UsageError, match="no run is of the suite 'drift'"):
        runs_of(store, [], "drift", is_by_run=False)
    with pytest.raises(UsageError, match="r9"):
        runs_of(store, ["r9"], None, is_by_run=False)
    with pytest.raises(UsageError, match="--suite is 'drift'"):
        runs_of(store, [LATER], "drift", is_by_run=False)
    with pytest.raises(UsageError, match="no reply of the systems"):
        grid_of(store, [LATER], system_ids=["nobody"])
    with pytest.raises(UsageError, match="no value for a single case"):
        grid_of(store, [LATER], metrics=["ece"])
