"""Context cards: what a case says, what is refused, and which run it is in."""

import gzip
import json

import pytest
import zstandard

from evalstore.cli import call_command
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.harnesses import detect, pipeline


def test_a_card_is_a_case(written, take, payloads, card):
    """The prompt is what a system sees; facts, question, claim and gold stand beside it."""
    take(written("cards.jsonl", card("E1")), run_id="r1")

    expected = {
        "case_id": "E1",
        "domain": "epistemic",
        "generator": "context_cards",
        "prompt": "Ash flows into Elm\nElm is a lake\n\nDoes Ash flow into Elm?",
        "expected": "YES",
        "label": "E",
        "validators": ["abstention"],
        "attributes": {"predicate": "x:flows_into"},
        "facts": ["Ash flows into Elm", "Elm is a lake"],
        "question": "Does Ash flow into Elm?",
        "gold": "YES",
        "claim": {"subj": "x:ash", "pred": "x:flows_into", "obj": "x:elm"},
    }

    assert [expected] == payloads("case_generated")


@pytest.mark.sweep
def test_many_cards_are_judged_in_batches(written, take, counted, card, monkeypatch):
    """A file of more records than are judged at once, some of them with care, is read whole."""
    monkeypatch.setattr(pipeline, "RECORDS_AT_ONCE", 2)
    monkeypatch.setattr(pipeline, "CANDIDATES_JUDGED_MIN", 1)
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    cards = [card(f"E{number}", facts=[secret] if number % 3 else []) for number in range(7)]
    taken = take(written("cards.jsonl", *cards), run_id="r1")

    assert (8, 0, 0, 0) == counted(taken)
    assert {"aws_access_key": 4 * 2} == dict(taken.files[0].redactions)


@pytest.mark.sweep
def test_cards_start_a_run_and_do_not_end_it(written, take, a_store, card):
    """Nobody has answered yet, so a gate has nothing to decide on."""
    take(written("cards.jsonl", card("E1")), run_id="r1")

    assert [("epistemic", "unfinished")] == a_store.query(
        "select suite, run_status from facts.runs"
    ).rows()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"gold": " no ", "label": "c"}, ("NO", "C")),
        ({"label": "?"}, ("YES", None)),
        ({"label": None}, ("YES", None)),
        ({"claim": None}, ("YES", "E")),
        ({"claim": {"pred": 3}}, ("YES", "E")),
        ({"facts": []}, ("YES", "E")),
    ],
)
def test_small_differences_are_read(written, take, a_store, card, fields, expected):
    """Case and spaces do not matter, and a card may be without label, claim or facts."""
    take(written("cards.jsonl", card("E1") | fields), run_id="r1")

    assert [expected] == a_store.query("select expected, label from facts.cases").rows()


@pytest.mark.sweep
def test_a_card_without_facts_asks_its_question(written, take, payloads, card):
    """No blank lines stand where the facts would."""
    take(written("cards.jsonl", card("E1", facts=[], question="Is it?")), run_id="r1")

    assert "Is it?" == payloads("case_generated")[0]["prompt"]


@pytest.mark.sweep
def test_what_else_a_card_holds_is_kept_as_it_came(written, take, payloads, card):
    """Other fields, another order and nulls inside; the plain card is not kept twice."""
    odd = {"note": {"deep": [None, 1.5]}} | card("E1", tags="x") | {"claim": {"obj": None}}
    take(written("cards.jsonl", odd, card("E2")), run_id="r1")
    first, second = payloads("case_generated")

    assert list(odd.items()) == list(first["record"].items())
    assert "record" not in second


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("line", "reason", "words"),
    [
        ('{"id": "E1", "id": "E2"}', "duplicate key", "id"),
        ("[1]", "not a JSON object", "one object"),
        ('{"id": "E1", "facts"', "not JSON", "one JSON object on one line"),
        ({"facts": "one"}, "wrong value", 'facts: found "\\"one\\"", expected a list of texts'),
        ({"facts": [1]}, "wrong value", "facts: found"),
        ({"question": None}, "wrong value", "question: found"),
        ({"gold": "MAYBE"}, "wrong value", 'gold: found "MAYBE", expected YES, NO or UNKNOWN'),
        ({"gold": True}, "wrong value", "gold"),
        ({"label": "X"}, "wrong value", "label"),
        ({"claim": "ash"}, "wrong value", "claim"),
        ({"id": 7}, "wrong value", "id"),
        ({"id": ""}, "wrong value", "id"),
        ({"id": "a\0b"}, "wrong value", "id"),
        ({"weight": float("nan")}, "not finite", "weight: found NaN"),
        ({"weight": [float("inf")]}, "not finite", "weight[0]: found Infinity"),
        ({"weight": 2**60}, "integer beyond 2^53", "1152921504606846976"),
        ({"weight": json.loads("[" * 70 + "]" * 70)}, "nested too deeply", "64"),
    ],
)
def test_a_line_that_does_not_fit_is_named(written, take, card, line, reason, words):
    """The others go in; line, field, what was found and what was expected are said."""
    bad = line if isinstance(line, str) else card("E2") | line
    [file] = take(written("cards.jsonl", card("E1"), "", bad), run_id="r1").files
    [skip] = file.skips

    assert ("line 3", reason, 2) == (skip.location, skip.reason, file.new)
    assert words.replace('"\\"one\\""', '"one"') in skip.detail


