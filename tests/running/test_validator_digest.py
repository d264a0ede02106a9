"""The digest of a validator changes with all that decides its verdicts, and with nothing else."""

import importlib
import types

import pytest

from evalstore.plugins import registry
from evalstore.running.validator_digest import missing_digest_reason, validator_digest

RULE = '''\
"""Rule: whether a reply holds the word."""

import re
from functools import cache
from pathlib import Path

from evalstore.plugins.verdict import Verdict
from {package}.validators import _words as w
from {package}.validators._limits import SHORTEST, within

VERSION = "1"
JUDGES_UNPARSABLE = False
SETTINGS = {"strictness": 0.5}
FOLDER = Path(__file__).parent / "data"
UNUSED = "nothing reads this"


@cache
def listed(name: str) -> frozenset[str]:
    """Read a list of words."""
    return frozenset((FOLDER / f"{name}.txt").read_text().split())


def judge(case, response, *, strictness: float = 0.5):
    """Return right or wrong."""
    found: list[str] = [part for part in w.split(response.text) if within(part, low=SHORTEST)]
    count = 0
    for part in found:  # each word once
        try:
            count += part in listed("words") and re.fullmatch(w.PATTERN, part) is not None
        except KeyError as error:
            raise ValueError(f"no {error} here") from error
    if count > strictness:
        return Verdict("right", f"{count} words")
    return Verdict("wrong", "no word")
'''
WORDS = '''\
"""Words of a text."""

PATTERN = r"[a-z]+"
SEEN = []


def split(text):
    """Split a text."""
    lower = (lambda value: value.lower())(text)
    return lower.split()
'''
LIMITS = '''\
"""Limits of a word."""

SHORTEST = 2


def within(word, *, low, high=9):
    return low <= len(word) <= high
'''
FILES = {
    "validators/rule.py": RULE,
    "validators/_words.py": WORDS,
    "validators/_limits.py": LIMITS,
    "validators/data/words.txt": "tree leaf\n",
}
RULES = "validators/rule.py"
HELPERS = "validators/_words.py"
BOUNDS = "validators/_limits.py"


def changed(*edits):
    """Return the files with these edits (file, old, new), each of which is to be found."""
    files = dict(FILES)
    for name, old, new in edits:
        assert old in files[name], (name, old)
        files[name] = files[name].replace(old, new)
    return files


SAME = {
    "a comment": [(RULES, "  # each word once", "")],
    "a docstring": [(RULES, '    """Return right or wrong."""\n', "")],
    "a longer docstring": [
        (HELPERS, '"""Split a text."""', '"""Split a text\n\n    at spaces."""')
    ],
    "an annotation": [(RULES, "found: list[str] =", "found ="), (RULES, ": float", "")],
    "a local name": [(RULES, "found", "kept"), (RULES, "count", "total")],
    "the name of an error": [(RULES, "error", "failure")],
    "the name in a comprehension and loop": [(RULES, "part", "piece")],
    "a positional parameter": [(RULES, "response", "reply")],
    "a parameter of a lambda": [(HELPERS, "value", "given")],
    "a function": [(RULES, "listed", "word_list")],
    "a constant": [(RULES, "FOLDER", "PLACE")],
    "a function of another file": [
        (RULES, "w.split(", "w.parts("),
        (HELPERS, "def split", "def parts"),
    ],
    "a constant of another file": [(RULES, "w.PATTERN", "w.FORM"), (HELPERS, "PATTERN", "FORM")],
    "an alias": [(RULES, " as w", " as texts"), (RULES, "w.", "texts.")],
    "a parameter that is named in traced calls": [
        (RULES, "low=", "least="),
        (BOUNDS, "low", "least"),
    ],
    "how a library is imported": [
        (RULES, "import re\n", "from re import fullmatch as matches\n"),
        (RULES, "re.fullmatch(", "matches("),
    ],
    "the version": [(RULES, 'VERSION = "1"', 'VERSION = "2"')],
    "what nothing reads": [
        (RULES, "nothing reads this", "nor this"),
        (HELPERS, "SEEN = []\n", ""),
    ],
}
DIFFERENT = {
    "a number": [(BOUNDS, "SHORTEST = 2", "SHORTEST = 3")],
    "a whole number and a share": [(BOUNDS, "SHORTEST = 2", "SHORTEST = 2.0")],
    "a pattern": [(HELPERS, "[a-z]+", "[a-z]*")],
    "a comparison": [(RULES, "count > strictness", "count >= strictness")],
    "a comparison of another file": [(BOUNDS, "<= high", "< high")],
    "a default": [(BOUNDS, "high=9", "high=8")],
    "the target of a call": [(RULES, "re.fullmatch", "re.match")],
    "a method": [(HELPERS, "value.lower()", "value.casefold()")],
    "the order of values": [(RULES, 'part in listed("words") and', 'listed("words") in part and')],
    "which local name": [(RULES, "(w.PATTERN, part)", "(w.PATTERN, found)")],
    "a reason": [(RULES, '"no word"', '"no words"')],
    "a part of a formatted text": [(RULES, "{count} words", "{count} of the words")],
    "what an error is called in": [(RULES, "no {error} here", "no {part} here")],
    "the file that is read": [(RULES, 'listed("words")', 'listed("names")')],
    "a byte of data": [("validators/data/words.txt", "leaf", "root")],
    "one more file of data": [],
    "which replies are judged": [(RULES, "JUDGES_UNPARSABLE = False", "JUDGES_UNPARSABLE = True")],
    "the default of a setting": [(RULES, '{"strictness": 0.5}', '{"strictness": 0.6}')],
    "the name of a setting": [(RULES, "strictness", "severity")],
    "a decorator": [(RULES, "@cache\n", "")],
    "a statement with an effect": [(HELPERS, "SEEN = []\n", "SEEN = []\nSEEN.append(1)\n")],
}


