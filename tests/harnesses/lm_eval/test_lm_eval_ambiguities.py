"""What files say in two ways, or leave out: decided by what agrees with them, or left open."""

import json
import math

import pytest

from evalstore.harnesses import detect
from tests.harnesses.lm_eval.conftest import FIXTURES, STAMP, Reading

RESULTS = f"results_{STAMP}.json"
FILTERS = ("strict", "flexible")
IMAGES = {"arg_2": {"visual": ["image"]}}


def choices(names, likelihoods, target, **metrics):
    """Return the fields of a sample of choices."""
    pairs = [[str(likelihood), "False"] for likelihood in likelihoods]
    arguments = {f"gen_args_{at}": {"arg_0": "Q", "arg_1": f" {name}"}
                 for at, name in enumerate(names)}  # fmt: skip
    return {
        "arguments": arguments, "resps": [[pair] for pair in pairs], "filtered_resps": pairs,
        "target": target, "metrics": [*metrics], **metrics,
    }  # fmt: skip


@pytest.mark.parametrize("named", ["with their arguments", "alone"])
def test_two_replies_that_are_numbers_are_no_likelihood(reading, sample, named):
    """They are attempts, each judged; the second would be no truth value."""
    line = sample(0, resps=[["It is 5", "It is 4"]], filtered_resps=[["5", "4"]],
                  exact_match=[0.0, 1.0])  # fmt: skip
    if named == "alone":
        del line["arguments"]
    found = reading(line)

    assert ["It is 5", "It is 4"] == [one["text"] for one in found.payloads("response_recorded")]
    assert [(1, "wrong"), (2, "right")] == [
        (one["attempt"], one["outcome"]) for one in found.payloads("verdict_recorded")
    ]


@pytest.mark.parametrize("images", [{}, IMAGES], ids=["text", "with images"])
def test_a_number_and_a_truth_value_that_were_generated_are_texts(reading, sample, images):
    """How to generate stands in the arguments, so no likelihood was asked."""
    line = sample(0, resps=[["5", "True"]], filtered_resps=[["5", "True"]])
    line["arguments"]["gen_args_0"] |= images
    found = reading(line)

    assert ["5"] == [one["text"] for one in found.payloads("response_recorded")]


def test_choices_about_an_image_have_likelihoods(reading, sample):
    """The image comes third in each request, an object as the settings of generation are."""
    line = sample(0, **choices(["cat", "dog"], [-1, -3], "0", acc=1.0))
    line["arguments"] = {name: one | IMAGES for name, one in line["arguments"].items()}
    found = reading(line)
    [case], [response] = found.payloads("case_generated"), found.payloads("response_recorded")

    assert (["cat", "dog"], "cat", "ok", "cat") == (
        case["choices"], case["expected"], response["status"], response["text"],
    )  # fmt: skip
    assert pytest.approx(1 / (1 + math.exp(-2))) == response["confidence"]


@pytest.mark.parametrize("likelihood", ["nan", float("nan")], ids=["text", "number"])
def test_nan_among_the_likelihoods_leaves_the_rest(reading, sample, likelihood):
    """The choices and the verdict stay; nobody knows the likeliest, nor how sure it is."""
    line = sample(0, **choices("ab", ["-1.5", "-2"], "1", acc=1.0))
    line["filtered_resps"][1][0] = likelihood
    found = reading(line)
    [case], [response] = found.payloads("case_generated"), found.payloads("response_recorded")
    [verdict] = found.payloads("verdict_recorded")

    assert (["a", "b"], "b", "ok", "right") == (
        case["choices"], case["expected"], response["status"], verdict["outcome"],
    )  # fmt: skip
    assert {"text", "confidence", "confidence_kind"}.isdisjoint(response)
    assert [-1.5, None] == response["log_likelihoods"]
    assert [("log_likelihoods.1", "NaN"), ("confidence", "NaN")] == [
        (one["path"], one["was"]) for one in response["repairs"]
    ]


