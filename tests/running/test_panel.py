"""A panel in a store: verdicts of its members are events, and those that stand are used."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from evalstore.errors import UsageError
from evalstore.judges.panel import panel as panel_module
from evalstore.plugins.verdict import Verdict
from evalstore.running import judging
from evalstore.running.judging import make_validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.store_judging import judge_run
from evalstore.store.log.fold import fold
from tests.running.judged import Judged, case, event, response

OUTCOMES = "select validator_id, case_id, outcome from facts.verdicts order by all"
KINDS = {"loose": {"kind": "later", "ignore_case": True}, "strict": {"kind": "later"}}


@pytest.fixture
def judged(bench, monkeypatch):
    """Return a run with a right reply, one in other letters, and a wrong one; and a panel."""
    monkeypatch.setattr(
        judging,
        "validator_digest",
        lambda module, settings: sha256(f"{module.VERSION} {settings}".encode()).hexdigest(),
    )
    found = Judged(bench)
    bench.modules["validators"]["panel"] = panel_module
    found.add(
        event("run_started", suite="towns", systems=["maia"]),
        *(case(f"c{number}") for number in range(3)),
        response("c0", "Bern"), response("c1", "BERN"), response("c2", "Rome"),
    )  # fmt: skip
    return found


def panel(rule="unanimity", others=KINDS, members=("loose", "strict")):
    return make_validator("panel", {"members": members, "rule": rule}, others=others)


def judge(judged, *validators, is_dry_run=False, **selection):
    result = judge_run(
        judged.bench.layout, "theirs", validators, Selection(**selection), is_dry_run=is_dry_run
    )
    return {one.validator.validator_id: one for one in result.judged}


@pytest.mark.sweep
def test_members_verdicts_are_events_of_their_own(judged):
    """The same module sits twice, under two names, and the panel names both."""
    judge(judged, panel())

    assert [
        ("loose", "c0", "right"), ("loose", "c1", "right"), ("loose", "c2", "wrong"),
        ("panel", "c0", "right"), ("panel", "c1", "undetermined"), ("panel", "c2", "wrong"),
        ("strict", "c0", "right"), ("strict", "c1", "wrong"), ("strict", "c2", "wrong"),
    ] == judged.rows(OUTCOMES)  # fmt: skip
    [(reason,)] = judged.rows(
        "select reason from facts.verdicts where validator_id = 'panel' and case_id = 'c1'"
    )
    assert "2 votes differ: loose right (expected" in reason
    assert "; strict wrong (expected" in reason


@pytest.mark.sweep
def test_a_verdict_that_stands_is_used_and_not_asked_for(judged):
    """A member with the same digest has judged already; the panel takes its word."""
    judge(judged, make_validator("loose", KINDS["loose"]))
    asked = []
    whole = judged.module.judge
    judged.module.judge = lambda case, response, **given: (
        asked.append(given["ignore_case"]) or whole(case, response, **given)
    )
    found = judge(judged, panel())

    assert [False] * 3 == asked
    assert (0, 3, 3) == tuple(found[name].judged_count for name in ("loose", "strict", "panel"))
    assert {"right": 1, "undetermined": 1, "wrong": 1} == found["panel"].outcomes


@pytest.mark.sweep
def test_again_nothing_is_appended(judged):
    """The panel's verdicts are put together anew and are the same."""
    judge(judged, panel())
    before = judged.event_count()
    found = judge(judged, panel())

    assert (0, 0, 3) == tuple(found[name].judged_count for name in ("loose", "strict", "panel"))
    assert 0 == found["panel"].appended_count
    assert before == judged.event_count()


@pytest.mark.sweep
def test_a_member_that_failed_is_asked_again_and_the_panel_follows(judged):
    """An error is no vote; once it is mended, the panel's verdict has a new revision."""
    whole = judged.module.judge

    def fail(case, response, *, ignore_case):
        if not ignore_case:
            raise RuntimeError("out of order")
        return whole(case, response, ignore_case=ignore_case)

    judged.module.judge = fail
    first = judge(judged, panel())
    judged.module.judge = whole
    second = judge(judged, panel())

    assert {"right": 2, "wrong": 1} == first["panel"].outcomes
    assert 3 == second["strict"].judged_count
    assert {"right": 1, "undetermined": 1, "wrong": 1} == second["panel"].outcomes
    assert 3 == second["panel"].appended_count


@pytest.mark.sweep
def test_a_dry_run_puts_verdicts_together_and_appends_nothing(judged):
    """Those of this moment count as those in the store do."""
    judge(judged, make_validator("strict", KINDS["strict"]))
    before = judged.event_count()
    found = judge(judged, panel(), is_dry_run=True)

    assert {"right": 1, "undetermined": 1, "wrong": 1} == found["panel"].outcomes
    assert before == judged.event_count()


