"""A cross-encoder completes verdicts of rules that are undetermined, and no others."""

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")

from hypothesis import given  # noqa: E402 - torch first, or not at all
from hypothesis import strategies as st  # noqa: E402

from evalstore.base.encoders.cross_encoder import Entailment  # noqa: E402
from evalstore.errors import UsageError  # noqa: E402
from evalstore.judges.entailment.second_opinion import opinion  # noqa: E402
from evalstore.judges.entailment.statements import answer_outcome, turn_outcome  # noqa: E402
from evalstore.plugins.case import Case  # noqa: E402
from evalstore.plugins.response import Response  # noqa: E402
from evalstore.plugins.verdict import Verdict, validation_error  # noqa: E402
from evalstore.running.judging import make_validator  # noqa: E402
from tests.base.encoders.tiny_cross_encoder import tiny_cross_encoder  # noqa: E402

FACTUAL, CONTRADICTION = (
    "evalstore.judges.factual.factual",
    "evalstore.judges.self_contradiction.self_contradiction",
)
UNDETERMINED = Verdict("undetermined", "no rule reads it")
LABELS = ("entailment", "neutral", "contradiction")
ZOO = ("Should zoos close?", "Are you sure?")


class Scripted:
    """An encoder that says of each pair what it is told to, and keeps the pairs."""

    name, tokens_max, weights_sha256 = "scripted", 64, "0" * 64

    def __init__(self, *labels, probability=0.95):
        self.labels, self.probability, self.asked = list(labels), probability, []

    def entailments(self, pairs):
        self.asked += pairs
        labels = (self.labels * len(pairs))[: len(pairs)]
        rest = (1 - self.probability) / 2
        return [
            Entailment(
                {name: self.probability if name == label else rest for name in LABELS}, False
            )
            for label in labels
        ]


def asked(turns=("Who built it?",), expected="Ann Lee", **more):
    return Case("c", "d", "g", turns, (), expected, **more)


def said(*turns):
    return Response("ok", text=turns[-1], turns=turns if len(turns) > 1 else ())


def ask(encoder, case, response, module=FACTUAL, threshold=0.9):
    return opinion(
        case, response, UNDETERMINED, module_name=module, encoder=encoder, threshold=threshold
    )


@pytest.mark.parametrize(
    ("label", "outcome", "tags"),
    [
        ("entailment", "right", ()),
        ("contradiction", "wrong", ("factual_error",)),
        ("neutral", "undetermined", ()),
    ],
)
def test_a_reply_is_the_premise_of_the_right_answer(label, outcome, tags):
    """After the question; who said so, how surely and from where on is in the verdict."""
    encoder = Scripted(label)
    found = ask(encoder, asked(), said("The sister of Ann Lee's rival did."))

    assert (outcome, tags) == (found.outcome, found.tags)
    assert [("Who built it? The sister of Ann Lee's rival did.", "Who built it? Ann Lee")] == (
        encoder.asked
    )
    assert f"{label} 0.950, threshold 0.9, 64 tokens read; the rules: no rule" in found.reason
    assert ("0" * 64, 0.9) == (found.judge["weights_sha256"], found.judge["threshold"])
    assert validation_error(found) is None


def test_below_the_threshold_nothing_is_decided():
    """The rules' word stands, and the probabilities are recorded."""
    found = ask(Scripted("entailment", probability=0.89), asked(), said("Perhaps."))

    assert "undetermined" == found.outcome
    assert 0.89 == found.judge["label_probabilities"][0]["entailment"]


def test_one_of_several_right_answers_is_enough_and_wrong_is_against_all():
    """A reply that contradicts one of them may still be another."""
    case = asked(expected=("Ann Lee", "A. Lee"))

    assert "right" == ask(Scripted("contradiction", "entailment"), case, said("x y")).outcome
    assert "wrong" == ask(Scripted("contradiction"), case, said("x y")).outcome
    assert "undetermined" == ask(Scripted("contradiction", "neutral"), case, said("x")).outcome


