"""Reports as notes of Obsidian: what they say, what stays, and what of others stays inert."""

import re

import pytest
import yaml

from evalstore.errors import UsageError
from evalstore.reviews.report.untrusted import APART
from evalstore.reviews.site.names import safe_name
from evalstore.reviews.vault import vault as writing
from evalstore.reviews.vault.folder import MARK
from evalstore.store.query.reader import reading
from tests.kept_stores import store_of
from tests.reviews.site.conftest import decide, events_of, files_of

HOSTILE = (
    "---\nevil: 1\n---\n[[Runs/r1]] ![[secret]] %% hidden %% #tag key:: value <% tp.x() %> "
    "<img src=x onerror=alert(1)> {{date}}\n```dataview\nLIST\n```\n````\n~~~\n" + MARK + "\n$=1"
)
# An id holds no line break.
NAME = " ".join(HOSTILE.split())


@pytest.fixture(autouse=True)
def short_charts(monkeypatch):
    """Draw nothing, since charts have their own tests."""
    monkeypatch.setattr(writing.render, "chart_for", lambda *_, **_others: None)
    monkeypatch.setattr(writing.render, "svg", lambda _: "<svg/>")


@pytest.fixture
def store(tmp_path):
    """Return a store of a decided run and a later one in which four cases more are right."""
    events = [*events_of("r1", 0, right_count=6), *events_of("r2", 7, right_count=10)]
    return store_of(events, tmp_path / "warehouse")


def vault_of(store, folder, *run_ids):
    """Write the notes of some runs; return what was written, kept and marked."""
    with reading(store.layout) as reader:
        return writing.write_vault(reader, run_ids, folder)


def head_of(text):
    """Return the front matter of a note as YAML reads it."""
    return yaml.safe_load(text.split("---\n")[1])


def test_notes_link_to_each_other(store, tmp_path):
    """Every link of every note leads to a note or an attachment of the vault."""
    decide(store, "r1")
    folder = tmp_path / "vault"
    vault_of(store, folder, "r1")
    texts = {path: path.read_text("utf-8") for path in folder.rglob("*.md")}
    named = {name for text in texts.values() for name in re.findall(r"\[\[([^|\]]+)", text)}
    missing = {
        name
        for name in named
        if not (folder / name).is_file() and not (folder / f"{name}.md").is_file()
    }

    assert missing == set()
    assert {name.partition("/")[0] for name in named} == {
        "Runs", "Gates", "Domains", "Cases", "Attachments",
    }  # fmt: skip
    head = head_of(texts[folder / "Runs" / "r1.md"])
    assert (head["decision"], head["failing_cases"]) == ("fail", 6)
    assert head["tags"] == ["evalstore/run", "evalstore/fail"]


@pytest.mark.sweep
def test_a_second_call_writes_nothing_and_keeps_what_readers_added(store, tmp_path):
    """Notes are updated above the line; what is below it stays."""
    folder = tmp_path / "vault"
    vault_of(store, folder, "r1")
    note = folder / "Runs" / "r1.md"
    note.write_text(note.read_text("utf-8") + "My own remark.\n", "utf-8")
    before = files_of(folder)

    second = vault_of(store, folder, "r1")
    unchanged = files_of(folder)
    decide(store, "r1")
    vault_of(store, folder, "r1")
    text = note.read_text("utf-8")

    assert (second.written, before) == ([], unchanged)
    assert head_of(text)["decision"] == "fail"
    assert text.endswith(f"{MARK}\nMy own remark.\n")


@pytest.mark.sweep
def test_cases_that_fail_no_longer_keep_their_notes(store, tmp_path):
    """Their status says so, and what a reader added stays."""
    folder = tmp_path / "vault"
    vault_of(store, folder, "r1")
    made = vault_of(store, folder, "r2")
    statuses = {
        head_of(path.read_text("utf-8"))["case"]: head_of(path.read_text("utf-8"))["status"]
        for path in (folder / "Cases").iterdir()
    }

    assert len(made.marked) == 4
    assert statuses == {
        **{f"c{place}": "no longer failing" for place in range(6, 10)},
        "c10": "failing",
        "c11": "failing",
    }