@pytest.mark.parametrize("likelihood", ["-inf", -math.inf], ids=["text", "number"])
def test_minus_infinity_among_the_likelihoods_is_never_the_likeliest(reading, sample, likelihood):
    """It is known, unlike NaN: the other choice is picked, and nothing else could have been."""
    line = sample(0, **choices("ab", ["-1.5", "-2"], "0", acc=1.0))
    line["filtered_resps"][1][0] = likelihood
    [response] = reading(line).payloads("response_recorded")

    assert ("a", 1.0, [-1.5, None]) == tuple(
        response[name] for name in ("text", "confidence", "log_likelihoods")
    )
    assert [("log_likelihoods.1", "-Infinity")] == [
        (one["path"], one["was"]) for one in response["repairs"]
    ]


@pytest.mark.parametrize("answers", [("5", "5"), ("[invalid]", "5"), ("5", "6")])
@pytest.mark.parametrize("filters", [FILTERS, FILTERS[::-1]])
def test_an_answer_is_what_every_filter_left(reading, sample, answers, filters):
    """In whatever order they come: where they differ, only verdicts have an answer."""
    left = dict(zip(FILTERS, answers, strict=True))
    found = reading(*(
        sample(0, filter=name, resps=[["It is 5"]], filtered_resps=[left[name]])
        for name in filters
    ))  # fmt: skip
    [response] = found.payloads("response_recorded")
    verdicts = found.payloads("verdict_recorded")

    assert response.get("answer") == ("5" if answers == ("5", "5") else None)
    assert {name: None if answer == "[invalid]" else answer for name, answer in left.items()} == {
        one["filter"]: one.get("answer") for one in verdicts
    }


@pytest.mark.parametrize(
    ("target", "likelihoods", "acc", "expected"),
    [
        ("1", [-3, -1, -4], 1.0, ["2", "3"]),
        ("1", [-1, -3, -4], 0.0, ["2", "3"]),
        ("1", [-1, -3, -4], 1.0, ["1", "2"]),
        ("1", [-4, -3, -1], 0.0, ["1", "2"]),
        (1, [-4, -3, -1], 0.0, ["2", "2"]),
    ],
    ids=["number", "not the text", "text", "neither", "a number in the file"],
)
def test_targets_mean_what_acc_agrees_with(reading, sample, target, likelihoods, acc, expected):
    """Of choices that are numbers; for all of a task, one document decides."""
    names = ["1", "2", "3"]
    found = reading(
        sample(0, **choices(names, likelihoods, target, acc=acc)),
        # Both readings miss what was picked, so `acc` tells nothing here.
        sample(1, **choices(names, [-1, -2, -3], "2", acc=0.0)),
    )

    assert expected == [case["expected"] for case in found.payloads("case_generated")]


def test_a_target_can_be_the_number_of_an_empty_choice(reading, sample):
    """The empty text is the answer, not a missing one."""
    found = reading(sample(0, **choices(["1", ""], [-3, -1], "1", acc=1.0)))

    assert [""] == [case["expected"] for case in found.payloads("case_generated")]


def test_a_line_that_comes_again_replaces_reply_and_verdict(take, a_store, sample, tmp_path):
    """As where the harness appended to a file: both are of the last, and it is said."""
    lines = [
        sample(0, filter=name, resps=[[text]], exact_match=score)
        for text, score in (("five", 0.0), ("1", 1.0))
        for name in FILTERS
    ]
    path = tmp_path / f"samples_sums_{STAMP}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    taken = take(path)

    assert [("1", "right"), ("1", "right")] == list(
        a_store.query("select text, outcome from facts.scored inner join facts.responses using "
                      "(run_id, system_id, case_id, attempt)")
    )  # fmt: skip
    assert any("1 document comes more than once" in one for one in taken.files[0].doubts)


@pytest.mark.parametrize("repeated", [FILTERS, FILTERS[:1]], ids=["every filter", "one filter"])
def test_fewer_replies_that_come_again_leave_none_before_them(reading, sample, repeated):
    """Nor a verdict on one, of whatever filter; however often it comes, it is one document."""
    before = {"resps": [["five", "six", "1"]], "exact_match": [0.0, 0.0, 1.0]}
    found = reading(
        *(sample(0, filter=name, **before) for name in FILTERS),
        *(sample(0, filter=name, resps=[[text]]) for text in ("six", "1") for name in repeated),
        results={"results": {"sums": {f"exact_match,{name}": 1.0 for name in FILTERS}},
                 "versions": {}, "n-samples": {"sums": {"effective": 1}}},
    )  # fmt: skip

    assert [(1, "1")] == [(one["attempt"], one["text"])
                          for one in found.payloads("response_recorded")]  # fmt: skip
    assert [(1, f"exact_match.{name}") for name in repeated] == [
        (one["attempt"], one["validator_id"]) for one in found.payloads("verdict_recorded")
    ]
    # The figure of a filter without a verdict here is of documents that nobody counted.
    assert {f"exact_match.{name}" for name in repeated} == {
        one["scorer"] for one in found.payloads("score_reported") if "count" in one
    }
    [warning] = found.source.doubts
    assert "1 document comes more than once" in warning
    assert f"{2 + len(repeated)} earlier lines are ignored" in warning


