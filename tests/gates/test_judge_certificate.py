"""A gate that demands a certificate of its judge: labels drawn for it, and exact lower bounds."""

import csv
import json

import pytest
from scipy.stats import beta

from evalstore.errors import UsageError
from evalstore.gates.tries import level_of_try
from tests.gates.gated import Gated, run_of
from tests.gates.test_checked_judge import by_judge, labels

GATE = '[[gate]]\nid = "floor"\nmetric = "accuracy"\nmin = 0.5\n'
DEMAND = GATE + "judge = {{ {} }}\n"
# The judge calls ten of thirty cases wrong.
OUTCOMES = ["right"] * 20 + ["wrong"] * 10


def judged(run_id="r1", digest="a", day=1, outcomes=OUTCOMES):
    return by_judge(run_of(run_id, outcomes, day=day), digest)


def labelled(gated, truth, run_id="r1", row_count=None, name="kim", **chosen):
    """Draw a sheet to certify factual, fill in `row_count` rows by `truth`, and ingest it."""
    path = gated.folder.parent / f"{run_id}-{name}-{len(list(gated.folder.parent.iterdir()))}.csv"
    gated.store.label(run_id, path, certify="factual", name=name, **chosen)
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    for row in rows[:row_count]:
        row["outcome"] = truth(row["case_id"])
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    gated.store.ingest(path)
    return rows


def as_judged(case_id):
    return OUTCOMES[int(case_id[1:])]


def strict(case_id):
    """People call two right replies wrong, and one wrong reply right."""
    if case_id in ("c0", "c1"):
        return "wrong"
    return "right" if case_id == "c29" else as_judged(case_id)


def decided(gated, demand, run_id="r1"):
    code, [decision] = gated(DEMAND.format(demand), "--run", run_id)
    return code, decision["reason"]


def certificates(gated):
    return gated.store.query("from macros.judge_certificates_since(null)").pl().to_dicts()


@pytest.mark.sweep
def test_without_labels_it_is_undecided_and_names_the_way_out(gated: Gated):
    """The reason has the judge's digest and the command that draws the labels."""
    gated.add(judged())

    code, reason = decided(gated, "min_labels = 10")

    assert 3 == code
    assert "factual has no certificate for this suite" in reason
    assert "factual, digest aaaaaaaaaaaa" in reason
    assert "`evalstore label r1 --certify factual --sample 100 -o FILE`" in reason


def test_bounds_are_exact_and_decide(gated: Gated):
    """18 of 19 that people call right, 9 of 11 of the others: bounds by scipy."""
    gated.add(judged())
    labelled(gated, strict)

    [certificate] = certificates(gated)

    assert (30, 19, 11) == tuple(
        certificate[name] for name in ("label_count", "right_label_count", "wrong_label_count")
    )
    sensitivity_low = beta.ppf(0.05, 18, 19 - 18 + 1)
    specificity_low = beta.ppf(0.05, 9, 11 - 9 + 1)
    assert sensitivity_low == pytest.approx(certificate["sensitivity_low"], abs=1e-10)
    assert specificity_low == pytest.approx(certificate["specificity_low"], abs=1e-10)
    assert 18 / 19 == certificate["sensitivity"]
    just = f"min_sensitivity = {sensitivity_low - 0.001:.4f}, min_specificity = 0.5"
    more = f"min_sensitivity = {sensitivity_low + 0.001:.4f}"

    assert 0 == decided(gated, just)[0]
    code, reason = decided(gated, more)
    assert 3 == code
    assert "sensitivity is 0.9474, shown to be at least 0.7736" in reason


@pytest.mark.sweep
def test_labels_drawn_for_another_purpose_certify_nothing(gated: Gated):
    """Ordinary labels may have chosen the judge; their cases are not drawn for a certificate."""
    gated.add([*judged(), *labels("r1", *OUTCOMES[:12])])

    assert 3 == decided(gated, "min_labels = 5")[0]
    drawn = labelled(gated, as_judged)
    assert 18 == len(drawn)
    assert not {f"c{number}" for number in range(12)} & {row["case_id"] for row in drawn}

    code, reason = decided(gated, "min_labels = 18")
    assert 0 == code
    assert "factual is certified by 18 labels" in reason
    with pytest.raises(UsageError, match="every case that it judged has a label"):
        labelled(gated, as_judged)


