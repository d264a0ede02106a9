"""Cards of a file: two steps give what one gives; invalid fields are named with their line."""

import json
from collections import Counter
from pathlib import Path

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.plugins.registry import load

SUITE = load("suites", "epistemic")
DOMAIN = ("epistemic",)
RIVERS = Path(__file__).parents[2] / "running/systems/rivers.ttl"
CARD = {
    "id": "CARD_E_000001",
    "facts": ["Escanaba River mouth Lake Michigan"],
    "question": "Is Lake Michigan the mouth of Escanaba River?",
    "gold": "YES",
    "label": "E",
    "claim": {"subj": "w:escanaba", "pred": "w:mouth", "obj": "w:michigan"},
}
OTHERS = [
    {**CARD, "id": "CARD_C_000001", "gold": "NO", "label": "C"},
    {**CARD, "id": "CARD_U_000001", "gold": "UNKNOWN", "label": "U", "source": "somewhere"},
]


@pytest.fixture
def write(tmp_path):
    """Return a function that writes cards, or lines as they are, and returns the settings."""

    def written(*cards):
        path = tmp_path / "cards.jsonl"
        lines = (card if isinstance(card, str) else json.dumps(card) for card in cards)
        path.write_text("\n".join(lines), encoding="utf-8")
        return {"cards": str(path)}

    return written


def cards(settings, count=None, seed="seed"):
    return list(SUITE.cases(seed, DOMAIN, count, settings))


def test_ids_facts_labels_and_claims_are_kept(write):
    """The published format: the prompt prints the facts, the key has the claim and the label."""
    settings = write(CARD, *OTHERS)
    found = cards(settings)

    assert ["CARD_E_000001", "CARD_C_000001", "CARD_U_000001"] == [card.case_id for card in found]
    assert ["E", "C", "U"] == [card.label for card in found]
    assert ["YES", "NO", "UNKNOWN"] == [card.expected for card in found]
    assert [CARD["claim"]] * 3 == [card.answer_key["claim"] for card in found]
    assert "Facts:\n- Escanaba River mouth Lake Michigan\n" in found[0].turns[0]
    assert "Question: Is Lake Michigan the mouth of Escanaba River?" in found[0].turns[0]
    assert "w:mouth" == found[0].attributes["predicate"]
    assert SUITE.description(settings) == [
        "cards.jsonl: 3 cards (E: 1, C: 1, U: 1); not used: source"
    ]
    assert 3 == SUITE.resolved(settings)["card_count"]


def test_label_and_gold_decide_each_other(write):
    """A card may have only one of the two; "?" is no label, and case does not count."""
    no_gold = {name: value for name, value in CARD.items() if name != "gold"}
    settings = write(no_gold, {**OTHERS[0], "label": "?"}, {**OTHERS[1], "gold": "unknown "})
    assert ["E", "C", "U"] == [card.label for card in cards(settings)]


def test_two_steps_ask_the_same_cards_as_one(tmp_path, capsys):
    """A run over the file of ``kg cards`` has the cases, keys and ids of a run that makes them."""
    path = tmp_path / "made.jsonl"
    made = ["kg", "cards", "--per-label", "6", "--seed", "s", "-o", str(path)]
    assert 0 == call_command(made)
    assert "wrote 18 cards (E: 6, C: 6, U: 6), seed s" in capsys.readouterr().out

    at_once = cards({"per_label": 6}, seed="s")

    assert at_once == cards({"cards": str(path)})
    assert {"context_cards", "near_miss"} == {card.generator for card in at_once}


def test_a_count_draws_by_the_seed(write):
    """``--cases`` draws from the file, and says where it has fewer."""
    settings = write(*({**CARD, "id": f"c{number}"} for number in range(40)))
    assert cards(settings, 5, "a") == cards(settings, 5, "a") != cards(settings, 5, "b")
    assert 40 == len(cards(settings, 50))
    assert ["found 40 of 50 cards: the file has no more"] == SUITE.remarks(
        "a", DOMAIN, 50, settings
    )


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("no json", "line 2, found no JSON object; expected one per line"),
        ({**CARD, "facts": "x"}, "line 2, facts: found 'x'; expected a list of texts"),
        ({"id": "c"}, "line 2, facts: missing; expected a list of texts"),
        ({**CARD, "gold": "MAYBE"}, "line 2, gold: found 'MAYBE'; expected YES, NO or UNKNOWN"),
        ({**CARD, "gold": "NO"}, "line 2, gold: found NO; expected YES, since the label is E"),
        ({**CARD, "gold": None, "label": None}, "line 2, label: missing; expected E, C or U"),
        ({**CARD, "claim": {"subj": "a"}}, "line 2, claim: found {'subj': 'a'}; expected an obj"),
        ({**CARD, "id": ""}, "line 2, id: found ''; expected text of 1 to 512 characters"),
        (OTHERS[0], "line 2, id: 'CARD_C_000001' is also the id of line 1"),
        ({**CARD, "attributes": {"a": []}}, "line 2, attributes: found {'a': []}; expected"),
    ],
)
def test_an_invalid_card_is_named_by_line_and_field(write, card, message):
    """Nothing is asked where a card is invalid, since its answers could not be counted."""
    with pytest.raises(UsageError, match="1 of 2 cards is invalid, so nothing was run") as raised:
        cards(write(OTHERS[0], card))
    assert f"cards.jsonl, {message}" in str(raised.value)


def test_ten_invalid_cards_are_shown(write):
    """The others are counted."""
    with pytest.raises(UsageError) as raised:
        cards(write(*["{}"] * 13))
    assert 12 == len(str(raised.value).splitlines())
    assert str(raised.value).endswith("… and 3 more")


def test_settings_that_make_cards_are_refused(write, tmp_path):
    """A file of cards leaves them without effect; other files than JSON hold no cards."""
    with pytest.raises(UsageError, match="found per_label and cards"):
        cards({**write(CARD), "per_label": 3})
    with pytest.raises(UsageError, match="cannot read"):
        cards({"cards": str(tmp_path / "none.jsonl")})
    (tmp_path / "cards.csv").write_text("id,facts\n1,2\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"found CSV.*expected context cards as JSON Lines"):
        cards({"cards": str(tmp_path / "cards.csv")})


def test_systems_of_a_graph_need_the_graph_of_the_cards(write):
    """With another graph they would call every claim unknown."""
    settings = write(CARD)
    with pytest.raises(UsageError, match="name the graph of the cards with --kg"):
        SUITE.system_settings("kg_oracle", settings)
    assert {} == SUITE.system_settings("chat_model", settings)


def test_systems_answer_cards_of_a_file(tmp_path, capsys):
    """Made from a graph, then asked with it: the oracle is right on every card."""
    store, path = str(tmp_path / "warehouse"), tmp_path / "cards.jsonl"
    made = ["kg", "cards", str(RIVERS), "--per-label", "3", "--seed", "1", "-o", str(path)]
    labels = Counter()
    assert [0, 0, 0] == [
        call_command(made),
        call_command(["init", "--store", store]),
        call_command(
            ["run", "epistemic", "--set", f"cards={path}", "--kg", str(RIVERS), "--run-id", "r1",
             "--system", "kg_oracle", "--store", store, "--config", str(tmp_path / "none.toml")]
        ),
    ]  # fmt: skip
    labels.update(json.loads(line)["label"] for line in path.read_text().splitlines())
    printed = capsys.readouterr()
    assert f"verdict   right   {labels.total():>5}" in " ".join(printed.out.split("\n"))
    assert "cards.jsonl: " in printed.err
