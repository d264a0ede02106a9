"""A number of a page opens a panel whose command explains that number."""

import html
import json
import re
import shlex
from types import SimpleNamespace

import pytest

from evalstore.reviews.charts.drawing.numbers import number
from evalstore.reviews.report.explain_command import explain_command
from evalstore.reviews.report.metric_row import DIGITS

PANEL = re.compile(
    r'<details class="explained"><summary>([^<]*)</summary>(.*?)</details>', re.DOTALL
)
CODE = re.compile("<code>(.*?)</code>")


def panels_of(path):
    """Return what each number of a page shows, its panel and the words of its commands."""
    return [
        SimpleNamespace(
            shown=shown,
            text=panel,
            commands=[shlex.split(html.unescape(code)) for code in CODE.findall(panel)],
        )
        for shown, panel in PANEL.findall(path.read_text())
    ]


def test_every_number_of_a_report_is_explained_by_its_command(store, evalstore, folder):
    """The command of the panel gives the number that the page shows, of each fourth one."""
    assert evalstore("report", "-o", "report.html").code == 0
    panels = panels_of(folder / "report.html")
    rows = (folder / "report.html").read_text().count('<td data-label="value"')

    assert len(panels) == rows > 20
    for panel in panels[::4]:
        [words] = panel.commands
        found = evalstore(*words[1:], "--json")
        assert found.code == 0, found.err
        [explained] = json.loads(found.out)["numbers"]
        assert number(explained["value"], DIGITS) == panel.shown
        root = json.loads(found.out)["log"]["root"]
        assert f"log of {json.loads(found.out)['log']['tree_size']} events, root {root[:12]}" in (
            panel.text
        )


def test_both_sides_of_a_comparison_are_explained(store, evalstore, write_lines, folder):
    """A row has the command of either run."""
    evalstore("ingest", write_lines("second.ndjson", run_id="r2", answers=("4", "4")))
    assert evalstore("compare", "r1", "r2", "-o", "compared.html").code == 0
    panels = panels_of(folder / "compared.html")

    assert panels
    for panel in panels[:2]:
        values = []
        for run_id, words in zip(("r1", "r2"), panel.commands, strict=True):
            assert words[words.index("--run") + 1] == run_id
            [explained] = json.loads(evalstore(*words[1:], "--json").out)["numbers"]
            values.append(number(explained["value"], DIGITS))
        assert panel.shown == " → ".join(values)


@pytest.mark.parametrize("name", ["r 1", "'; rm -rf ~; '", "<script>", "$(id)", "-x", "ä\n\t`"])
def test_each_word_is_one_for_a_shell(name):
    """Whatever a run, a system or a slice is named."""
    command = explain_command(
        "accuracy", name, system_id=name, validator_id=name, slice_name="domain",
        slice_value=name, variant=name,
    )  # fmt: skip

    assert shlex.split(command) == [
        "evalstore", "explain", "accuracy", "--run", name, "--system", name,
        "--validator", name, "--slice", f"domain={name}", "--variant", name,
    ]  # fmt: skip