@pytest.mark.sweep
@pytest.mark.parametrize(("digest", "code"), [("a", 0), ("b", 3)])
def test_a_certificate_is_void_for_another_judge(gated: Gated, digest, code):
    """The labels of one digest hold for its other runs, and for no other digest."""
    gated.add(judged())
    labelled(gated, as_judged)
    gated.add(judged("r2", digest, day=2))

    found, reason = decided(gated, "min_labels = 30", "r2")

    assert code == found
    assert ("certified by 30 labels" in reason) == (code == 0)


@pytest.mark.sweep
@pytest.mark.parametrize(("model", "prompt"), [("m2", "1"), ("m1", "2")])
def test_another_model_or_template_is_another_judge(gated: Gated, model, prompt):
    """The digest alone does not say who judged, where a model did."""
    first = {"model": "m1", "prompt_sha256": "1" * 64}
    changed = {"model": model, "prompt_sha256": prompt * 64}
    for run_id, judge, day in (("r1", first, 1), ("r2", first, 2), ("r3", changed, 3)):
        gated.add(
            [
                {**event, "payload": event["payload"] | {"judge": judge}}
                if event["kind"] == "verdict_recorded"
                else event
                for event in judged(run_id, day=day)
            ]
        )
    labelled(gated, as_judged)

    assert 0 == decided(gated, "min_labels = 30", "r2")[0]
    assert 3 == decided(gated, "min_labels = 30", "r3")[0]


@pytest.mark.sweep
def test_a_sheet_counts_when_it_is_labelled_to_its_end(gated: Gated):
    """Nobody may stop where the bound is fine; what is unclear is a label, and counts for none."""
    gated.add(judged())
    labelled(gated, as_judged, row_count=29)

    code, reason = decided(gated, "min_labels = 20")

    assert 3 == code
    assert "0 labels (29 more do not count, 29 of them since their sheet is not comp" in reason
    gated.add(judged("r2", day=2))
    labelled(gated, lambda case: "unclear" if case == "c3" else as_judged(case), "r2")
    code, reason = decided(gated, "min_labels = 29", "r2")
    assert (0, True) == (code, "certified by 29 labels" in reason)


@pytest.mark.sweep
def test_a_case_counts_once_by_its_newest_label(gated: Gated):
    """Labels on the same cases of two runs are not twice as many."""
    gated.add([*judged(), *judged("r2", day=2)])
    labelled(gated, strict)
    labelled(gated, as_judged, "r2")

    [certificate] = certificates(gated)

    assert (30, 30, 2) == tuple(
        certificate[name] for name in ("label_count", "left_out_count", "label_set_count")
    )
    assert (1.0, 1.0) == (certificate["sensitivity"], certificate["specificity"])


def test_each_sheet_is_another_look(gated: Gated):
    """With two, the bounds are of the level at which a second try of a commit passes."""
    gated.add([*judged(), *judged("r2", day=2)])
    labelled(gated, strict, row_count=29)
    labelled(gated, as_judged, "r2")

    [certificate] = certificates(gated)
    code, reason = decided(gated, "min_sensitivity = 0.8", "r2")

    level = level_of_try(0.05, 2)
    assert level == pytest.approx(certificate["bound_level"], rel=1e-12)
    assert beta.ppf(level, 20, 1) == pytest.approx(certificate["sensitivity_low"], abs=1e-10)
    assert 3 == code
    assert "shown to be at least 0.7835 (2 sheets, level 0.0076), must be" in reason


@pytest.mark.sweep
def test_cases_of_a_cluster_count_once(gated: Gated):
    """Thirty cases of ten clusters are ten labels; which one counts is no matter of its label."""
    gated.add(
        [
            {
                **event,
                "payload": event["payload"]
                | {"cluster_id": f"k{int(event['payload']['case_id'][1:]) % 10}"},
            }
            if event["kind"] == "case_generated"
            else event
            for event in judged()
        ]
    )
    labelled(gated, strict)

    [certificate] = certificates(gated)

    assert (10, 20) == (certificate["label_count"], certificate["left_out_count"])


@pytest.mark.sweep
@pytest.mark.parametrize(("days", "code"), [(9, 3), (10, 0)])
def test_labels_expire(gated: Gated, days, code):
    """Only replies of runs that are not older than that count."""
    gated.add([*judged(), *judged("r2", day=11)])
    labelled(gated, as_judged)

    found, reason = decided(gated, f'min_labels = 30, max_age = "{days} days"', "r2")

    assert code == found
    assert (f"in the last {days} days" in reason) == (code == 3)


