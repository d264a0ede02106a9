"""Each sentence of a page of promises is held by a test, or listed as one without promise."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["page"]
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"^- ", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=\.)\s+(?=[A-Z`*])")


def normalized(text):
    return " ".join(text.split())


def sentences(markdown):
    """Return the sentences and the rows of tables of a page, outside code and headings."""
    found = []
    for paragraph in re.split(r"\n\s*\n", BLOCK.sub("\n\n", markdown)):
        lines = paragraph.strip().splitlines()
        if lines and lines[0].startswith("|"):
            found += [normalized(line) for line in lines[2:]]
        elif lines and not lines[0].startswith("#"):
            for item in ITEM.split(paragraph):
                found += [one for one in SENTENCE_END.split(normalized(item)) if one]
    return found


def section(page):
    """Return the text of a page, or of the one section of it that is meant."""
    text = (ROOT / page["file"]).read_text(encoding="utf-8")
    if "section" in page:
        text = text.partition(f"\n## {page['section']}\n")[2].partition("\n## ")[0]
    return text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page["file"])
def test_each_sentence_is_held_or_promises_nothing(page):
    """A new or changed sentence is in neither list, and one that was removed is still in one."""
    listed = [normalized(one["sentence"]) for one in page["promise"]]
    listed += map(normalized, page["without_promise"])
    found = sentences(section(page))

    assert [] == sorted({*found} - {*listed})
    assert [] == sorted({*listed} - {*found})
    assert len(listed) == len({*listed})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page["file"])
def test_each_promise_names_tests_that_exist(page):
    """Each test is defined in the file that is named, and no promise is without one."""
    for promise in page["promise"]:
        assert promise["tests"], promise["sentence"]
        for name in promise["tests"]:
            file, _, function = name.partition("::")
            text = (ROOT / file).read_text(encoding="utf-8")
            assert re.search(rf"^def {function}\(", text, re.MULTILINE), name


def test_a_new_sentence_is_found():
    """Sentences end at a point before a capital, items and rows of tables at their own end."""
    page = "# Title\n\nOne, of\ntwo. `Two` is next.\n\n- three\n- Four.\n\n```\nNo. No.\n```\n\n"
    page += "| a | b |\n|---|---|\n| c | d |\n"

    assert sentences(page) == [
        "One, of two.", "`Two` is next.", "three", "Four.", "| c | d |"
    ]  # fmt: skip
