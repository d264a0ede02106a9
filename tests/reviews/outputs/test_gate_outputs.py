"""``evalstore gate`` with outputs: one call, one review, whatever it decides."""

import json
from xml.etree import ElementTree as ET

import pytest

from evalstore.cli import call_command
from evalstore.gates.places import scope_of
from tests.gates.gated import Gated, run_of

GATE = '[[gate]]\nmetric = "accuracy"\nmin = 0.5\nmin_count = 4\n'
OUTCOMES = {
    "pass": (0, ["right"] * 4),
    "fail": (1, ["right", "wrong", "wrong", "wrong"]),
    "undecided": (3, ["right"] * 3),
}


@pytest.fixture
def gated(tmp_path, capsys):
    """Return an empty store with gates."""
    return Gated(tmp_path, capsys)


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


@pytest.mark.thinned(3)
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


@pytest.mark.sweep
def test_an_issue_is_written_where_a_gate_does_not_pass(gated, called, tmp_path, monkeypatch):
    """
    As Markdown with its title, or as JSON of its parts; of a run that passes there is none.

    The comment beside it links to the job.
    """
    job = "https://gitlab.com/a/b/-/pipelines/7"
    monkeypatch.delenv("GITHUB_RUN_ID", raising=False)
    monkeypatch.setenv("CI_PIPELINE_URL", job)
    gated.add(run_of("r1", OUTCOMES["fail"][1]))
    gated.add(run_of("r2", OUTCOMES["pass"][1], day=2))
    called("--run", "r1", "--issue", "i.md", "--comment", "c.md")
    called("--run", "r1", "--issue", "i.json")
    code, printed = called("--run", "r2", "--issue", "none.md")
    parts = json.loads((tmp_path / "i.json").read_text(encoding="utf-8"))
    issue = (tmp_path / "i.md").read_text(encoding="utf-8")

    assert issue.startswith(f"# {parts['title']}\n\n")
    assert issue.rstrip().endswith(parts["body"].rstrip())
    assert {"title", "body", "labels", "key"} == set(parts)
    comment = (tmp_path / "c.md").read_text(encoding="utf-8")
    assert comment.startswith("<!-- evalstore gate s-")
    assert f"({job})" in comment
    assert (0, False) == (code, (tmp_path / "none.md").exists())
    assert "--issue: every gate passes, so there is nothing to write" in printed.err


@pytest.mark.sweep
def test_gates_of_the_same_names_have_a_key_each(gated, called, tmp_path):
    """
    Another file, or one system of several, has its own comment and issue; another run has not.

    A file outside of the repository may be called otherwise in each job, so its name says nothing.
    """
    gated.add(run_of("r1", OUTCOMES["fail"][1]))
    markers = {}
    for name, more in {"one": (), "two": (), "system": ("--system", "a"), "again": ()}.items():
        gated.file = tmp_path / f"{name.replace('again', 'one')}.toml"
        called("--comment", "c.md", "--issue", "i.json", "--no-record", *more)
        comment = (tmp_path / "c.md").read_text(encoding="utf-8").partition("\n")[0]
        issue = json.loads((tmp_path / "i.json").read_text(encoding="utf-8"))["key"]
        markers[name] = (comment, issue)

    assert markers.pop("again") == markers["one"]
    assert [3, 3] == [len(set(keys)) for keys in zip(*markers.values(), strict=True)]
    assert "" == scope_of(tmp_path.parent / "tmp.x7Yz", None)


@pytest.mark.sweep
def test_an_address_of_a_job_that_is_none_is_left_out(gated, called, tmp_path, monkeypatch):
    """The comment is written without a link, and the exit code stays that of the decision."""
    monkeypatch.delenv("GITHUB_RUN_ID", raising=False)
    monkeypatch.setenv("CI_PIPELINE_URL", "https://x.example/(1)[x](https://y.example")
    gated.add(run_of("r1", OUTCOMES["fail"][1]))

    assert 1 == called("--comment", "c.md")[0]
    assert "example" not in (tmp_path / "c.md").read_text(encoding="utf-8")


def test_a_loop_of_links_is_no_file(called, tmp_path):
    """It is told before anything is decided."""
    (tmp_path / "loop.xml").symlink_to("loop.xml")
    code, printed = called("--junit", "loop.xml")

    assert (2, True) == (code, "--junit loop.xml: the path is a loop" in printed.err)


