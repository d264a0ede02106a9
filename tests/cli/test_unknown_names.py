"""A name that does not exist is refused with those there are, and an empty answer says why."""

import json

import pytest


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "accuracy", "--slice", "domian"),
         "no slice 'domian' of accuracy; did you mean 'domain'? Available:"),
        (("show", "accuracy", "--slice", "domain=mahts"),
         "no domain 'mahts'; did you mean 'math'?"),
        (("show", "accuracy", "--slice", "domain", "--slice", "domian"), "no slice 'domian'"),
        (("show", "accuracy", "--system", "maja"), "no system 'maja'; did you mean 'maia'?"),
        (("show", "accuracy", "--run", "r1", "--validator", "factul"),
         "no validator 'factul' in run 'r1'; did you mean 'factual'?"),
        (("show", "ece", "--variant", "bins=1"), "no variant 'bins=1' of ece"),
        (("show", "accuracy", "--cluster", "case", "--slice", "domian"), "did you mean 'domain'?"),
        (("failures", "--system", "maja"), "no system 'maja'; did you mean 'maia'?"),
        (("failures", "--validator", "factul"), "no validator 'factul'; did you mean 'factual'?"),
        (("gate", "--gates", "hallucination-targets", "--system", "maja", "--dry-run"),
         "no system 'maja' in run 'r1'; did you mean 'maia'?"),
        (("chart", "accuracy", "-o", "c.json", "--slice", "domian"), "did you mean 'domain'?"),
        (("trends", "accuracy", "--slice", "domian", "--no-record"), "did you mean 'domain'?"),
        (("trends", "accuracy", "--system", "maja", "--no-record"), "did you mean 'maia'?"),
        (("bootstrap", "accuracy", "--slice", "domian"), "did you mean 'domain'?"),
        (("truth", "r1"), "`truth` is now `calibration-check`"),
        (("show", "nope"), "; run `evalstore metrics` to list them"),
        (("schema", "respons_recorded"), "did you mean 'response_recorded'? Available: analysis_"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_a_name_that_does_not_exist_is_refused(store, evalstore, arguments, words):
    """With the closest one, and exit code 2."""
    found = evalstore(*arguments)

    assert 2 == found.code, found.err
    assert words in found.err


@pytest.mark.sweep
def test_a_slice_of_two_runs_that_does_not_exist_is_refused(store, evalstore, write_lines):
    """A comparison names the slices, and the values of one."""
    evalstore("ingest", write_lines("other.ndjson", run_id="r2"))
    name = evalstore("compare", "r1", "r2", "--slice", "domian")
    value = evalstore("compare", "r1", "r2", "--slice", "domain=mahts")

    assert (2, 2) == (name.code, value.code)
    assert "no slice 'domian'; did you mean 'domain'? Available: all, canary, domain" in name.err
    assert "no domain 'mahts'; did you mean 'math'? Available: math" in value.err


def test_the_api_refuses_the_same(store):
    """An empty frame would say that there is nothing of that name."""
    import evalstore as package

    with pytest.raises(package.errors.UsageError, match="did you mean 'domain'"):
        package.open(store).metric("accuracy", slice="domian")


def test_a_name_that_exists_is_an_empty_answer_with_its_cause(store, evalstore):
    """Exit code 0: the slice is there, what the metric asks for is not."""
    found = evalstore("show", "cvrr", "--slice", "domain=math", "--json")

    assert (0, []) == (found.code, json.loads(found.out))
    assert "none of 2 cases is labelled E, C or U" in found.err


@pytest.mark.sweep
def test_a_gate_says_the_cause(store, evalstore, gates):
    """Undecided, with the same sentence; one on a slice that is not there names the closest."""
    gates('id = "a"\nmetric = "hit_rate"\nmin = 0.5\n'
          '[[gate]]\nid = "b"\nmetric = "accuracy"\nmin = 0.5\nwhere = { domian = "math" }\n'
          '[[gate]]\nid = "c"\nmetric = "abstention_precision"\nmin = 0.5')  # fmt: skip
    found = evalstore("gate", "--json", "--dry-run")
    reasons = {item["gate_id"]: item["reason"] for item in json.loads(found.out)["gates"]}

    assert "none of 2 cases has the attributes persona_id and week" in reasons["a"]
    assert "no slice 'domian' of accuracy in run 'r1'; did you mean 'domain'?" in reasons["b"]
    assert "none of 2 cases is labelled E, C or U" in reasons["c"]
    assert {"undecided"} == {item["decision"] for item in json.loads(found.out)["gates"]}