def test_another_document_of_the_same_number_is_another_case(reading, sample):
    """As where files were put together: the hashes differ, so neither takes the other's place."""
    lines = [sample(0, doc_hash=letter * 64, filter=name)
             for letter in "ab" for name in FILTERS]  # fmt: skip
    found = reading(*lines)

    assert ["a" * 16, "b" * 16] == [one["case_id"] for one in found.payloads("case_generated")]
    assert [one[0] * 16 for one in "aabb"] == [
        one["case_id"] for one in found.payloads("verdict_recorded")
    ]


@pytest.mark.parametrize(
    ("stamp", "added"), [(STAMP, ""), (STAMP.partition(".")[0], "_our/model")], ids=["", "seconds"]
)
@pytest.mark.parametrize("is_alone", [False, True], ids=["results", "samples alone"])
def test_a_run_is_named_by_its_file_alone(tmp_path, sample, is_alone, stamp, added):
    """By its model where the stamp has whole seconds; never by what another folder holds."""
    file_name = f"samples_sums_{stamp}.jsonl" if is_alone else f"results_{stamp}.json"

    def run_ids(model):
        folder = tmp_path / f"{model}__model"
        folder.mkdir()
        results = {"results": {"sums": {"exact_match": 1.0}}, "versions": {},
                   "config": {"model_args": f"pretrained={model}/model"}}  # fmt: skip
        text = json.dumps(sample(0, resps=[[model]]) if is_alone else results)
        (folder / file_name).write_text(f"{text}\n", encoding="utf-8")
        return {run for _, run, _ in Reading(folder / file_name).events}

    theirs, ours = run_ids("their"), run_ids("our")

    assert {f"sums_{stamp}{added}"} == ours
    assert (theirs == ours) == (stamp == STAMP)


def test_an_empty_file_of_samples_is_named(reading):
    """Its figures come without a sample to hold them against."""
    results = {"results": {"sums": {"exact_match,none": 1.0}}, "versions": {}}
    found = reading("\n", results=results)

    assert any("samples_sums" in one for one in found.source.warnings)


@pytest.mark.parametrize("is_cut", [False, True], ids=["whole", "cut within configs"])
def test_results_with_sorted_keys_are_recognised(tmp_path, is_cut):
    """Nothing else has names like these beside `results`, or before them."""
    found = json.loads((FIXTURES / RESULTS).read_text(encoding="utf-8"))
    if is_cut:
        found["configs"]["sums"]["description"] = "long " * detect.HEAD_BYTES
    path = tmp_path / RESULTS
    path.write_text(json.dumps(found, sort_keys=True), encoding="utf-8")

    assert "lm_eval" == detect.format_of(path)


@pytest.mark.sweep
def test_a_standard_error_that_differs_is_shown(take, sample, tmp_path):
    """The means agree as far as they are shown, and so are not what differs."""
    results = {"results": {"sums": {"exact_match,none": 1.0, "exact_match_stderr,none": 0.5}},
               "versions": {}, "n-samples": {"sums": {"effective": 2}}}  # fmt: skip
    (tmp_path / RESULTS).write_text(json.dumps(results), encoding="utf-8")
    lines = "".join(json.dumps(sample(at, doc_hash=f"{at}" * 64)) + "\n" for at in range(2))
    (tmp_path / f"samples_sums_{STAMP}.jsonl").write_text(lines, encoding="utf-8")
    [figure] = take(tmp_path).compared.differing

    assert "a standard error of 0.5, evalstore computes 0" in str(figure)
