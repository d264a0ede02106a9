"""The values of Inspect scores: what each becomes, part by part and over the whole log."""

import collections
import json

import pytest

from evalstore.harnesses import held_records
from evalstore.harnesses.inspect.scorers import number_of
from evalstore.harnesses.scales import Scales


@pytest.mark.thinned(8)
@pytest.mark.parametrize(
    ("value", "outcome", "number"),
    [
        ("C", "right", 1),
        ("I", "wrong", 0),
        ("P", "right", 0.5),
        ("N", "abstained", 0),
        (True, "right", 1),
        (False, "wrong", 0),
        (1, "right", 1),
        (0, "wrong", 0),
        (0.5, "right", 0.5),
        (0.49, "wrong", 0.49),
        ("Yes", "right", 1),
        ("no", "wrong", 0),
        ("TRUE", "right", 1),
        ("0.75", "right", 0.75),
        # Inspect's letters are capitals: these are words it would count as 0.
        ("c", "unscored", None),
        ("n", "unscored", None),
        ("maybe", "unscored", None),
        ("", "unscored", None),
        ("nan", "unscored", None),
        ("1e999", "unscored", None),
        (1.5, "measured", 1.5),
        (-1, "measured", -1),
        (85, "measured", 85),
        (" 8.5 ", "measured", 8.5),
        (None, "unscored", None),
        (float("nan"), "unscored", None),
        (float("inf"), "unscored", None),
        ({"only": 1}, "right", 1),
        ({}, "unscored", None),
        ([], "unscored", None),
        ([0.25], "wrong", 0.25),
        ([[1]], "unscored", None),
    ],
)
def test_each_value_has_its_outcome(verdict, value, outcome, number):
    """What is no number is unscored, never 0; what is outside 0 to 1 is measured, and no share."""
    found = verdict({"value": value})
    name = "value" if outcome == "measured" else "score"

    assert (outcome, number) == (found["outcome"], found.get(name))
    assert 1 >= len({"value", "score"} & found.keys())
    assert found["reason"]


@pytest.mark.parametrize(
    ("score", "reason"),
    [
        ({"value": "C", "explanation": "as it should be"}, "as it should be"),
        ({"value": "C", "explanation": " "}, 'the scorer gave "C"'),
        ({"value": "P"}, "0.5 of a point, right from 0.5 on"),
        ({"value": "P", "explanation": "half"}, "0.5 of a point, right from 0.5 on: half"),
        ({"value": 85}, "the scorer gave 85"),
        ({"value": "85", "explanation": "as rated"}, "as rated"),
        ({"value": "maybe"}, 'the scorer gave "maybe", which is no score'),
        ({"value": None}, "the scorer gave no value"),
        ({"value": None, "explanation": "gave up"}, "the scorer gave no value: gave up"),
        ({"value": {"a": "x"}}, 'the scorer gave "x", which is no score'),
        ({"value": {}}, "the scorer gave {}, which is no score"),
        ({"value": "{} %s"}, 'the scorer gave "{} %s", which is no score'),
    ],
)
def test_each_verdict_gives_its_reason(verdict, score, reason):
    """The scorer's own words, or what is wrong with its value."""
    assert reason == verdict(score)["reason"]


def test_each_part_is_a_verdict(payloads):
    """A dict has one for each name, whatever its value; elements of a list are named from 0."""
    value = {"respect": 1, "style": None, "tone": "N", "length": 300, "is_polite": True, "": "x"}
    found = payloads({"scores": {"grade": {"value": value}, "steps": {"value": ["I", 0.25]}}})

    assert {
        "grade.respect": ("right", 1, None, None),
        "grade.style": ("unscored", None, None, None),
        "grade.tone": ("abstained", 0, None, "N"),
        "grade.length": ("measured", None, 300, None),
        "grade.is_polite": ("right", 1, None, True),
        "grade.": ("unscored", None, None, "x"),
        "steps.0": ("wrong", 0, None, "I"),
        "steps.1": ("wrong", 0.25, None, None),
    } == {
        verdict["validator_id"]: (
            verdict["outcome"],
            verdict.get("score"),
            verdict.get("value"),
            verdict.get("scorer_value"),
        )
        for verdict in found["verdict_recorded"]
    }


