"""The epistemic suite: its cards, what it says of them, and what its systems reach on them."""

import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.plugins.question import question_of
from evalstore.plugins.registry import load
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from tests.suites.controls import above_chance

SUITE = load("suites", "epistemic")
DOMAIN = ("epistemic",)
RIVERS = Path(__file__).parent.parent / "running/systems/rivers.ttl"
MOUTH = "https://example.org/rivers#hasMouth"
PER_LABEL = 25
SYSTEMS = ("kg_oracle", "graph_rag", "rag", "simulated")
METRICS = ("abstention_precision", "cvrr", "licensed_accuracy", "far_ne")


def cards(settings, count=None, seed="seed"):
    """Return the cards of the suite."""
    return list(SUITE.cases(seed, DOMAIN, count, settings))


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Run all systems over cards of the graph that ships with the package; return its layout."""
    folder = tmp_path_factory.mktemp("epistemic")
    store = str(folder / "warehouse")
    said = [
        call_command(["init", "--store", store]),
        call_command(
            ["run", "epistemic", "--store", store, "--run-id", "r1", "--seed", "s",
             "--per-label", str(PER_LABEL), "--config", str(folder / "none.toml")]
        ),
    ]  # fmt: skip

    assert [0, 0] == said
    return Layout(folder / "warehouse")


def measured(layout, metric):
    """Return a metric of the run by system, in the strict mapping."""
    # The name is one of METRICS above.
    query = {
        "abstention_precision": "select system_id, abstention_precision from "
        "metrics.abstention_precision where slice_name = 'all' and variant = 'mapping=strict'",
        "cvrr": "select system_id, cvrr from metrics.cvrr "
        "where slice_name = 'all' and variant = 'mapping=strict'",
        "licensed_accuracy": "select system_id, licensed_accuracy from metrics.licensed_accuracy "
        "where slice_name = 'all' and variant = 'mapping=strict'",
        "far_ne": "select system_id, far_ne from metrics.far_ne "
        "where slice_name = 'all' and variant = 'mapping=strict'",
    }[metric]
    with reading(layout) as reader:
        return dict(reader.table(query)[1])


@pytest.mark.sweep
def test_the_oracle_is_right_throughout(ran):
    """Given the IRIs, the graph that made the cards answers every one of them."""
    actual = {metric: measured(ran, metric)["kg_oracle"] for metric in METRICS}

    assert actual == {
        "abstention_precision": 1.0, "cvrr": 1.0, "licensed_accuracy": 1.0, "far_ne": 0.0
    }  # fmt: skip


def test_licensing_from_words_is_ideal(ran):
    """Without a model and with the whole graph, words are enough for the ideal targets."""
    actual = {metric: measured(ran, metric)["graph_rag"] for metric in METRICS}

    assert actual.pop("far_ne") < 0.1
    assert min(actual.values()) > 0.9


def test_every_system_answers_every_card(ran):
    """Nothing is missing, failed or unparsable, and every answer has its verdict."""
    with reading(ran) as reader:
        rows = reader.table("select system_id, status, outcome from facts.scored")[1]
    counts = Counter((system_id, status) for system_id, status, _ in rows)

    assert {(name, "ok"): 3 * PER_LABEL for name in SYSTEMS} == counts
    assert {"right", "wrong", "abstained"} >= {outcome for _, _, outcome in rows}


def test_the_verdicts_and_the_strict_metrics_agree(ran):
    """The share of right verdicts on E, and the licensed accuracy, are one number."""
    with reading(ran) as reader:
        rows = reader.table("select system_id, outcome from facts.scored where label = 'E'")[1]
    for system_id, value in measured(ran, "licensed_accuracy").items():
        outcomes = [outcome for name, outcome in rows if name == system_id]

        assert value == pytest.approx(outcomes.count("right") / len(outcomes))


@pytest.mark.parametrize(("label", "abstained"), [("E", 0.1), ("C", 0.1), ("U", 0.0)])
def test_the_simulated_system_is_recovered(label, abstained):
    """Declared: right in 0.75 of given answers, 0.1 abstentions where an answer is due."""
    system = load("systems", "simulated").build("simulated", {"abstention_rate": 0.1}, "s")
    judge = load("validators", "abstention").judge
    [card] = [card for card in cards({}, 3) if card.label == label]
    outcomes = Counter()
    for number in range(4000):
        one = replace(card, case_id=f"{label}-{number}")
        outcomes[judge(one, system.ask(one, 1)).outcome] += 1
    given = outcomes["right"] + outcomes["wrong"]

    # Four standard errors of 4,000 draws.
    assert outcomes["abstained"] / 4000 == pytest.approx(abstained, abs=0.019 * (abstained > 0))
    assert outcomes["right"] / given == pytest.approx(0.75, abs=0.03)


def test_the_graph_of_the_cards_is_on_record(ran):
    """A run says which graph and shapes its systems had, by their SHA-256."""
    with reading(ran) as reader:
        [(payload,)] = reader.table("select payload from log.events where kind = 'run_started'")[1]
    configurations = json.loads(payload)["config"]["configurations"]
    graphs = {json.dumps(configurations[name]["kg"]) for name in SYSTEMS[:3]}

    assert 1 == len(graphs)
    assert '"sha256"' in graphs.pop()


@pytest.mark.sweep
def test_no_card_hands_its_answer_to_the_asked(ran):
    """What a system may see of a card holds neither claim nor reason nor label."""
    for card in cards({"per_label": 10}, seed="s"):
        question = question_of(card)
        seen = " ".join(question.turns) + json.dumps(question.answer_schema)

        assert "https://" not in seen
        assert "CARD_" not in seen
        assert not any(
            why in seen for why in card.answer_key["why"].values() if why and isinstance(why, str)
        )


@pytest.mark.parametrize(("count", "expected"), [(12, (4, 4, 4)), (11, (4, 4, 3)), (1, (1, 0, 0))])
def test_a_count_is_split_over_the_labels(count, expected):
    """The labels get as many cards as the count splits into, the first ones the rest."""
    found = Counter(card.label for card in cards({}, count))

    assert expected == tuple(found[label] for label in "ECU")


@pytest.mark.sweep
def test_the_same_seed_makes_the_same_cards():
    """Cards follow from the seed; another seed makes others."""
    first = [card.payload() for card in cards({"per_label": 5})]
    SUITE._made.cache_clear()

    assert first == [card.payload() for card in cards({"per_label": 5})]
    assert first != [card.payload() for card in cards({"per_label": 5}, seed="other")]


@pytest.mark.sweep
@pytest.mark.parametrize(("share", "expected"), [(0, {0}), (0.5, {7, 8, 9})])
def test_near_misses_take_their_share(share, expected):
    """Of cards whose statement is false or unknown that share are near misses, each graded."""
    found = cards({"per_label": 10, "near_miss": share})
    near = [card for card in found if card.generator == "near_miss"]

    assert len(near) in expected
    assert not [card for card in near if card.answer_key["why"].get("kind") == "entailed"]
    assert {card.severity for card in near} <= {"easy", "medium", "hard"}
    assert {"E": 10, "C": 10, "U": 10} == Counter(card.label for card in found)


@pytest.mark.sweep
def test_no_claim_is_asked_twice():
    """A near miss is not asked again as a plain card."""
    claims = [json.dumps(card.answer_key["claim"]) for card in cards({"per_label": 30})]

    assert len(claims) == len(set(claims))


def test_shortfalls_are_said():
    """A graph with few facts gives few cards, and the suite says how many, of what, and why."""
    settings = {"kg": str(RIVERS), "predicate": MOUTH, "per_label": 50}
    found = Counter(card.label for card in cards(settings))
    said = SUITE.remarks("seed", DOMAIN, None, settings)

    assert 0 < found["E"] < 50
    assert f"{found['E']} of 50 cards E (entailed)" in said[0]
    assert all(": " in remark and not remark.endswith(": ") for remark in said)


def test_nothing_is_said_where_nothing_is_missing():
    """A graph that gives every card asked for leaves nothing to remark."""
    assert [] == SUITE.remarks("seed", DOMAIN, None, {"per_label": 5})


def test_systems_get_the_graph_of_the_cards():
    """What the cards are made of reaches the systems of graphs, and no other."""
    settings = {"kg": "g.ttl", "predicate": "p", "per_label": 3, "withheld": 0.1}

    assert {"kg": "g.ttl", "predicate": "p"} == SUITE.system_settings("kg_oracle", settings)
    assert 0.1 == SUITE.system_settings("graph_rag", settings)["withheld"]
    assert {} == SUITE.system_settings("simulated", settings)
    assert {} == SUITE.system_settings("chat_model", settings)


@pytest.mark.parametrize(
    ("settings", "count", "match"),
    [
        ({"per_label": 0}, None, "`per_label` is 0"),
        ({"per_label": "many"}, None, "`per_label` is 'many'"),
        ({"near_miss": 1.5}, None, "`near_miss` is 1.5"),
        ({"per_label": 5}, 10, "leave one out"),
        ({"kg": 3}, None, "`kg` is 3"),
        ({"kg": "no-such-file.ttl"}, None, "no-such-file.ttl"),
        ({"predicate": "http://example.org/none"}, None, "no triple has the predicate"),
    ],
)
def test_wrong_settings_are_named(settings, count, match):
    """A setting that is wrong is refused, with what was found."""
    with pytest.raises(UsageError, match=match):
        cards(settings, count)


def test_the_options_are_aliases(tmp_path, capfd):
    """--kg, --predicate and --per-label reach the cards like --set does."""
    store = str(tmp_path / "warehouse")
    arguments = ["run", "epistemic", "--store", store, "--seed", "s", "--dry-run", "--json"]
    call_command([*arguments, "--kg", str(RIVERS), "--predicate", MOUTH, "--per-label", "2"])
    by_option = json.loads(capfd.readouterr().out)
    call_command(
        [*arguments, "--set", f"kg={RIVERS}", "--set", f"predicate={MOUTH}",
         "--set", "per_label=2"]
    )  # fmt: skip
    by_setting = json.loads(capfd.readouterr().out)

    assert 6 == by_option["case_count"]
    assert by_option == by_setting


KG = Path(os.environ.get("EVALSTORE_REAL_DATA", "")) / "kg"


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    not (KG / "rivers").is_dir(),
    reason="EVALSTORE_REAL_DATA names no folder that holds kg/rivers/",
)
@pytest.mark.parametrize("kind", ["kg_oracle", "graph_rag"])
def test_rivers_of_others(kind):
    """On a graph of others, with two IRIs for many a place, every card is answered right."""
    settings = {
        "kg": str(KG / "rivers" / "rivers_hasMouth_from_E_cards.ttl"),
        "shapes": str(KG / "rivers" / "worldmind_constraints.shacl.ttl"),
        "predicate": "http://worldmind.ai/rivers-v4#hasMouth",
        "predicate_label": "outlet",
        "per_label": 200,
    }
    found = cards(settings)
    system = load("systems", kind).build(kind, SUITE.system_settings(kind, settings), "seed")
    asked = [card if system.needs_truth else question_of(card) for card in found]
    wrong = [
        (card.extra["question"], response.answer)
        for card, one in zip(found, asked, strict=True)
        if (response := system.ask(one, 1)).answer != card.expected
    ]

    assert [] == wrong
    # No shape limits the mouths of a river: a card C is one that its own facts deny.
    assert {"E": 200, "C": 200, "U": 200} == Counter(card.label for card in found)


@pytest.mark.sweep
def test_no_control_beats_chance():
    """A constant answer, by predicate too, is right for a third of the cards."""
    assert [] == above_chance("epistemic", count=300)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(5))
def test_no_control_beats_chance_for_other_seeds(seed):
    """The same for other draws of more cards."""
    assert [] == above_chance("epistemic", seed=str(seed), count=900)


@pytest.mark.sweep
def test_labels_share_every_predicate_evenly():
    """Of each predicate as many cards are entailed, contradicted and unknown, if there are."""
    counts = Counter((case.question_kind, case.label) for case in cards({}, 300, "controls"))
    kinds = {kind for kind, _ in counts}

    assert 4 == len(kinds)
    for kind in kinds:
        assert 1 == len({counts[kind, label] for label in "ECU"})
