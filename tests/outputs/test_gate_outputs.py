"""``evalstore gate`` with outputs: one call, one review, whatever it decides."""

import json
from xml.etree import ElementTree as ET

import pytest

from evalstore.cli import call_command
from tests.gates.gated import run_of

GATE = '[[gate]]\nmetric = "accuracy"\nmin = 0.5\nmin_count = 4\n'
OUTCOMES = {
    "pass": (0, ["right"] * 4),
    "fail": (1, ["right", "wrong", "wrong", "wrong"]),
    "undecided": (3, ["right"] * 3),
}


@pytest.fixture
def called(gated, tmp_path, monkeypatch):
    """Return a function that calls gate in the folder of the store, and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments, text=GATE):
        gated.file.write_text(text, encoding="utf-8")
        root = str(gated.store.layout.root)
        gated.capsys.readouterr()
        code = call_command(["gate", "--store", root, "--config", str(gated.file), *arguments])
        return code, gated.capsys.readouterr()

    return call


@pytest.mark.parametrize("answer", OUTCOMES)
def test_outputs_are_written_whatever_is_decided(gated, called, tmp_path, answer):
    """All files of one call say the same, in a folder made for them, and the code stays."""
    code, outcomes = OUTCOMES[answer]
    gated.add(run_of("r1", outcomes))
    files = ("--junit", "o/j.xml", "--gitlab", "o/g.json", "--badge", "o/b.json")

    assert code == called(*files)[0]
    suite = ET.parse(tmp_path / "o/j.xml").find("testsuite")
    entries = json.loads((tmp_path / "o/g.json").read_text(encoding="utf-8"))
    assert answer == suite.find("properties/property[@name='decision']").get("value")
    assert (code != 0) == (int(suite.get("failures")) + int(suite.get("errors")) == 1)
    assert ([] if code == 0 else [{"path": "gates.toml", "lines": {"begin": 1}}]) == [
        entry["location"] for entry in entries
    ]
    assert answer in json.loads((tmp_path / "o/b.json").read_text(encoding="utf-8"))["message"]
    assert ["b.json", "g.json", "j.xml"] == sorted(
        path.name for path in (tmp_path / "o").iterdir()
    )


def test_a_gate_that_stops_leaves_outputs(called, tmp_path):
    """Without any run no gate is decided; the files say so, and the code is that of the error."""
    code, printed = called("--junit", "j.xml", "--badge", "b.json")

    assert 2 == code
    [case] = ET.parse(tmp_path / "j.xml").iter("testcase")
    assert "broken" == case.find("error").get("type")
    assert case.find("error").text.splitlines()[0].split(": ", 1)[1] in printed.err
    assert "broken" in (tmp_path / "b.json").read_text(encoding="utf-8")


def test_a_configuration_that_is_none_leaves_outputs(called, tmp_path):
    """A mistake in the configuration is broken in the files, and leaves with 2."""
    code, _ = called("--junit", "j.xml", text="[[gate]]\n")

    assert 2 == code
    [error] = ET.parse(tmp_path / "j.xml").iter("error")
    assert "broken" == error.get("type")
    assert "`metric` is None" in error.text


def test_a_file_that_cannot_be_written_is_named(gated, called, tmp_path):
    """It leaves with 4 where the gate would leave with 1; the other files are there."""
    gated.add(run_of("r1", OUTCOMES["fail"][1]))
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    code, printed = called("--junit", "taken/j.xml", "--gitlab", "g.json")

    assert 4 == code
    assert "cannot write --junit taken/j.xml: " in printed.err
    assert "✗ fail" in printed.out
    assert 1 == len(json.loads((tmp_path / "g.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--junit", "a", "--gitlab", "a"), "--junit and --gitlab both name a"),
        (("--badge", "a.png"), "expected .svg, or .json"),
        (("--junit", "warehouse/a.xml"), "lies inside the store"),
        (("--junit", "a.xml", "--explain", "accuracy"), "leave out the outputs"),
    ],
)
def test_what_could_never_be_written_is_refused(gated, called, arguments, message):
    """Before anything is decided or recorded."""
    gated.add(run_of("r1", OUTCOMES["pass"][1]))
    code, printed = called(*arguments)

    assert 2 == code
    assert message in printed.err
    assert 0 == len(gated.store.query("from facts.gates"))


def test_a_step_of_github(gated, called, tmp_path, monkeypatch):
    """Annotations on stderr, so that stdout is JSON; summary and outputs are appended."""
    pytest.importorskip("evalstore.outputs.comment")
    gated.add(run_of("r1", OUTCOMES["fail"][1]))
    for variable, name in (("GITHUB_STEP_SUMMARY", "summary"), ("GITHUB_OUTPUT", "outputs")):
        (tmp_path / name).write_text("before\n", encoding="utf-8")
        monkeypatch.setenv(variable, str(tmp_path / name))
    code, printed = called("--github", "--json")
    summary, outputs = (
        (tmp_path / name).read_text(encoding="utf-8") for name in ("summary", "outputs")
    )

    assert 1 == code
    assert "fail" == json.loads(printed.out)["decision"]
    assert printed.err.startswith("::error file=gates.toml,line=1,title=gate accuracy (a) fails::")
    assert summary.startswith("before\n")
    assert "accuracy" in summary
    assert outputs.startswith("before\ndecision<<ghadelimiter_")


def test_outside_of_github_it_says_what_is_missing(gated, called):
    """Annotations are printed all the same, and nothing fails."""
    pytest.importorskip("evalstore.outputs.comment")
    gated.add(run_of("r1", OUTCOMES["pass"][1]))
    code, printed = called("--github")

    assert 0 == code
    assert "GITHUB_STEP_SUMMARY is not set, so nothing is appended to it" in printed.err
    assert "GITHUB_OUTPUT is not set, so nothing is appended to it" in printed.err


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_names_are_no_commands_of_a_runner(gated, called, form):
    """A case id that a log brings cannot mask a word or stop commands, on a line or in JSON."""
    pytest.importorskip("evalstore.outputs.comment")
    text = '[[gate]]\ncanaries = true\nid = "canaries ##[add-mask]a"\n'
    gated.add(run_of("r1", OUTCOMES["fail"][1], canaries=(1,)))
    code, printed = called("--github", *form, text=text)

    assert 1 == code
    assert "add-mask" in printed.out
    assert "##[" not in printed.out
    assert [] == [line for line in printed.err.splitlines() if "##[" in line and line[:2] != "::"]


def test_a_review_is_gathered_only_where_asked_for(gated, called, monkeypatch):
    """Without outputs a gate costs what it did."""
    monkeypatch.setattr("evalstore.reviews.gathering.review_of", None)
    gated.add(run_of("r1", OUTCOMES["pass"][1]))

    assert 0 == called()[0]