def test_a_score_without_value_is_unscored_in_each_part(payloads):
    """Whether the sample comes before or after those that show the parts."""
    unscored = {"scores": {"grade": {"value": None, "reason": "grader_failed"}}}
    parted = {"scores": {"grade": {"value": {"a": 1, "b": 7}}}}
    found = payloads({**unscored, "epoch": 1}, {**parted, "epoch": 2}, {**unscored, "epoch": 3})

    assert [
        (1, "grade.a", "unscored"), (1, "grade.b", "unscored"),
        (2, "grade.a", "right"), (2, "grade.b", "measured"),
        (3, "grade.a", "unscored"), (3, "grade.b", "unscored"),
    ] == [
        (verdict["attempt"], verdict["validator_id"], verdict["outcome"])
        for verdict in found["verdict_recorded"]
    ]  # fmt: skip


def test_letters_say_that_a_scorer_rates(payloads):
    """C and I are Inspect's words for right and wrong; numbers and words may mean anything."""
    found = payloads(
        {"epoch": 1, "scores": {"grade": {"value": 1}, "toxic": {"value": 0.5}}},
        {"epoch": 2, "scores": {"grade": {"value": "I"}, "toxic": {"value": "yes"}}},
    )

    assert {"grade": {True}, "toxic": {None}} == {
        name: {
            verdict.get("is_rating")
            for verdict in found["verdict_recorded"]
            if verdict["validator_id"] == name
        }
        for name in ("grade", "toxic")
    }


def test_numbers_are_those_that_inspect_makes_of_values(log_path):
    """Where Inspect finds no number it counts 0, and here there is none."""
    rows = json.loads(log_path("numbers.json").read_text())
    numbers = [number_of(row["value"]) for row in rows]

    assert [row["number"] for row in rows] == [number or 0 for number in numbers]
    assert ["c", "i", "p", "n", " yes", "maybe", "", "0x10", "nan", "inf", "1e999"] == [
        row["value"]
        for row, number in zip(rows, numbers, strict=True)
        if number is None and isinstance(row["value"], str)
    ]


def test_a_rating_of_one_is_not_right(payloads):
    """Where any value lies outside 0 to 1 none is a share, whichever sample shows it."""
    values = [1, 0.5, "1", True, "C", "N", -5, "fine"]
    found = payloads(
        *({"epoch": at, "scores": {"grade": {"value": value}}} for at, value in enumerate(values))
    )

    # Letters and words become the numbers that Inspect's mean counts.
    assert [1, 0.5, 1, 1, 1, 0, -5, None] == [
        verdict.get("value") for verdict in found["verdict_recorded"]
    ]
    assert ["measured"] * 7 + ["unscored"] == [
        verdict["outcome"] for verdict in found["verdict_recorded"]
    ]


@pytest.mark.parametrize(
    ("declared", "earlier", "outcomes"),
    [
        ({}, [], ["right", "measured"]),
        ({"grade": "measurement"}, [], ["measured", "measured"]),
        ({"grade": "share"}, [], ["right", "unscored"]),
        ({"grade.length": "share"}, [], ["right", "unscored"]),
        ({"grade": "share", "grade.length": "measurement"}, [], ["right", "measured"]),
        ({}, [("quiz", "grade.tone")], ["measured", "measured"]),
        ({}, [("other", "grade.tone")], ["right", "measured"]),
        ({"grade": "share"}, [("quiz", "grade.tone")], ["right", "unscored"]),
    ],
)
def test_a_scale_is_declared_or_known_from_earlier(payloads, declared, earlier, outcomes):
    """What is declared stands, of the part before the scorer; then what an earlier log showed."""
    scores = {"scores": {"grade": {"value": {"tone": 1, "length": 7}}}}
    found = payloads(scores, scales=Scales(declared, lambda: earlier))

    assert outcomes == [verdict["outcome"] for verdict in found["verdict_recorded"]]


