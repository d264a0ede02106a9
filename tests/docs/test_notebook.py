"""The notebook runs whole on a store, and what a model wrote stays text in it."""

import html
import re
import sys
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import polars
import pytest

from tests.kept_stores import store_of

NOTEBOOK = Path(__file__).parents[2] / "examples/notebook.py"
HOSTILE = (
    '<img src="https://evil.example/a.png" onerror="alert(1)">',
    "![x](https://evil.example/b.png) **bold**",
    "https://evil.example/c.png",
    "</pre><script>alert(1)</script>",
    "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=",
    "'; drop table log.events; --",
)
RUNS = ("before '$run'", "<b>after</b> $run")


def events():
    """Yield two runs of a suite in which every text is hostile, all wrong in the second."""
    for place, run_id in enumerate(RUNS):
        about = {"run_id": run_id, "occurred_at": f"2026-11-2{place}T10:00:00Z"}
        yield {**about, "kind": "run_started", "payload": {"suite": "<b>suite</b>"}}
        for number, text in enumerate(HOSTILE):
            of_case = {"case_id": f"c{number}"}
            of_answer = {**of_case, "system_id": "<b>s</b>"}
            case = {**of_case, "domain": text, "prompt": text, "expected": text}
            yield {**about, "kind": "case_generated", "payload": case}
            response = {**of_answer, "status": "ok", "text": text, "answer": text}
            yield {**about, "kind": "response_recorded", "payload": response}
            outcome = "wrong" if place else "right"
            verdict = {**of_answer, "validator_id": "factual", "outcome": outcome, "reason": text}
            yield {**about, "kind": "verdict_recorded", "payload": verdict}
        yield {**about, "kind": "run_finished", "payload": {"status": "completed"}}


class Elements(HTMLParser):
    """The names of all elements of a page, and its attributes that hold data."""

    def __init__(self):
        super().__init__()
        self.names, self.data = set(), []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.data += [value for name, value in attrs if name == "data-data"]


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The notebook's outputs and definitions, each cell executed on a hostile store, and that."""
    store = store_of([*events()], tmp_path_factory.mktemp("notebook") / "store")
    spec = spec_from_file_location("notebook", NOTEBOOK)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["notebook.py", "--store", str(store.layout.root)])
        outputs, definitions = module.app.run()
    return outputs, definitions, store


def test_cells_show_the_newest_run(ran):
    """The newest run is chosen; its numbers, failures and changes are those of the store."""
    _, definitions, store = ran

    assert RUNS[1] == definitions["run_id"]
    [expected] = store.metric("accuracy", run=RUNS[1]).pl()["accuracy"]
    [found] = definitions["accuracy"].filter(slice_name="all")["accuracy"]
    assert expected == found == 0
    assert len(HOSTILE) == len(definitions["failures"]) == len(definitions["changes"])
    assert {"became wrong"} == {*definitions["changes"]["change"]}


def test_a_decided_run_comes_before_the_newest(tmp_path, monkeypatch):
    """The notebook opens on the run that a gate decided last."""
    store = store_of([*events()], tmp_path / "store")
    (tmp_path / "gates.toml").write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.5\n', "utf-8")
    store.gate(run=RUNS[0], config=tmp_path / "gates.toml")
    spec = spec_from_file_location("notebook", NOTEBOOK)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(sys, "argv", ["notebook.py", "--store", str(store.layout.root)])
    _, definitions = module.app.run()

    assert RUNS[0] == definitions["run_id"]


def test_there_are_a_chart_and_a_comparison(ran):
    """Cells give what the Python API draws and compares."""
    outputs, definitions, _ = ran

    assert any(hasattr(output, "to_dict") for output in outputs)
    assert "right is worse by 1" in repr(definitions["comparison"])


def test_texts_stay_texts(ran):
    """No element comes out of a text, and no table has an address that a browser would load."""
    outputs, definitions, _ = ran
    nested = polars.DataFrame({"a": [[HOSTILE[2]]], "b": [{"c": HOSTILE[2]}], "d": [[None]]})
    page = Elements()
    for output in [*outputs, definitions["shown"](nested)]:
        page.feed(getattr(output, "text", None) or getattr(output, "_repr_html_", str)())
    shown = "".join(html.unescape(value) for value in page.data)

    assert set() == page.names & {"img", "script", "b", "a"}
    assert "evil.example" in shown
    assert [] == re.findall(r"https?://|[\"']data:image", shown)


def test_the_statement_of_ones_own_is_only_read(ran):
    """A cell's door takes the parameter of the chosen run, and nothing that writes."""
    _, definitions, _ = ran
    cursor = definitions["of_run"].cursor()

    [(count,)] = cursor.execute(
        "select count(*) from facts.answers where run_id = $run"
    ).fetchall()

    assert len(HOSTILE) == count
    with pytest.raises(Exception, match="only reads"):
        cursor.execute("drop table log.events")