def test_a_gate_that_stops_leaves_outputs(called, tmp_path):
    """Without any run no gate is decided; the files say so, and the code is that of the error."""
    files = ("--junit", "j.xml", "--badge", "b.json", "--comment", "c.md", "--issue", "i.md")
    code, printed = called(*files, "--github")

    assert 2 == code
    [case] = ET.parse(tmp_path / "j.xml").iter("testcase")
    assert "broken" == case.find("error").get("type")
    assert "the store has no runs" in case.find("error").text
    assert "title=evalstore%3A gate is broken::No gate was decided" in printed.err
    said = (
        "No gate was decided: the store has no runs; run \\`evalstore ingest PATH\\` to add one\n"
    )
    comment, issue = ((tmp_path / f"{name}.md").read_text(encoding="utf-8") for name in "ci")
    assert f"<!-- evalstore gate stopped -->\n## ⚠ {said}" == comment
    assert issue.endswith(f"-->\n{said}")
    assert "broken" in (tmp_path / "b.json").read_text(encoding="utf-8")


def test_a_configuration_that_is_none_leaves_outputs(called, tmp_path):
    """A mistake in the configuration is broken in the files, and leaves with 2."""
    code, _ = called("--junit", "j.xml", text="[[gate]]\n")

    assert 2 == code
    [error] = ET.parse(tmp_path / "j.xml").iter("error")
    assert "broken" == error.get("type")
    assert "`metric` is not set" in error.text


@pytest.mark.sweep
def test_a_file_that_cannot_be_written_is_named(gated, called, tmp_path):
    """It leaves with 4 where the gate would leave with 1; the other files are there."""
    gated.add(run_of("r1", OUTCOMES["fail"][1]))
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    code, printed = called("--junit", "taken/j.xml", "--gitlab", "g.json")

    assert 4 == code
    assert "cannot write --junit taken/j.xml: " in printed.err
    assert "✗ fail" in printed.out
    assert 1 == len(json.loads((tmp_path / "g.json").read_text(encoding="utf-8")))


def test_what_could_never_be_written_is_refused(gated, called):
    """Before anything is decided or recorded."""
    gated.add(run_of("r1", OUTCOMES["pass"][1]))
    refused = {
        ("--junit", "a", "--gitlab", "a"): "--junit and --gitlab both name a",
        ("--badge", "a.png"): "expected .svg, or .json",
        ("--junit", "warehouse/a.xml"): "is inside the store",
        ("--junit", "a.xml", "--explain", "accuracy"): "leave the outputs out",
    }
    found = {arguments: called(*arguments) for arguments in refused}

    assert [2] * 4 == [code for code, _ in found.values()]
    assert [] == [
        printed.err for name, (_, printed) in found.items() if refused[name] not in printed.err
    ]
    assert 0 == len(gated.store.query("from facts.gates"))


@pytest.mark.sweep
def test_a_step_of_github(gated, called, tmp_path, monkeypatch):
    """Annotations on stderr, so that stdout is JSON; summary and outputs are appended."""
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
    title = "evalstore%3A accuracy (a) fails"
    assert printed.err.startswith(f"::error file=gates.toml,line=1,title={title}::")
    assert summary.startswith("before\n")
    assert "accuracy" in summary
    assert outputs.startswith("before\ndecision<<ghadelimiter_")


@pytest.mark.sweep
def test_outside_of_github_it_says_what_is_missing(gated, called):
    """Annotations are printed all the same, and nothing fails."""
    gated.add(run_of("r1", OUTCOMES["pass"][1]))
    code, printed = called("--github")

    assert 0 == code
    assert "GITHUB_STEP_SUMMARY is not set, so nothing is appended to it" in printed.err
    assert "GITHUB_OUTPUT is not set, so nothing is appended to it" in printed.err


@pytest.mark.sweep
def test_names_are_no_commands_of_a_runner(gated, called):
    """A gate's name that a file brings cannot mask a word, neither in a table nor in JSON."""
    text = '[[gate]]\ncanaries = true\nid = "canaries ##[add-mask]a"\n'
    gated.add(run_of("r1", OUTCOMES["fail"][1], canaries=(1,)))
    for form in ([], ["--json"]):
        code, printed = called("--github", "--no-record", *form, text=text)
        lines = printed.err.splitlines()

        assert 1 == code
        assert "add-mask" in printed.out
        assert "##[" not in printed.out
        assert [] == [line for line in lines if "##[" in line and not line.startswith("::")]


@pytest.mark.sweep
def test_an_error_is_no_command_of_a_runner(gated, called):
    """A system's name that an error lists begins no line with a command."""
    hostile = "a\n::add-mask::x"
    events = run_of("r1", OUTCOMES["pass"][1], systems=[hostile])
    for event in events:
        if "system_id" in event["payload"]:
            event["payload"]["system_id"] = hostile
    gated.add(events)
    code, printed = called("--github", "--system", "other")

    assert 2 == code
    assert "add-mask" in printed.err
    assert [] == [line for line in printed.err.splitlines() if line.startswith("::add-mask")]


@pytest.mark.sweep
def test_a_review_is_gathered_only_where_asked_for(gated, called, monkeypatch):
    """Without outputs a gate costs what it did."""
    monkeypatch.setattr("evalstore.reviews.gathering.review_of", None)
    gated.add(run_of("r1", OUTCOMES["pass"][1]))

    assert 0 == called()[0]