UNREAD = "Grade not found in model output: it is fine"


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("score", "outcome", "reason"),
    [
        (
            {"value": "I", "explanation": UNREAD},
            "unscored",
            f"the grade could not be read: {UNREAD}",
        ),
        (
            {"value": "N", "explanation": UNREAD},
            "unscored",
            f"the grade could not be read: {UNREAD}",
        ),
        # A grader by hand that takes what it cannot read for half right.
        (
            {"value": "P", "explanation": UNREAD},
            "unscored",
            f"the grade could not be read: {UNREAD}",
        ),
        (
            {"value": 0, "explanation": UNREAD},
            "unscored",
            f"the grade could not be read: {UNREAD}",
        ),
        # Of several judges one gave no grade, and the others did.
        ({"value": "C", "explanation": UNREAD}, "right", UNREAD),
        ({"value": "I", "explanation": f"He wrote: {UNREAD}"}, "wrong", f"He wrote: {UNREAD}"),
        # The system did not answer in the wanted form: that is wrong.
        (
            {"value": "I", "explanation": "Scoring pattern not matched in output: so what"},
            "wrong",
            "Scoring pattern not matched in output: so what",
        ),
    ],
)
def test_a_grade_that_could_not_be_read_judges_nothing(verdict, score, outcome, reason):
    """Only what a judge was to give; what the scorer wrote in its place is kept."""
    found = verdict(score)

    assert (outcome, reason) == (found["outcome"], found["reason"])
    assert ("scorer_value" in found) == (outcome == "unscored" or score["value"] in ("C", "I"))


def test_a_person_s_word_stands_where_no_grade_could_be_read(payloads):
    """An edit of the value is a verdict, one of the metadata alone is none."""
    first = {"value": "I", "explanation": UNREAD}
    kept = dict.fromkeys(("value", "answer", "explanation", "metadata"), "UNCHANGED")
    found = []
    for changed in ({"value": "I"}, {"metadata": {"seen": True}}):
        edit = {**kept, **changed, "provenance": {"author": "a reviewer", "reason": "read again"}}
        score = {**first, **changed, "history": [first, edit]}
        found.append(payloads({"scores": {"grade": score}})["verdict_recorded"])

    assert [["unscored", "wrong"], ["unscored", "unscored"]] == [
        [verdict["outcome"] for verdict in verdicts] for verdicts in found
    ]


@pytest.mark.parametrize(
    ("values", "outcomes"),
    [
        # Nothing but a number is a rating on a scale; I and N stand for what could not be read.
        (["8", "10", "I"], ["measured", "measured", "unscored"]),
        ([3, "N"], ["measured", "unscored"]),
        # Where right answers have letters too, they are grades.
        ([-1, "C", "I"], ["measured"] * 3),
        (["C", "I"], ["right", "wrong"]),
    ],
)
def test_a_letter_among_ratings_is_no_rating(payloads, values, outcomes):
    """The tool counts it as 0, which `scorer_value` keeps."""
    found = payloads(
        *({"epoch": at, "scores": {"grade": {"value": value}}} for at, value in enumerate(values))
    )["verdict_recorded"]

    assert outcomes == [verdict["outcome"] for verdict in found]
    assert [value for value in values if value in ("I", "N")] == [
        verdict["scorer_value"] for verdict in found if verdict.get("scorer_value") in ("I", "N")
    ]


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("value", "infinity"),
    [
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        ("inf", "Infinity"),
        ("-1e999", "-Infinity"),
        ({"a": float("inf")}, "Infinity"),
        ([float("-inf")], "-Infinity"),
    ],
)
def test_an_infinite_value_is_called_infinite(verdict, value, infinity):
    """No mean can hold it: it is unscored, with what the scorer gave."""
    found = verdict({"value": value})
    expected = value if isinstance(value, str) else infinity

    assert ("unscored", f"the scorer gave {infinity}, which is infinite", expected) == (
        found["outcome"], found["reason"], found["scorer_value"],
    )  # fmt: skip


