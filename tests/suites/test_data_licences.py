"""Kept data say where they are from and under which licence, and their licences ship with them."""

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "evalstore" / "suites" / "hallucination" / "data"
LICENCE = re.compile(
    r"\b(?:MIT|BSD-3-Clause|Apache-2\.0|CC BY 4\.0|CC0|public domain|WordNet licence"
    r"|Biopython licence)"
)
OWN = re.compile(r"\bWritten for (?:evalstore|this project)\b")
# Files that hold rows alone: written by hand for this project (docs/hallucination-cases.md).
ROWS_ALONE = {"canary.json", "crisis_weeks.json"}
FILES = [path for path in sorted(DATA.rglob("*.json")) if path.name not in ROWS_ALONE]


def sources(path):
    """Return what a file says of its sources, one text each."""
    content = json.loads(path.read_text(encoding="utf-8"))
    found = content.get("sources") or content.get("source") or content.get("about", "")
    return list(found.values()) if isinstance(found, dict) else [found]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_data_file_names_source_and_licence(path):
    """Each source of a file has its licence, or was written for this project."""
    found = sources(path)
    unnamed = [text for text in found if not (LICENCE.search(text) or OWN.search(text))]

    assert found
    assert [] == unnamed


def test_rows_of_history_name_the_article():
    """The dates were looked up, row by row."""
    header, *rows = (DATA / "history.csv").read_text(encoding="utf-8").splitlines()

    assert header.endswith("source,url")
    assert rows
    assert [] == [row for row in rows if "https://" not in row]


def test_the_licence_of_wordnet_is_beside_its_data_and_in_the_wheel():
    """Its licence asks for the text on all copies."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shipped = {path for pattern in project["license-files"] for path in ROOT.glob(pattern)}
    beside = {
        path.parent / "WORDNET_LICENSE.txt"
        for path in FILES
        if any("WordNet" in text for text in sources(path))
    }

    assert beside
    assert beside <= shipped
    assert shipped == {ROOT / "LICENSE", *DATA.rglob("*LICENSE*")}
