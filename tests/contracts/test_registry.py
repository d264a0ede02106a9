"""Generators, systems, validators and suites are found by their names, those of others too."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from evalstore.contracts import registry
from evalstore.contracts.case import Case
from evalstore.contracts.dice import Dice
from evalstore.contracts.response import Response
from evalstore.errors import UsageError

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "running.md"
BLOCK = re.compile(r"^```python (\w+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("kind", sorted(registry.FOLDERS))
def test_each_says_what_it_is(kind):
    """Everything that is listed opens with a sentence."""
    sentences = registry.sentences(kind)

    assert sentences
    assert all(len(text) > 10 and text.endswith(".") for text in sentences.values())


@pytest.mark.parametrize("kind", sorted(registry.FOLDERS))
def test_each_can_be_loaded(kind):
    """Everything that is listed can be imported and says its version where it makes events."""
    modules = {name: registry.load(kind, name) for name in registry.found(kind)}

    versionless = [name for name, module in modules.items() if not hasattr(module, "VERSION")]

    assert kind == "systems" or versionless == []


def test_an_unknown_name_gets_the_closest():
    """A misspelled name is answered with those that are like it."""
    with pytest.raises(UsageError, match="no suite 'halucination'; is 'hallucination' meant"):
        registry.load("suites", "halucination")


def test_a_strangers_files_are_found(tmp_path):
    """A package that names itself in the entry-point group adds what the document shows."""
    files = dict(BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")))
    for folder, name in (("cases", "weather.py"), ("validators", "season.py")):
        place = tmp_path / "my_evaluations" / folder
        place.mkdir(parents=True)
        (place / "__init__.py").touch()
        (place / name).write_text(files[name], encoding="utf-8")
    (tmp_path / "my_evaluations" / "__init__.py").touch()
    about = tmp_path / "my_evaluations-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: my-evaluations\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "[evalstore]\nmine = my_evaluations\n", encoding="utf-8"
    )
    script = (
        "from evalstore.contracts import registry\n"
        "from evalstore.contracts.dice import Dice\n"
        "from evalstore.contracts.response import Response\n"
        "print(registry.sentences('generators')['weather'])\n"
        "case = next(registry.load('generators', 'weather').generate(Dice('s'), 1, {}))\n"
        "judge = registry.load('validators', 'season').judge\n"
        "print(judge(case, Response('ok', text=f'It is {case.expected}.')).outcome)\n"
        "print(judge(case, Response('ok', text='hard to say')).outcome)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (
        "Weather: which season a month is in, north of the equator.\nright\nabstained\n"
        == done.stdout
    ), done.stderr


def test_a_name_means_one_thing(tmp_path, monkeypatch):
    """A stranger's file of a name that is taken is an error that names both."""
    place = tmp_path / "theirs" / "suites"
    place.mkdir(parents=True)
    (tmp_path / "theirs" / "__init__.py").touch()
    (place / "__init__.py").touch()
    (place / "hallucination.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_strangers", lambda: ["theirs"])
    registry.found.cache_clear()
    with pytest.raises(UsageError, match=r"theirs and evalstore both have suites/hallucination"):
        registry.found("suites")

    registry.found.cache_clear()
    monkeypatch.undo()

    assert "hallucination" in registry.found("suites")


def test_draws_are_frozen():
    """These draws are the same on every machine, or every recorded seed would lose its cases."""
    dice = Dice("seed", "frozen")

    assert [751, 249, 509, 177, 276, 689] == [dice.whole(1, 1000) for _ in range(6)]
    assert Dice("seed", "frozen", 1).whole(1, 1000) != Dice("seed", "frozen", 2).whole(1, 1000)


def test_a_payload_has_no_empty_fields():
    """What says nothing is left out, and a conversation is kept as one."""
    case = Case("c1", "d", "g", ("first", "second"), ("judge",))

    assert {
        "case_id": "c1",
        "domain": "d",
        "generator": "g",
        "messages": [
            {"role": "user", "content": "first"},
            {"role": "user", "content": "second"},
        ],
        "validators": ["judge"],
    } == case.payload()
    assert "missing" == Response("missing").status
