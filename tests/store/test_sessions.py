"""The order of sessions: their numbers or dates, else when they began."""

import pytest

import evalstore


@pytest.fixture(scope="module")
def ordered(tmp_path_factory):
    """Sessions of six runs by run, in their order; each began a minute after the one before."""
    given = {
        "numbers": ["1", "10", "2", "9"],
        "words and a number": ["week 9", "week 10", "week 1"],
        "dates": ["2026-02-01", "2025-12-29", "2026-01-5"],
        "weeks": ["2026-W10", "2026-W9", "2025-W52"],
        "words": ["kickoff", "alpha", "second week"],
        "days first": ["31.01.2026", "01.02.2026"],
        "two patterns": ["b-1", "a-2"],
    }
    store = evalstore.open(tmp_path_factory.mktemp("sessions") / "warehouse", create=True)
    events = []
    for run_id, names in given.items():
        for minute, name in enumerate(names):
            case = {"case_id": name, "domain": "d", "session_id": name}
            response = {"case_id": name, "system_id": "maia", "status": "ok"}
            at = f"2026-03-01T00:{minute:02}:00Z"
            for kind, payload in (("case_generated", case), ("response_recorded", response)):
                events.append(
                    {"kind": kind, "run_id": run_id, "payload": payload, "occurred_at": at}
                )
    store.append(events)
    rows = store.query(
        "select run_id, list(session_id order by session_number) from facts.sessions group by all"
    ).rows()
    return dict(rows)


def test_numbers_and_dates_give_the_order(ordered):
    """Session 2 comes before 10 and 2025 before 2026, whichever was asked first."""
    expected = {
        "numbers": ["1", "2", "9", "10"],
        "words and a number": ["week 1", "week 9", "week 10"],
        "dates": ["2025-12-29", "2026-01-5", "2026-02-01"],
        "weeks": ["2025-W52", "2026-W9", "2026-W10"],
    }

    assert expected == {name: ordered[name] for name in expected}


def test_other_names_stand_in_the_order_in_which_they_began(ordered):
    """Words give no order, nor do days before months or names of two patterns."""
    expected = {
        "words": ["kickoff", "alpha", "second week"],
        "days first": ["31.01.2026", "01.02.2026"],
        "two patterns": ["b-1", "a-2"],
    }

    assert expected == {name: ordered[name] for name in expected}