@pytest.mark.sweep
def test_runs_written_at_once_say_what_the_newest_does(store, tmp_path):
    """In whatever order runs are named; a second call of the same writes nothing."""
    folder = tmp_path / "vault"
    decide(store, "r1")
    vault_of(store, folder, "r1", "r2")
    domain = (folder / "Domains" / "quiz.a.md").read_text("utf-8")
    statuses = [
        head_of(path.read_text("utf-8"))["status"] for path in (folder / "Cases").iterdir()
    ]

    assert "As of run [[Runs/r2|" in domain
    assert re.search(r"## Numbers\n\n- accuracy of maia: 0\.\d{3} .* on \d+ cases\n", domain)
    assert sorted(statuses) == ["failing"] * 2 + ["no longer failing"] * 4
    assert vault_of(store, folder, "r2", "r1").written == []


@pytest.mark.sweep
def test_other_suites_have_notes_of_their_own(tmp_path):
    """A case and a domain of the same id in another suite are others, and so are their notes."""
    events = [*events_of("r1", 0), *events_of("s1", 1, suite="other", right_count=12)]
    folder = tmp_path / "vault"
    made = vault_of(store_of(events, tmp_path / "warehouse"), folder, "r1", "s1")
    head = head_of((folder / "Cases" / "quiz.maia.c9.md").read_text("utf-8"))

    assert (head["suite"], head["status"], made.marked) == ("quiz", "failing", [])
    assert (folder / "Domains" / "other.a.md").is_file()
    assert writing._name("a.b", "c") != writing._name("a", "b.c")


@pytest.mark.sweep
def test_a_case_that_was_not_asked_is_not_marked(tmp_path):
    """A run of fewer cases says nothing of the others."""
    few = [event for event in events_of("r2", 7, right_count=12)
           if event["payload"].get("case_id") != "c11"]  # fmt: skip
    store = store_of([*events_of("r1", 0, right_count=10), *few], tmp_path / "warehouse")
    folder = tmp_path / "vault"
    vault_of(store, folder, "r1")

    assert vault_of(store, folder, "r2").marked == ["Cases/quiz.maia.c10.md"]


@pytest.mark.sweep
def test_files_of_others_are_refused(store, tmp_path):
    """A note without the line is somebody else's, and a link leads nowhere."""
    folder = tmp_path / "vault"
    (folder / "Runs").mkdir(parents=True)
    (folder / "Runs" / "r1.md").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="is not a note of evalstore"):
        vault_of(store, folder, "r1")
    assert list(files_of(folder)) == ["Runs/r1.md"]
    (folder / "Runs" / "r1.md").write_bytes(b"\xff")
    with pytest.raises(UsageError, match="is not UTF-8 text"):
        vault_of(store, folder, "r1")
    (folder / "Runs" / "r1.md").unlink()
    (folder / "Cases").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(UsageError, match="Cases is a link"):
        vault_of(store, folder, "r1")


def test_text_of_others_is_inert(tmp_path):
    """No link, embed, comment, tag, field, command, element or front matter comes of it."""
    events = [
        {**event, "payload": {**event["payload"], **_attack(event["kind"])}}
        for event in events_of(NAME, 0, suite=NAME, right_count=11)
    ]
    folder = tmp_path / "vault"
    vault_of(store_of(events, tmp_path / "warehouse"), folder)
    [note] = (folder / "Cases").iterdir()
    text = note.read_text("utf-8")
    run = (folder / "Runs" / f"{safe_name(NAME)}.md").read_text("utf-8")
    body = run.split("---\n", 2)[2] + text.split("---\n", 2)[2]
    # What stands in a fence of ours is text; the fence is longer than any in it.
    outside = re.sub(r"^(`{3,})text\n.*?\n\1$", "", body, flags=re.MULTILINE | re.DOTALL)

    assert set(head_of(text)) <= {
        "case", "system", "domain", "status", "suite", "run", "change", "confidence", "tags",
    }  # fmt: skip
    assert head_of(run)["suite"].replace(APART, "") == NAME
    for sign in ("![[secret", "%% hidden", "<%", "{{date", "key::", "$="):
        assert sign not in run + text, sign
    assert re.search(r"(?<!\\)<img", outside) is None
    assert [sign for sign in ("#tag", "```dataview", "evil: 1\n") if sign in outside] == []
    assert text.count(f"\n{MARK}\n") == 1
    assert {name.partition("/")[0] for name in re.findall(r"\[\[([^|\]]+)", body)} <= {
        "Runs", "Domains", "Cases", "Attachments",
    }  # fmt: skip


def _attack(kind):
    """Return the fields of an event that a model or a runner may fill as it likes."""
    return {
        "case_generated": {"prompt": HOSTILE, "expected": HOSTILE, "domain": NAME},
        "response_recorded": {"text": HOSTILE},
        "verdict_recorded": {"reason": HOSTILE, "tags": [NAME]},
    }.get(kind, {})
