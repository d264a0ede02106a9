"""The lock of our judges is of their sources, and says when a judge has become another one."""

import subprocess
import sys
from pathlib import Path

import pytest

from evalstore.running.validator_digest import LOCK, installed, locked_judges
from tests.judges.lock import ChangedJudgeError, changed_files, known_files, renewed
from tests.judges.results import results_of
from tests.judges.sources import (
    ROOT,
    counting_text,
    files_of,
    judges,
    libraries_of,
    sources_of,
    version_of,
)

LOCKED = locked_judges()
OLD = {"version": "1", "sources": "s1", "results": "r1",
       "codes": [{"code": "c1", "libraries": {"sympy": "1.14"}}]}  # fmt: skip
NOW = {"version": "1", "sources": "s1", "libraries": {"sympy": "1.14"}}


def test_each_judge_is_in_the_lock():
    """Our validators, the second opinion, and nothing else."""
    assert sorted(judges()) == sorted(LOCKED), "call `make judges-lock`"


@pytest.mark.parametrize("name", LOCKED)
def test_the_lock_is_of_the_sources(name):
    """A changed judge has another VERSION, or a lock written after its results were the same."""
    found = {"version": version_of(name), "sources": sources_of(name)}
    is_same = found == {field: LOCKED[name][field] for field in found}
    changed = [str(path.relative_to(ROOT)) for path in changed_files(name, known_files())]
    files = ", ".join(changed) or "a file more or less"

    assert is_same, (
        f"{name} is not what {LOCK.name} was written of ({files}): `make judges-lock` writes it "
        "anew where the verdicts on the fixtures are the same, and asks for another VERSION if not"
    )
    assert LOCKED[name]["codes"][0]["libraries"].keys() == libraries_of(name)


@pytest.mark.sweep
@pytest.mark.parametrize("name", LOCKED)
def test_the_results_are_those_of_the_lock(name):
    """With the libraries of the lock, every verdict on the fixtures is the one of then."""
    libraries = LOCKED[name]["codes"][0]["libraries"]
    if installed(libraries) != libraries:
        pytest.skip(f"other libraries than those of the lock: {libraries}")

    assert LOCKED[name]["results"] == results_of(name)


def test_what_a_judge_is_decides_over_its_code():
    """The same results keep it, another VERSION makes a new one; a lock of now stays as it is."""
    again = renewed("j", OLD, {**NOW, "sources": "s2"}, lambda _: "r1")
    raised = renewed("j", OLD, {**NOW, "version": "2", "sources": "s2"}, lambda _: "r2")

    assert OLD == renewed("j", OLD, NOW, lambda _: "r1")
    assert {**OLD, "sources": "s2"} == again
    assert ("2", "r2") == (raised["version"], raised["results"])
    assert "c1" != raised["codes"][0]["code"]
    assert raised["codes"] == renewed("j", None, {**NOW, "version": "2", "sources": "s2"},
                                      lambda _: "r2")["codes"]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "results", "said"),
    [
        ({"sources": "s2"}, "r2", "its verdicts on the fixtures differ, so"),
        ({"sources": "s2", "libraries": {"sympy": "1.14", "numpy": "2.4"}}, "r1",
         "it uses other libraries, so"),
        ({"sources": "s2", "libraries": {"sympy": "1.15"}}, "r2", "or install the lock's"),
    ],
)  # fmt: skip
def test_another_judge_asks_for_another_version(state, results, said):
    """Under the same VERSION nothing is written, and the way out is said."""
    with pytest.raises(ChangedJudgeError, match="raise its VERSION") as caught:
        renewed("j", OLD, {**NOW, **state}, lambda _: results)

    assert said in str(caught.value)


def test_words_count_as_sources():
    """Each file of words and patterns belongs to a judge; the taxonomy is for tests alone."""
    counted = {path for name in judges() for path in files_of(name)}
    files = set((ROOT / "evalstore" / "judges").rglob("*.toml"))

    assert {LOCK, ROOT / "evalstore" / "judges" / "taxonomy.toml"} == files - counted


def test_another_word_is_another_source(monkeypatch):
    """A judge whose words are others is not what the lock was written of."""
    [words] = [path for path in files_of("refusal") if path.name == "declining.toml"]
    before = sources_of("refusal")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path == words))

    assert before != sources_of("refusal")


def test_other_libraries_say_nothing_of_known_sources():
    """Their verdicts carry a digest of their own, which no lock holds."""
    state = {**NOW, "libraries": {"sympy": "absent"}}

    assert OLD == renewed("j", OLD, state, lambda _: pytest.fail("it was asked"))


def test_a_move_does_not_count(tmp_path):
    """Where a module lies, and in which order imports stand, decides no verdict."""
    body = 'import re\n\nWORKER = "evalstore.{place}.worker"\n\n\ndef judge(): ...\n'
    texts = [
        "from evalstore.judges.text.wording import (\n    plain,\n    shown,\n)\n" + body,
        "from evalstore.judges.texts import shown\nfrom evalstore.judges.words import plain\n"
        + body.replace("{place}", "judges.math"),
        "from evalstore.judges.text.wording import plain, shown as told\n" + body,
        "from evalstore.judges.text.wording import plain, shown\n"
        + body.replace("import re\n", ""),
    ]
    found = []
    for number, text in enumerate(texts):
        file = tmp_path / f"{number}.py"
        file.write_text(text.replace("{place}", "validators._latex"), encoding="utf-8")
        found.append(counting_text(file))

    assert found[0] == found[1]
    assert 3 == len(set(found))


def test_the_sources_are_what_a_judge_imports():
    """Every module of ours that a judge brings in is one of its files, but for the interface."""
    program = (
        "import sys, evalstore; before = set(sys.modules)\n"
        "import evalstore.judges.refusal.refusal\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('evalstore.')"
        " and not n.startswith(('evalstore.plugins', 'evalstore.errors')) and n not in before))\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    counted = {str(path) for path in files_of("refusal")}

    assert said.split()
    assert set(said.split()) <= counted
