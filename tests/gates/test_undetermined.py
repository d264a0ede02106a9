"""Undetermined verdicts are in no share: the share and its gate say how many, and why."""

import json
from collections import Counter

import pytest

from evalstore.cli import call_command
from evalstore.store.query.undetermined import _in_words, _shortened

GERMAN = "Das ist ein schöner Traum, und ich finde, dass du ihn heute noch malen solltest."
ENGLISH = "I hear how much this means to you. Wings are a symbol of freedom. Try to take a walk."
GATE = '[[gate]]\nmetric = "respect_index"\nmin = 0.5\nmin_count = 1\n'
WHY = "2 undetermined verdicts: the reply is not in English; only English is read (2)"


@pytest.fixture
def store(tmp_path):
    """Return a store with three replies to one wish, two of them in German, judged."""
    events = [{"kind": "run_started", "payload": {"suite": "s", "systems": ["m"]}}]
    for number, text in enumerate((ENGLISH, GERMAN, GERMAN + " Versuche es.")):
        case = {"case_id": f"c{number}", "domain": "phenomenology"}
        asked = {"prompt": "I want to grow wings.", "answer_key": {"symbols": ["wings"]}}
        judged_by = {"validators": ["phenomenological"]}
        events.append({"kind": "case_generated", "payload": case | asked | judged_by})
        reply = {"case_id": case["case_id"], "system_id": "m", "status": "ok", "text": text}
        events.append({"kind": "response_recorded", "payload": reply})
    events.append({"kind": "run_finished", "payload": {"status": "completed"}})
    path, folder = tmp_path / "events.ndjson", str(tmp_path / "warehouse")
    lines = (json.dumps({**event, "run_id": "r"}) for event in events)
    path.write_text("\n".join(lines), encoding="utf-8")
    assert [0, 0, 0] == [
        call_command(["init", "--store", folder]),
        call_command(["ingest", str(path), "--store", folder]),
        call_command(["judge", "r", "--validator", "phenomenological", "--store", folder]),
    ]
    return folder


def test_the_share_says_what_is_undetermined(store, capsys):
    """The value is that of the one English reply, next to the count and reason of the others."""
    assert 0 == call_command(["show", "respect_index", "--store", store])
    assert f"phenomenological of m in r: {WHY}; shares leave these out" in capsys.readouterr().err


def test_a_broken_gate_says_why(store, tmp_path, capsys):
    """Two of three replies are left out, which is too many to decide on the third."""
    config = tmp_path / "gates.toml"
    config.write_text(GATE, encoding="utf-8")
    assert 4 == call_command(["gate", "--config", str(config), "--store", store])
    assert f"errors or unscored, more than 2.0%; {WHY}" in capsys.readouterr().out


def test_only_the_most_frequent_reasons_are_shown():
    """Reasons of contradictions name turns, so there may be many of them, and long ones."""
    words = _in_words(Counter({"a": 3, "b": 2, "c": 1}))
    assert "6 undetermined verdicts: a (3), b (2), 1 other reason" == words
    assert 121 == len(_shortened("x" * 500))