@pytest.mark.sweep
def test_a_verdict_of_a_later_judge_takes_the_label_with_it(gated: Gated):
    """What was judged anew no longer says what the certified judge said."""
    gated.add(judged())
    labelled(gated, as_judged)
    gated.add([event for event in judged(digest="b") if event["kind"] == "verdict_recorded"][:10])

    [reason] = (
        gated.store.query(
            "select distinct reason from facts.certificate_labels where reason is not null"
        )
        .pl()
        .to_dicts()
    )

    assert "the verdict of the judge no longer stands" == reason["reason"]


@pytest.mark.sweep
def test_systems_strata_and_other_validators_cannot_be_chosen(gated: Gated, tmp_path):
    """A certificate is of all systems, each reply with the same chance."""
    gated.add(judged())

    for chosen in ({"by": ["verdict"]}, {"system": "a"}, {"validator": "factual"}):
        with pytest.raises(UsageError, match="leave out --by, --system and --validator"):
            gated.store.label("r1", tmp_path / "x.csv", certify="factual", **chosen)


@pytest.mark.sweep
def test_one_reply_a_case_is_drawn_with_its_chance(gated: Gated):
    """Of two systems either is drawn; the chance is that of case and reply."""
    events = judged()
    others = [
        {**event, "payload": event["payload"] | {"system_id": "b"}}
        for event in events
        if event["kind"] in ("response_recorded", "verdict_recorded")
    ]
    started = {**events[0], "payload": events[0]["payload"] | {"systems": ["a", "b"]}}
    gated.add([started, *events[1:], *others])

    rows = labelled(gated, as_judged, sample=15)

    assert 15 == len({row["case_id"] for row in rows}) == len(rows)
    assert {"a", "b"} == {row["system_id"] for row in rows}
    keys = [json.loads(row["key"]) for row in rows]
    assert {0.25} == {key["sampling_probability"] for key in keys}
    assert 1 == len({key["label_set"]["label_set_id"] for key in keys})
    [stored] = (
        gated.store.query(
            "select distinct certified_judge, label_set_size from facts.verdicts "
            "where validator_id = 'human:kim'"
        )
        .pl()
        .to_dicts()
    )
    assert {"certified_judge": f"factual, digest {'a' * 64}", "label_set_size": 15} == stored


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("min_sensitvity = 0.9", "min_sensitivity"),
        ("min_sensitivity = 90", "a number from 0 to 1"),
        ("min_labels = 0", "a whole number from 1"),
        ('max_age = "2 runs"', 'a number of days, such as "90 days"'),
    ],
)
def test_a_demand_that_is_none_is_refused(gated: Gated, text, message):
    """The message names the gate's table and the key."""
    gated.add(judged())
    gated.file.write_text(DEMAND.format(text), encoding="utf-8")

    with pytest.raises(UsageError, match=message) as error:
        gated.store.gate(gated.file, run="r1")

    assert "gate 1, judge" in str(error.value)


@pytest.mark.sweep
def test_a_metric_without_verdicts_has_no_judge(gated: Gated):
    """Else the demand would have no effect, and nobody would know."""
    gated.add(judged())
    gated.file.write_text(
        DEMAND.format("").replace('"accuracy"', '"error_rate"'), encoding="utf-8"
    )

    with pytest.raises(UsageError, match="error_rate reads no verdicts; leave `judge` out"):
        gated.store.gate(gated.file, run="r1")


@pytest.mark.sweep
def test_attacks_are_part_of_the_certificate(gated: Gated):
    """The share that misled the judge decides by its exact upper bound."""
    gated.add(judged())
    labelled(gated, as_judged)
    code, reason = decided(gated, "max_attack_success = 0.1")
    assert 3 == code
    assert "`evalstore judge judge-attacks --attacks --validator factual`" in reason

    attacks = judged("x", outcomes=["wrong"] * 97 + ["right"] * 3)
    started = attacks[0]["payload"] | {"suite": "judge-attacks"}
    gated.add([{**attacks[0], "payload": started}, *attacks[1:]])
    [certificate] = certificates(gated)
    high = beta.ppf(0.95, 3 + 1, 97)

    assert high == pytest.approx(certificate["attack_success_high"], abs=1e-10)
    assert 0 == decided(gated, f"max_attack_success = {high + 0.001:.4f}")[0]
    code, reason = decided(gated, f"max_attack_success = {high - 0.001:.4f}")
    assert (3, True) == (code, "misled by 0.03 of 100 attacks (at most 0.0757)" in reason)