@pytest.mark.parametrize("edit", SAME)
def test_what_does_not_decide_does_not_count(digest_of, edit):
    """Names, comments, docstrings, annotations and the version are nobody's verdict."""
    assert digest_of(FILES) == digest_of(changed(*SAME[edit]))


@pytest.mark.parametrize("edit", DIFFERENT)
def test_what_decides_counts(digest_of, edit):
    """A change of code, data or settings changes the digest, whatever VERSION says."""
    files = changed(*DIFFERENT[edit])
    if edit == "one more file of data":
        files["validators/data/names.txt"] = "tree\n"

    assert digest_of(FILES) != digest_of(files)


def test_a_helper_may_move(digest_of):
    """A module may be renamed, and what it holds move to another file."""
    renamed = {
        ("validators/_parts.py" if name == HELPERS else name): FILES[name] for name in FILES
    }
    renamed[RULES] = RULE.replace("_words as", "_parts as")
    function = LIMITS.partition("\n\n\n")[2].replace("def within", "def is_within")
    moved = dict(FILES)
    moved[BOUNDS] = LIMITS.partition("\n\n\n")[0]
    moved[RULES] = (
        RULE.replace("SHORTEST, within", "SHORTEST")
        .replace("within(part", "is_within(part")
        .replace("@cache", f"{function}\n\n@cache")
    )

    assert {digest_of(FILES)} == {digest_of(renamed), digest_of(moved)}


def test_settings_count_by_their_values(digest_of):
    """A default that is given is the default; another value, or another setting, is another."""
    same = {digest_of(FILES, settings=given) for given in ({}, {"strictness": 0.5})}
    whole = {digest_of(FILES, settings={"strictness": given}) for given in (1, 1.0)}
    other = digest_of(FILES, settings={"strictness": 0.5, "length": None})

    assert (1, 1) == (len(same), len(whole))
    assert 3 == len({*same, *whole, other})


def test_without_source_there_is_no_digest(tmp_path, monkeypatch):
    """What was not imported from a file has no digest, says why, and nothing fails."""
    made = types.ModuleType("made_by_hand")
    computed = tmp_path / "computed_rule.py"
    computed.write_text(
        "import importlib, sys\ndef judge(case, response):\n"
        "    return importlib.import_module(case.domain).judge(case, response)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("computed_rule")

    assert [None, None] == [validator_digest(found, {}) for found in (made, module)]
    assert "was not imported from a file" in missing_digest_reason(made)
    assert "imports modules by names that only running it says" in missing_digest_reason(module)


@pytest.mark.sweep
def test_every_validator_has_a_digest_of_its_own():
    """Each of evalstore's validators has one, and no two have the same."""
    names = registry.module_names("validators")
    found = [validator_digest(registry.load("validators", name), {}) for name in names]

    assert len(names) == len(set(found) - {None})
    assert all(len(digest) == 64 for digest in found)
