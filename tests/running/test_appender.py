"""Events become durable within seconds, and groups stay together."""

from evalstore.running.appender import FLUSH_EVENTS, Appender
from evalstore.running.events import event, refused_events
from evalstore.store import inbox
from evalstore.store.layout import Layout


def made(tmp_path, clock=lambda: 0.0):
    layout = Layout(tmp_path / "warehouse")
    layout.create()
    return layout, Appender(layout, "suite:test@1", on_refused=refused_events, clock=clock)


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
