"""The cues: each list is used, each cue is findable, and nothing is found inside a word."""

import re
import tomllib
from itertools import chain

import pytest

from evalstore.judges.self_contradiction import cues

FOLDER = cues.FILE.parent
CODE = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py")))


def lists(node, *path):
    """Yield the dotted name of each list with its cues."""
    for name, value in node.items():
        if isinstance(value, dict):
            yield from lists(value, *path, name)
        else:
            yield ".".join((*path, name)), value


LISTS = dict(lists(tomllib.loads(cues.FILE.read_text(encoding="utf-8"))))
WORDED = {name: found for name, found in LISTS.items() if not name.startswith("failures.")}


@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_used(name):
    """A list that no rule reads would only seem to do something."""
    section, _, last = name.rpartition(".")
    family = f'f"{section}.{{' if section else None

    assert f'"{name}"' in CODE or (family is not None and family in CODE and f'"{last}"' in CODE)


@pytest.mark.parametrize("name", WORDED)
def test_cues_are_plain(name):
    """Cues are written as the text they are matched on: no capitals, no contractions."""
    odd = [
        cue
        for cue in WORDED[name]
        if cue != cue.lower() or re.search(r"n't|'(?:m|re|ve|ll)\b|\u2019", cue) or not cue.strip()
    ]

    assert [] == odd


@pytest.mark.parametrize("name", WORDED)
def test_cues_are_found_and_only_whole(name):
    """The first choice of each cue is found in a sentence, and not with letters around it."""
    for cue in WORDED[name]:
        words = " ".join(word.split("|")[0] for word in cue.split() if word != "*")

        assert cues.anywhere(name).search(f"so {words} then") is not None
        assert cues.at_start(name).match(f"{words}, then") is not None
        if " " not in words:
            assert cues.anywhere(name).search(f"xx{words}xx") is None


def test_a_cue_stands_in_one_of_yes_and_no():
    """No opening is a yes and a no."""
    sides = [set(LISTS[f"leads.{name}"]) for name in ("yes", "no", "open")]

    assert sum(map(len, sides)) == len(set(chain.from_iterable(sides)))


def test_an_unknown_list_is_an_error():
    """A misspelled name does not pass for an empty list."""
    with pytest.raises(KeyError):
        cues.phrases("leads.yess")
