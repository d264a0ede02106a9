"""Events become durable within seconds, and groups stay together."""

import pytest

from evalstore.errors import SkippedRecordsError, StoreError
from evalstore.running import appender as appending
from evalstore.running.appender import FLUSH_EVENTS, Appender
from evalstore.running.events import event, refused_events
from evalstore.store.layout import Layout
from evalstore.store.log import inbox


def made(tmp_path, clock=lambda: 0.0, on_refused=refused_events):
    layout = Layout(tmp_path / "warehouse")
    layout.create()
    return layout, Appender(layout, "suite:test@1", on_refused=on_refused, clock=clock)


def case(number):
    return event("case_generated", "r1", {"case_id": f"c{number}", "domain": "d"})


def test_nothing_waits_longer_than_seconds(tmp_path):
    """A tick appends what has waited, and nothing before its time."""
    now = [0.0]
    layout, appender = made(tmp_path, lambda: now[0])
    appender.add([case(1)])
    now[0] = 1.0
    appender.tick()
    early = inbox.names(layout)
    now[0] = 2.5
    appender.tick()

    assert ([], 1) == (early, len(inbox.names(layout)))


def test_many_events_do_not_wait(tmp_path):
    """A full batch is appended at once."""
    layout, appender = made(tmp_path)
    for number in range(FLUSH_EVENTS):
        appender.add([case(number)])

    assert 1 == len(inbox.names(layout))
    assert FLUSH_EVENTS == appender.appended_count


def test_nothing_makes_no_file(tmp_path):
    """An empty flush leaves no empty file behind."""
    layout, appender = made(tmp_path)
    appender.flush()

    assert [] == inbox.names(layout)


def test_what_failed_is_tried_again(tmp_path, monkeypatch):
    """An error of the disk loses no event and doubles none."""
    _, appender = made(tmp_path)
    append = appending.append_events
    errors = [StoreError("no space left on device")]

    def append_later(*arguments, **options):
        if errors:
            raise errors.pop()
        return append(*arguments, **options)

    monkeypatch.setattr(appending, "append_events", append_later)
    appender.add([case(1)])
    with pytest.raises(StoreError):
        appender.flush()
    assert (1, 0) == (appender.buffered_count, appender.appended_count)
    appender.add([case(2)])
    appender.flush()

    assert (0, 2) == (appender.buffered_count, appender.appended_count)


@pytest.mark.sweep
def test_refused_groups_are_found(tmp_path):
    """Each refused group is replaced, whichever it is, and all others are appended unchanged."""
    refused = []

    def replace(group, error):
        refused.append(group[0]["payload"]["case_id"])
        return [case(f"{refused[-1]}-replaced")]

    _, appender = made(tmp_path, on_refused=replace)
    for number in range(7):
        appender.add([case(number)] if number not in {2, 6} else [{**case(number), "kind": "x"}])
    appender.flush()

    assert ["c2", "c6"] == refused
    assert 7 == appender.appended_count


@pytest.mark.sweep
def test_refused_replacement(tmp_path):
    """Where the replacement is refused too, the others are appended before the error is raised."""
    _, appender = made(tmp_path)
    for group in ([case(1)], [{**case(2), "kind": "x"}], [case(3)]):
        appender.add(group)
    with pytest.raises(SkippedRecordsError):
        appender.flush()

    assert (0, 2) == (appender.buffered_count, appender.appended_count)