@pytest.mark.sweep
def test_a_missing_field_is_named(written, take, card):
    """What is there instead is said too."""
    bad = {name: value for name, value in card("E2").items() if name != "question"}
    [skip] = take(written("cards.jsonl", card("E1"), bad), run_id="r1").files[0].skips

    assert "missing field" == skip.reason
    assert skip.detail.startswith("question: missing, expected text; found the fields")


@pytest.mark.sweep
def test_half_a_surrogate_pair_is_repaired(written, take, payloads, card):
    """The case says what was changed."""
    take(written("cards.jsonl", card("E1", question="a\ud83d?")), run_id="r1")
    [case] = payloads("case_generated")

    assert ("a\ufffd?", "lone_surrogate") == (case["question"], case["repairs"][0]["rule"])


@pytest.mark.sweep
def test_hostile_text_stays_text(written, take, payloads, card):
    """Separators of lines, quotes and markup inside a text are nothing but text."""
    text = "\u2028 \x85 </script> '; drop table x; -- \" \\ \u202e {} ☃"
    take(written("cards.jsonl", card("E1", question=text, facts=[text])), run_id="r1")
    [case] = payloads("case_generated")

    assert (text, [text]) == (case["question"], case["facts"])


@pytest.mark.sweep
@pytest.mark.parametrize(
    "pack",
    [gzip.compress, zstandard.compress, lambda data: b"\xef\xbb\xbf" + data],
    ids=["gzip", "zstd", "byte order mark"],
)
def test_packed_cards_are_the_same_cards(written, take, counted, card, tmp_path, pack):
    """They are recognised and give the same events."""
    plain = written("cards.jsonl", card("E1"), card("E2"))
    packed = tmp_path / "packed"
    packed.write_bytes(pack(plain.read_bytes()))
    take(plain, run_id="r1")

    assert (0, 2, 0, 0) == counted(take(packed, run_id="r1"))