@pytest.mark.sweep
def test_only_narrows_what_members_judge(judged):
    """A response that the panel is not asked about costs no member's verdict."""
    judge(judged, panel("majority"))
    judged.add(response("c2", "bern", attempt=2))
    found = judge(judged, panel("majority"), outcomes=("unjudged",))

    assert (1, 1, 1) == tuple(found[name].judged_count for name in ("loose", "strict", "panel"))


@pytest.mark.sweep
def test_a_member_named_beside_its_panel_judges_once(judged):
    """Its verdicts of this moment serve the panel."""
    found = judge(judged, make_validator("loose", KINDS["loose"]), panel())

    assert {"right": 1, "undetermined": 1, "wrong": 1} == found["panel"].outcomes
    assert [("loose", 3), ("panel", 3), ("strict", 3)] == judged.rows(
        "select validator_id, count(*) from facts.verdicts group by 1 order by 1"
    )
    assert 9 == judged.event_count()


@pytest.mark.sweep
def test_a_new_revision_of_a_response_is_judged_anew(judged):
    """A verdict on the earlier one is no vote on this."""
    judge(judged, panel())
    judged.add(response("c2", "Bern") | {"supersedes": judged.rows(
        "select event_id::varchar from facts.responses where case_id = 'c2'"
    )[0][0]})  # fmt: skip
    found = judge(judged, panel())

    assert (1, 1) == (found["loose"].judged_count, found["strict"].judged_count)
    assert {"right": 2, "undetermined": 1} == found["panel"].outcomes


def test_a_run_has_a_panel_of_its_validators(bench):
    """Members judge each case before the panel; a resume finds them all in the run's start."""
    judged = Judged(bench)
    bench.modules["validators"]["panel"] = panel_module
    judged.module.judge = lambda case, response, *, ignore_case: Verdict("right", str(ignore_case))
    settings = {"panel": {"members": ["strict", "judge"], "rule": "mean"}, **KINDS}
    plan = bench.plan
    bench.plan = lambda: replace(
        plan(), added_validators=("strict", "panel"), validator_settings=settings
    )
    bench.run()
    fold(bench.layout)

    assert [("judge", 6), ("panel", 6), ("strict", 6)] == bench.rows(
        "select validator_id, count(*) from facts.verdicts group by 1 order by 1"
    )
    [(started,)] = bench.rows("select payload from log.events where kind = 'run_started'")
    given = json.loads(started)["config"]["validator_settings"]
    assert {"kind": "later", "ignore_case": False} == given["strict"]
    assert {"members": ["strict", "judge"], "rule": "mean"} == given["panel"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("settings", "others", "words"),
    [
        ({"members": ["later"]}, {}, r"members is \['later'\], expected 2 validators or more"),
        ({"members": ["later", "later"]}, {}, "expected 2 validators or more, each once"),
        ({"members": ["later", "latr"]}, {}, "no validator 'latr' for the members of panel; is"),
        ({"members": ["later", "panel"]}, {}, "has the member 'panel', which is a panel"),
        ({"members": ["later", "p"]}, {"p": {"kind": "panel"}}, "'p', which is a panel"),
        ({"members": ["later", "strict"], "rule": "most"}, KINDS, "rule is 'most', expected one"),
        ({"members": ["later", "s"]}, {"s": {"kind": "latr"}}, "no validator 'latr', the kind of"),
        ({"members": ["later", "human:a"]}, {"human:a": {"kind": "later"}}, "reserved for people"),
    ],
)
def test_a_panel_that_cannot_judge_is_refused(judged, settings, others, words):
    """Before anything is judged."""
    del judged

    with pytest.raises(UsageError, match=words):
        make_validator("panel", settings, others=others)


@pytest.mark.sweep
def test_members_of_a_mean_share_a_scale(judged):
    """Grades of 1 to 5 and of 0 to 10 have no mean, and grades are no votes."""
    later = judged.bench.modules["validators"]["later"]
    later.scale = lambda settings: (0.0, 10.0) if settings["ignore_case"] else (1.0, 5.0)

    with pytest.raises(UsageError, match="loose measures 0 to 10, strict measures 1 to 5"):
        panel("mean")
    with pytest.raises(UsageError, match="'loose' measures a value, which is neither right"):
        panel("majority")


def test_the_digest_covers_the_members_in_any_order():
    """A setting of a member or the rule makes another one; who is named first does not."""
    strict = {"kind": "evidence", "quote_words_min": 9}

    def digest(rule="majority", members=("factual", "strict"), strict=strict):
        settings = {"members": members, "rule": rule}
        return make_validator("panel", settings, others={"strict": strict}).digest

    assert digest() == digest(members=("strict", "factual"))
    other = {**strict, "quote_words_min": 8}
    assert 3 == len({digest(), digest("unanimity"), digest(strict=other)})
