"""The digest of another package's validator changes with its files, libraries and settings."""

import importlib
import sys
import types

import pytest

from evalstore.running import validator_digest as digests
from evalstore.running.validator_digest import missing_digest_reason, validator_digest

RULE = '''\
"""Rule: whether a reply holds the word."""

from pathlib import Path

from evalstore.plugins.verdict import Verdict
from {package}.validators._words import split

VERSION = "1"
JUDGES_UNPARSABLE = False
SETTINGS = {"strictness": 0.5}
FOLDER = Path(__file__).parent / "data"


def judge(case, response, *, strictness: float = 0.5):
    """Return right or wrong."""
    listed = (FOLDER / "words.txt").read_text().split()
    count = sum(part in listed for part in split(response.text))  # each time
    return Verdict("right" if count > strictness else "wrong", f"{count} words")
'''
FILES = {
    "validators/rule.py": RULE,
    "validators/_words.py": "def split(text):\n    return text.lower().split()\n",
    "validators/data/words.txt": "tree leaf\n",
}
RULES, HELPERS = "validators/rule.py", "validators/_words.py"
# Installed as distributions are: their folder beside the package.
METADATA = "Name: {name}\nVersion: {version}\n"


def changed(name, old, new):
    """Return the files with one edit, whose place is to be found."""
    assert old in FILES[name]
    return {**FILES, name: FILES[name].replace(old, new)}


DIFFERENT = {
    "a comparison": changed(RULES, "count > ", "count >= "),
    "a comment, for it is no part of the rule to read code": changed(RULES, "  # each time", ""),
    "the version": changed(RULES, 'VERSION = "1"', 'VERSION = "2"'),
    "a helper": changed(HELPERS, "lower", "casefold"),
    "a byte of data": changed("validators/data/words.txt", "leaf", "root"),
    "one more file": {**FILES, "validators/data/names.txt": "tree\n"},
    "a file of another name": {
        **changed(RULES, "_words import", "_parts import"),
        "validators/_parts.py": FILES[HELPERS],
    },
    "which replies are judged": changed(RULES, "UNPARSABLE = False", "UNPARSABLE = True"),
    "the default of a setting": changed(RULES, '{"strictness": 0.5}', '{"strictness": 0.6}'),
}


@pytest.mark.parametrize("edit", DIFFERENT)
def test_what_is_in_the_files_counts(digest_of, edit):
    """Code and data of the package, byte by byte, whatever VERSION says."""
    assert digest_of(FILES) != digest_of(DIFFERENT[edit])


def test_what_python_and_editors_leave_does_not_count(digest_of):
    """Compiled code and hidden files come and go."""
    passing = {"validators/__pycache__/rule.pyc": "x", ".cache/x.txt": "x", "data/.x.swp": "x"}

    assert digest_of(FILES) == digest_of({**FILES, **passing})


def test_a_module_without_a_package_counts_alone(tmp_path, monkeypatch):
    """What lies beside it is nobody's."""
    monkeypatch.syspath_prepend(tmp_path)
    rule = tmp_path / "lonely_rule.py"
    rule.write_text("def judge(case, response): ...\n", encoding="utf-8")
    found = [validator_digest(importlib.import_module("lonely_rule"), {})]
    for text, name in (("x", "other.txt"), ("def judge(case, response): pass\n", rule.name)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        digests._code_of.cache_clear()
        found.append(validator_digest(importlib.import_module("lonely_rule"), {}))

    assert found[0] == found[1] != found[2]


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Return a function that installs a distribution with a rule and gives its digest."""
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("their_rules", "their_rules.validators", "their_rules.validators.rule"):
        monkeypatch.delitem(sys.modules, name, raising=False)

    def add(name, version, files, *more):
        about = tmp_path / f"{name}.dist-info"
        listed = [*files, f"{about.name}/METADATA", "../../bin/their-command"]
        texts = {
            f"{about.name}/METADATA": METADATA.format(name=name, version=version)
            + "".join(f"Requires-Dist: {one}\n" for one in more),
            f"{about.name}/RECORD": "".join(f"{one},,\n" for one in listed) if files else "",
            f"{about.name}/entry_points.txt": f"[evalstore]\nx = {name}\n" if files else "",
            **files,
        }
        for place, text in texts.items():
            path = tmp_path / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def digest(*, files, requires=(), others=None, version="1"):
        given = {"validators/rule.py": "def judge(case, response): ...\n", **files}
        add("their_rules", version, {f"their_rules/{name}": given[name] for name in given},
            *requires)  # fmt: skip
        for name, one in (others or {}).items():
            add(name, one, {})
        importlib.invalidate_caches()
        for cached in (digests._code_of, digests._version):
            cached.cache_clear()
        module = importlib.import_module("their_rules.validators.rule")
        return validator_digest(module, {})

    yield digest
    for cached in (digests._code_of, digests._version):
        cached.cache_clear()


def test_a_distribution_counts_by_what_it_lists(installed, tmp_path):
    """Its files and not its version; a file that it does not list is not its own."""
    first = installed(files={})
    again = installed(files={}, version="2")
    (tmp_path / "their_rules" / "notes.txt").write_text("not listed", encoding="utf-8")
    beside = installed(files={})
    data = installed(files={"words.txt": "tree"})

    assert first == again == beside != data


def test_a_distribution_counts_with_what_it_requires(installed):
    """The first two parts of a library's version; not what only an extra or nobody asks for."""
    asked = ["Word.Lists>=1", "evalstore", 'linters ; extra == "dev"']
    found = [
        installed(files={}, requires=asked, others={"word_lists": version, "linters": linters})
        for version, linters in (("1.4.1", "1"), ("1.4.2", "2"), ("1.5", "2"))
    ]

    assert found[0] == found[1] != found[2]
    assert installed(files={}, requires=()) not in found


@pytest.mark.parametrize(
    "named",
    [
        "from evalstore.judges import factual",
        "from evalstore.validators import self_contradiction",
    ],
)
def test_what_it_uses_of_our_validators_counts(digest_of, monkeypatch, named):
    """A change of ours is one of theirs where they name ours, also by a former name."""
    ours = changed(HELPERS, "def split", f"{named}\n\ndef split")
    before = digest_of(FILES), digest_of(ours)
    monkeypatch.setattr(digests, "_locked_code", lambda _: digests._Code("another", None))

    assert before[0] == digest_of(FILES)
    assert before[1] != digest_of(ours)


def test_settings_count_by_their_values(digest_of):
    """A default that is given is the default; another value, or another setting, is another."""
    same = {digest_of(FILES, settings=given) for given in ({}, {"strictness": 0.5})}
    whole = {digest_of(FILES, settings={"strictness": given}) for given in (1, 1.0)}
    other = digest_of(FILES, settings={"strictness": 0.5, "length": None})

    assert (1, 1) == (len(same), len(whole))
    assert 3 == len({*same, *whole, other})


def test_without_files_there_is_no_digest(tmp_path, monkeypatch):
    """What was not imported from a file has no digest, says why, and nothing fails."""
    made = types.ModuleType("made_by_hand")
    (tmp_path / "gone_rule.py").write_text("def judge(case, response): ...\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    gone = importlib.import_module("gone_rule")
    (tmp_path / "gone_rule.py").unlink()
    ours = importlib.import_module("evalstore.judges.text.wording")

    assert [None] * 3 == [validator_digest(found, {}) for found in (made, gone, ours)]
    assert "was not imported from a file" in missing_digest_reason(made)
    assert "the files of gone_rule cannot be read" in missing_digest_reason(gone)
    assert "`make judges-lock` adds it" in missing_digest_reason(ours)