@pytest.mark.sweep
def test_a_packed_file_cut_short_gives_what_was_whole(written, take, card, tmp_path):
    """The rest is one skip that says so."""
    lines = [card(f"E{number}", question=str(hash(str(number)) ** 9)) for number in range(3000)]
    packed = gzip.compress(written("cards.jsonl", *lines).read_bytes())
    cut = tmp_path / "cut"
    cut.write_bytes(packed[: len(packed) // 2])
    taken = take(cut, run_id="r1")

    assert 1 == taken.skipped["cut short"]
    assert 0 < taken.total("new") < 3000


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_file_is_no_cards(written, take, content):
    """Also where the format was named: a run of nothing would be no run."""
    path = written("cards.jsonl")
    path.write_text(content)
    with pytest.raises(UnreadableInputError, match="the file is empty"):
        take(path, run_id="r1", format_name="context_cards")


def test_a_file_of_bad_lines_only_starts_no_run(written, take, a_store, card):
    """Nothing is appended."""
    with pytest.raises(UnreadableInputError, match="no record was accepted"):
        take(written("cards.jsonl", card("E1", gold="?")), run_id="r1")

    assert 0 == a_store.fold().tree_size


@pytest.mark.sweep
def test_the_same_cards_again_are_duplicates(written, take, counted, card):
    """With and without a name for the run."""
    path = written("cards.jsonl", card("E1"), card("E2"))
    take(path)
    longer = written("longer.jsonl", card("E2"), card("E3"))
    take(path, run_id="r1")

    assert (0, 3, 0, 0) == counted(take(path))
    # The run has started already, so the file says nothing of that.
    assert (1, 1, 0, 0) == counted(take(longer, run_id="r1"))


@pytest.mark.sweep
def test_a_changed_card_is_a_revision(written, take, counted, payloads, card):
    """The newest counts."""
    take(written("cards.jsonl", card("E1")), run_id="r1")
    taken = take(written("cards.jsonl", card("E1", question="And now?")), run_id="r1")

    assert (0, 0, 1, 0) == counted(taken)
    assert ["And now?"] == [case["question"] for case in payloads("case_generated")]


def test_two_cards_of_one_id_are_two_cases(written, take, payloads, card):
    """Named by what they ask, whatever their order; it is a doubt of the file."""
    cards = [card("E1"), card("E1", question="And now?"), card("E2")]
    taken = take(written("cards.jsonl", *cards), run_id="r1")
    names = {case["case_id"]: case["question"] for case in payloads("case_generated")}
    assert 0 == take(written("turned.jsonl", *cards[::-1]), run_id="r1").total("revised")

    assert ["Does Ash flow into Elm?", "Does Ash flow into Elm?", "And now?"] == sorted(
        names.values(), reverse=True
    )
    assert {"E1~", "E2"} == {name[:3] for name in names}
    assert "1 id shared by several questions, such as E1" in taken.files[0].doubts[0]


def test_a_card_that_comes_again_with_another_answer_is_named(written, take, payloads, card):
    """The last one counts."""
    taken = take(written("cards.jsonl", card("E1"), card("E1", gold="NO")), run_id="r1")

    assert ["NO"] == [case["expected"] for case in payloads("case_generated")]
    assert "1 record comes more than once with different content" in taken.files[0].doubts[0]


@pytest.mark.sweep
def test_cards_and_results_of_one_call_are_one_run(
    written, take, counted, a_store, payloads, card, result
):
    """Named after all of them, whatever their order; the case is the card."""
    cards = written("b.jsonl", card("E1"))
    results = written("a.jsonl", result("E1"))
    take(results, cards)

    assert (0, 5, 0, 0) == counted(take(cards, results))
    assert ["context_cards"] == [case["generator"] for case in payloads("case_generated")]
    assert [(1,)] == a_store.query("select count(*) from facts.runs").rows()


def test_which_cards_belong_to_results_is_not_guessed(written, take, card, result):
    """Two files of cards beside results need a name for the run."""
    paths = [
        written("a.jsonl", card("E1")),
        written("b.jsonl", card("E1", question="Else?")),
        written("c.jsonl", result("E1")),
    ]
    with pytest.raises(UsageError, match=r"a.jsonl.*b.jsonl.*--run-id"):
        take(*paths)


@pytest.mark.sweep
def test_what_a_run_says_of_itself_stays(a_store, take, written, card):
    """A run that another source has started keeps its suite and its systems."""
    started = {"suite": "river_names", "systems": ["maia"]}
    a_store.append([{"kind": "run_started", "run_id": "r1", "payload": started}])
    take(written("cards.jsonl", card("E1")), run_id="r1")

    assert [("river_names",)] == a_store.query("select suite from facts.runs").rows()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"id": "E1", "facts": [], "question": "?"}', "context_cards"),
        ('{"id": "E1", "gold": "YES", "pred": null, "system": "kg"}', "epistemic_results"),
        ('{"id": "E1", "gold": "YES", "pass": true, "system": "kg"}', "epistemic_results"),
        ('{"id": "E1", "gold": "YES", "system": "kg"}', None),
        ('{"kind": "a", "run_id": "b", "id": 1, "facts": 1, "question": 1}', "event_lines"),
        ('"id" "facts" "question"', None),
    ],
)
def test_recognised_by_content(written, line, expected):
    """The name of a file says nothing, and a broken line before does not hide the others."""
    assert expected == detect.format_of(written("x", "{broken", line))


@pytest.mark.sweep
def test_strict_refuses_the_file(written, a_store, card):
    """Exit code 5, and the same without --strict is fine."""
    path = written("cards.jsonl", card("E1"), card("E2", gold="?"))
    arguments = ["ingest", str(path), "--store", str(a_store.layout.root)]

    assert [5, 0] == [call_command([*arguments, "--strict"]), call_command(arguments)]