def test_turns_contradict_each_other_in_both_orders_or_not_at_all():
    """Each earlier answer with each later one, with the question that both answer."""
    encoder = Scripted("contradiction")
    response = said("Animals suffer there.", "They are happy there.")
    found = ask(encoder, asked(ZOO), response, CONTRADICTION)
    half = ask(Scripted("contradiction", "neutral"), asked(ZOO), response, CONTRADICTION)

    assert ("wrong", ("self_contradiction",)) == (found.outcome, found.tags)
    first, second = (
        "Should zoos close? Animals suffer there.",
        "Should zoos close? They are happy there.",
    )
    assert [(first, second), (second, first)] == encoder.asked
    assert "undetermined" == half.outcome


def test_an_acknowledged_change_of_mind_is_no_contradiction():
    """The encoder does not see that it was said; so it is not asked."""
    encoder = Scripted("contradiction")
    response = said("Animals suffer there.", "I've changed my mind: they are happy there.")

    assert UNDETERMINED == ask(encoder, asked(ZOO), response, CONTRADICTION)
    assert [] == encoder.asked


@given(st.lists(st.sampled_from((*LABELS, None)), min_size=1, max_size=5))
def test_outcomes_do_not_depend_on_the_order(labels):
    """And what nothing speaks for stays open."""
    for outcome in (answer_outcome, turn_outcome):
        assert outcome(labels) == outcome(labels[::-1]) == outcome(sorted(labels, key=str))
        if not {"entailment", "contradiction"} & set(labels):
            assert outcome(labels) is None


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a tiny cross-encoder."""
    return tiny_cross_encoder(tmp_path / "nli")


def test_rules_come_first_and_the_model_is_asked_where_they_end(folder):
    """By a model out of a folder, real code and random weights."""
    chosen = {"cross_encoder": str(folder), "cross_encoder_threshold": 0.51}
    case = asked(("Should zoos be closed? Answer yes or no.", "Are you sure? Answer again."))
    clear = said("Yes. Animals suffer there.", "No. They protect species.")
    unclear = said("The river flows.", "The ash kept the river.")
    before, after = (
        [
            make_validator("self_contradiction", given).verdict(case, one)
            for one in (clear, unclear)
        ]
        for given in ({}, chosen)
    )

    assert ["wrong", "undetermined"] == [one.outcome for one in before]
    assert before[0] == after[0]
    assert "cross-encoder nli: " in after[1].reason
    assert 64 == len(after[1].judge["weights_sha256"])


def test_the_digest_covers_files_and_threshold_and_without_them_is_that_of_the_rules(folder):
    """Another place of the same files is the same judge."""
    chosen = {"cross_encoder": str(folder)}
    digest = make_validator("factual", chosen).digest
    copy = folder.rename(folder.with_name("moved"))

    assert {} == make_validator("factual").settings
    assert digest == make_validator("factual", {"cross_encoder": str(copy)}).digest
    assert 3 == len(
        {
            digest,
            make_validator("factual").digest,
            make_validator("factual", {**chosen, "cross_encoder_threshold": 0.8}).digest,
        }
    )


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"cross_encoder_threshold": 0.8}, "threshold is set without a cross-encoder"),
        ({"cross_encoder": "x", "cross_encoder_threshold": 0.5}, "is 0.5, expected a number betw"),
        (
            {"cross_encoder": "x", "cross_encoder_threshold": 1},
            "is 1.0, expected a number between",
        ),
        ({"cross_encoder": 3}, "factual: `cross_encoder` is 3, expected a text"),
    ],
)
def test_settings_that_ask_for_nothing_are_refused(settings, words):
    """Before anything is judged."""
    with pytest.raises(UsageError, match=words):
        make_validator("factual", settings)


def test_a_folder_that_is_not_there_ends_the_command():
    """It is no verdict of error on every reply."""
    validator = make_validator("factual", {"cross_encoder": "/nowhere/nli"})

    with pytest.raises(UsageError, match="/nowhere/nli: the folder does not exist"):
        _ = validator.digest