def test_infinite_values_are_counted_by_scorer(read, tmp_path):
    """In bare tokens, as Inspect writes them; NaN is no value, and is not infinite."""
    scores = [{"mae": {"value": value}, "f1": {"value": {"a": 1, "b": other}}}
              for value, other in [(float("inf"), 1), (float("-inf"), float("inf")),
                                   (float("nan"), 0), (0.5, 0)]]  # fmt: skip
    content = {
        "eval": {"eval_id": "r", "task": "t", "model": "m"},
        "status": "success",
        "results": {"scores": [{"name": "mae", "scorer": "mae", "metrics": {
            "mean": {"name": "mean", "value": float("inf")},
            "low": {"name": "low", "value": float("-inf")},
            "std": {"name": "std", "value": float("nan")},
            "max": {"name": "max", "value": 1.0},
        }}]},
        "samples": [{"id": at, "epoch": 1, "scores": found} for at, found in enumerate(scores)],
    }  # fmt: skip
    path = tmp_path / "log.json"
    path.write_text(json.dumps(content))
    found = read(path)
    [reported] = found.objects("reported")

    assert [
        "log.json: 1 value of f1.b is infinite, so no mean includes it; it is unscored",
        "log.json: 2 values of mae are infinite, so no mean includes them; they are unscored",
    ] == found.source.warnings
    assert {
        "mean": (None, "Infinity"), "low": (None, "-Infinity"), "std": (None, "NaN"),
        "max": (1.0, None),
    } == {
        figure["metric"]: (figure["value"], figure["value_text"])
        for figure in reported["figures"]
    }  # fmt: skip


def test_ratings_are_measured_as_inspect_means_them(events, log_path):
    """Twenty ratings each, of 1 to 10 with mean 4.9, and of -5 to 5 in text."""
    found = collections.defaultdict(list)
    for kind, *_, payload in events(log_path("ratings.eval")):
        verdict = json.loads(payload)
        if kind == "verdict_recorded":
            found[verdict["validator_id"], verdict["outcome"]].append(verdict["value"])

    assert {("rating", "measured"): (20, 4.9), ("balance", "measured"): (20, 0.6)} == {
        key: (len(values), pytest.approx(sum(values) / len(values)))
        for key, values in found.items()
    }


def test_a_retry_of_two_samples_is_measured_as_the_first_log_was(events, log_path):
    """Both were rated 1 of 10, which alone would read as right."""
    scales = Scales()
    alone, _, again = (
        [
            json.loads(payload)["outcome"]
            for kind, *_, payload in events(log_path(name), known)
            if kind == "verdict_recorded" and '"rating"' in payload
        ]
        for name, known in (
            ("two_ratings.eval", None),
            ("ratings.eval", scales),
            ("two_ratings.eval", scales),
        )
    )

    assert (["right"] * 2, ["measured"] * 2) == (alone, again)


def test_scores_wait_for_the_last_of_a_long_log(payloads, monkeypatch):
    """What does not fit into memory waits in a file, in its order."""
    monkeypatch.setattr(held_records, "HELD_LENGTH_MAX", 1000)
    values = [*([1, None] * 20), {"a": 7}, 1]
    found = payloads(
        *(
            {"id": str(at), "scores": {"grade": {"value": value}}}
            for at, value in enumerate(values)
        )
    )["verdict_recorded"]

    assert [str(at) for at in range(42)] == [verdict["case_id"] for verdict in found]
    assert {"grade": 21, "grade.a": 21} == collections.Counter(
        verdict["validator_id"] for verdict in found
    )
