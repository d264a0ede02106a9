"""Files that nobody here reads: what is said of them."""

import os
from pathlib import Path

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.broken_json import fault_in_json
from evalstore.harnesses.ingest import ingest
from evalstore.harnesses.requirements import not_recognised, require_for_map
from evalstore.store.layout import Layout

COMMA = "a comma or the end of the list or object"
FILES = {
    "log.eval": ("version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 9\n", "git lfs"),
    "nunit3.xml": ('<?xml version="1.0"?><!-- x --><test-run id="2"><test-suite/>', "NUnit XML"),
    "nunit2.xml": ('\ufeff<test-results name="a"><test-suite/>', "NUnit XML"),
    "a.trx": ('<TestRun id="1" xmlns="http://microsoft.com/x"><Results/>', "a TRX file"),
    "xunit.xml": ("<assemblies><assembly/></assemblies>", "xUnit's own XML"),
    "junitResult.xml": (
        "<result><suites><suite><file>./TEST-a.xml</file></suite></suites></result>",
        "Jenkins made it, ./TEST-a.xml",
    ),
    "mocha.json": ('{"stats": {"tests": 1}, "tests": [], "pending": [], "passes": []}', "mocha's"),
    ".deepeval-cache.json": ('{"test_cases_lookup_map": {}}', "`.latest_run_full.json` next to"),
    "score.json": (
        '{"accuracy": 0.5, "correct_count": 1, "total_count": 2}\n{"id": 1, "valid": false}\n',
        "a score file of BFCL",
    ),
    "board.csv": ("Rank,Overall Acc,Model\n1,90.18%,a\n2,80%,b\n", "a leaderboard"),
    "board.json": ('[{"model": "a", "win_rate": 0.5}, {"model": "b", "win_rate": 1}]', "a leader"),
}


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", FILES)
def test_what_is_common_is_named(tmp_path, name):
    """A file that others write often is called what it is, and the way out is another file."""
    text, said = FILES[name]
    path = tmp_path / name
    path.write_text(text)
    layout = Layout(tmp_path / "store")
    layout.create()

    with pytest.raises(UnreadableInputError, match=f"{name}: no format recognised: it is .*"):
        ingest(layout, [str(path)])
    assert said in not_recognised(path, name)


@pytest.mark.parametrize("name", FILES)
def test_what_has_no_cases_is_not_sketched(tmp_path, name):
    """A leaderboard is a table, so its map comes with a warning; the others are refused."""
    text, said = FILES[name]
    path = tmp_path / name
    path.write_text(text)
    if name.startswith("board"):
        assert said in require_for_map(path, name)
        return
    with pytest.raises(UnreadableInputError, match=name):
        require_for_map(path, name)


def test_files_of_a_folder_are_named_where_they_are_few(tmp_path):
    """Beside what is read, the first ones that are not are called what they are."""
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "report.xml").write_text('<testsuite><testcase name="a"/></testsuite>')
    for number in range(7):
        (folder / f"{number}.eval").write_text(FILES["log.eval"][0])
    layout = Layout(tmp_path / "store")
    layout.create()
    taken = ingest(layout, [str(folder)])

    assert 7 == len(taken.unrecognised)
    assert 5 == len([hint for hint in taken.hints if "Git LFS pointer" in hint])


@pytest.mark.parametrize(
    ("text", "is_hinted"),
    [
        ('[\n {"model": "m", "output": "a"}]', True),
        ('{"columns": ["a"], "data": [[1]]}', True),
        ('{"anything": 1}', False),
        ("[1, 2]", False),
    ],
)
def test_json_that_is_a_table_gets_the_hint_that_csv_gets(tmp_path, text, is_hinted):
    """A list of objects, or columns with their data, is begun by a sketch of a map."""
    path = tmp_path / "list.json"
    path.write_text(text)

    assert is_hinted == (
        "`evalstore ingest --sketch list.json`" in not_recognised(path, path.name)
    )


@pytest.mark.parametrize(
    ("text", "place", "found", "expected"),
    [
        ('{"a": 1,\n "b": [1, 2\n "c": 3}', "3, column 2", """'"c": 3}'""", COMMA),
        ('{"a": 1,\n}', "2, column 1", "'}'", "a name in double quotes"),
        ('{"a": [1,\n', "2, column 1", "the end of the file", "a value"),
        ('{"a": 1}\n{"a": 2}\n\n{"a" 3}\n', "4, column 6", "'3}'", "a colon"),
    ],
)
def test_broken_json_says_where(tmp_path, text, place, found, expected):
    """The line and the column of the first place that is no JSON, also of JSON Lines."""
    path = tmp_path / "results.json"
    path.write_text(text)

    said = f"line {place} is not valid JSON: found {found}, expected {expected}"
    assert said == fault_in_json(path)


@pytest.mark.parametrize("text", ['{"a": 1}\n', '{"a": 1}\n{"a": NaN}\n', "plain text {", ""])
def test_what_is_json_or_plainly_not_meant_as_it_is_left_alone(tmp_path, text):
    """NaN is what tools write; a text that only ends in a bracket was never JSON."""
    path = tmp_path / "results.json"
    path.write_text(text)

    assert "" == fault_in_json(path)


@pytest.mark.parametrize(
    "text",
    [
        '{"anything": 1,\n "b": tru}',
        '{"evalId": "e", "results": {"version": 3,\n "results": [{"a": tru}]}}',
    ],
)
def test_a_broken_file_is_refused_with_the_place(tmp_path, text):
    """Whether or not its format shows."""
    path = tmp_path / "results.json"
    path.write_text(text)
    layout = Layout(tmp_path / "store")
    layout.create()

    with pytest.raises(
        UnreadableInputError, match=r"line 2, column \d+ is not valid JSON: found 'tru}"
    ):
        ingest(layout, [str(path)])


@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("junit/dorny_mocha-json.json", "mocha's JSON"),
        ("junit/jenkins_junitResult.xml", "made it, ./TEST-TestSuite.xml"),
        ("deepeval/gunjan_deepeval-cache.json", "DeepEval's cache"),
        ("custom_json/bfcl_executable_simple_score.json", "a score file of BFCL"),
        ("custom_json/alpaca_phi2_annotations.json", "--sketch"),
        ("mlflow/eval_results_table.json", "--sketch"),
        ("csv/alpaca2_leaderboard.csv", "a leaderboard"),
        ("csv/bfcl_data.csv", "a leaderboard"),
    ],
)
def test_files_of_others_are_named(name, said):
    """Files that others published are recognised as what they are."""
    path = Path(os.environ["EVALSTORE_REAL_DATA"]) / "cases/files" / name

    assert said in not_recognised(path, path.name)


@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
@pytest.mark.parametrize("name", ["hibayes_q3.csv", "ragas_bektassov.csv", "ragas_nikola.csv"])
def test_tables_of_cases_are_no_leaderboards(name):
    """Tables that have cases are said nothing of when they are mapped."""
    path = Path(os.environ["EVALSTORE_REAL_DATA"]) / "cases/files/csv" / name

    assert "" == require_for_map(path, name)
