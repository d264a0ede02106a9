"""Generators, systems, validators and suites are found by their names, those of others too."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "running.md"
BLOCK = re.compile(r'^```python title="([a-z.]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("kind", sorted(registry.FOLDERS))
def test_each_says_what_it_is(kind):
    """Everything that is listed opens with a sentence."""
    summaries = registry.summaries(kind)

    assert summaries
    assert all(len(text) > 10 and text.endswith(".") for text in summaries.values())


@pytest.mark.parametrize("kind", sorted(registry.FOLDERS))
def test_each_can_be_loaded(kind):
    """Everything that is listed can be imported and says its version where it makes events."""
    modules = {name: registry.load(kind, name) for name in registry.module_names(kind)}

    versionless = [name for name, module in modules.items() if not hasattr(module, "VERSION")]

    assert kind == "systems" or versionless == []


def test_an_unknown_name_gets_the_closest():
    """A misspelled name is answered with those that are like it."""
    with pytest.raises(UsageError, match="no suite 'halucination'; did you mean 'hallucination'"):
        registry.load("suites", "halucination")


def test_a_plugins_files_are_found(tmp_path):
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
        "from evalstore.plugins import registry\n"
        "from evalstore.plugins.seeded_random import SeededRandom\n"
        "from evalstore.plugins.response import Response\n"
        "print(registry.summaries('generators')['weather'])\n"
        "case = next(registry.load('generators', 'weather').generate(SeededRandom('s'), 1, {}))\n"
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
    """A plugin module with a name already taken is an error that names both packages."""
    place = tmp_path / "theirs" / "suites"
    place.mkdir(parents=True)
    (tmp_path / "theirs" / "__init__.py").touch()
    (place / "__init__.py").touch()
    (place / "hallucination.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_plugins", lambda: ["theirs"])
    registry.module_names.cache_clear()
    with pytest.raises(UsageError, match=r"theirs and evalstore both have suites/hallucination"):
        registry.module_names("suites")

    registry.module_names.cache_clear()
    monkeypatch.undo()

    assert "hallucination" in registry.module_names("suites")


def test_draws_are_frozen():
    """These draws are the same on every machine, or every recorded seed would lose its cases."""
    rng = SeededRandom("seed", "frozen")

    assert [751, 249, 509, 177, 276, 689] == [rng.randint(1, 1000) for _ in range(6)]
    assert SeededRandom("seed", "frozen", 1).randint(1, 1000) != SeededRandom(
        "seed", "frozen", 2
    ).randint(1, 1000)


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
