"""What was said is durable in seconds, or the caller hears of it; nothing is dropped."""

import asyncio
import threading
import time

import pytest

from evalstore.errors import SkippedRecordsError, StoreError, UsageError
from evalstore.running import appender
from evalstore.running.recording import buffer


@pytest.fixture
def broken(monkeypatch):
    """Return a list: while it holds an error, nothing can be written."""
    errors = []
    append = appender.append_events

    def append_unless_broken(*arguments, **options):
        if errors:
            raise errors[0]
        return append(*arguments, **options)

    monkeypatch.setattr(appender, "append_events", append_unless_broken)
    return errors


def wait_until(holds):
    """Wait for what another thread does; give up after a minute."""
    deadline = time.monotonic() + 60
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert holds()


def test_written_in_the_background(opened, payloads, monkeypatch):
    """Without a flush or an end, what was said is in the inbox after the seconds of a flush."""
    monkeypatch.setattr(buffer, "FLUSH_SECONDS", 0.1)
    run = opened()
    run.case("2 + 2?")
    wait_until(lambda: payloads("case_generated"))
    run.finish()


@pytest.mark.sweep
def test_folded_in_the_background(opened, store, monkeypatch):
    """A long run is folded from time to time, so that its numbers are there before its end."""
    monkeypatch.setattr(buffer, "FLUSH_SECONDS", 0.1)
    monkeypatch.setattr(appender, "FOLD_SECONDS", 0.0)
    run = opened()
    run.case("2 + 2?")
    run.flush()
    wait_until(lambda: [(1,)] == store.query("select count(*) from facts.cases").rows())
    run.finish()


@pytest.mark.sweep
def test_written_when_many(opened, payloads, monkeypatch):
    """Many events do not wait for the seconds of a flush."""
    monkeypatch.setattr(buffer, "FLUSH_SECONDS", 1e9)
    monkeypatch.setattr(buffer, "FLUSH_EVENTS", 3)
    run = opened()
    for number in range(3):
        run.case(str(number))
    wait_until(lambda: 3 == len(payloads("case_generated")))
    run.finish()


@pytest.mark.sweep
def test_flush(opened, payloads):
    """All is in the inbox when flush returns, once."""
    run = opened()
    run.case("2 + 2?").response("4")
    run.flush()
    run.flush()
    assert (1, 1) == (len(payloads("case_generated")), len(payloads("response_recorded")))
    run.finish()


@pytest.mark.sweep
def test_full_disk(opened, payloads, broken):
    """What cannot be written is kept, said with its count, and written once it can be."""
    run = opened()
    broken.append(StoreError("no space left on device"))
    run.case("2 + 2?")
    run.case("2 + 3?")
    with pytest.raises(StoreError, match="2 events could not be written: no space left"):
        run.flush()
    run.case("2 + 4?")
    broken.clear()
    run.flush()

    assert ["2 + 2?", "2 + 3?", "2 + 4?"] == [
        case["prompt"] for case in payloads("case_generated")
    ]
    run.finish()


@pytest.mark.sweep
def test_flush_is_told_itself(opened, broken, monkeypatch):
    """A flush that failed raises, though another thread was told of the error before."""
    run = opened()
    run.case("2 + 2?")
    broken.append(StoreError("no space left on device"))
    write = run.recorder.buffer._flush_or_keep

    def write_while_another_calls():
        failed = write()
        with pytest.raises(StoreError, match="1 event could not be written"):
            run.case("from another thread")
        return failed

    monkeypatch.setattr(run.recorder.buffer, "_flush_or_keep", write_while_another_calls)
    with pytest.raises(StoreError, match="1 event could not be written: no space left"):
        run.flush()
    monkeypatch.undo()
    run.finish()


@pytest.mark.sweep
def test_nothing_after_the_end(opened, payloads, monkeypatch):
    """What a thread says while the run is finished is refused, not dropped."""
    run = opened()
    case = run.case("2 + 2?")
    close = run.recorder.buffer.close

    def close_while_another_calls():
        with pytest.raises(UsageError, match="is finished"):
            case.response("4").verdict("exact", True)
        close()

    monkeypatch.setattr(run.recorder.buffer, "close", close_while_another_calls)
    run.finish()
    assert ([], 1) == (payloads("response_recorded"), len(payloads("run_finished")))


def test_full_disk_at_the_end(opened, payloads, broken):
    """The end says how many are not written; it may be tried again."""
    run = opened()
    broken.append(StoreError("no space left on device"))
    with pytest.raises(StoreError, match="2 events could not be written"), run:
        run.case("2 + 2?")
    broken.clear()
    run.finish()

    assert ["completed"] == [payload["status"] for payload in payloads("run_finished")]
    assert 1 == len(payloads("case_generated"))


@pytest.mark.sweep
def test_full_disk_at_the_beginning(opened, payloads, broken):
    """A run that cannot begin leaves nothing behind, and may be begun again."""
    before = {*threading.enumerate()}
    broken.append(StoreError("no space left on device"))
    with pytest.raises(StoreError, match="no space left on device; the run was not started"):
        opened(run_id="r1")
    assert {*threading.enumerate()} <= before
    broken.clear()
    opened(run_id="r1").finish()

    assert 1 == len(payloads("run_started"))


@pytest.mark.sweep
def test_error_of_the_thread(opened, payloads, broken, monkeypatch):
    """An error in the background is raised by the next call, which records nothing."""
    monkeypatch.setattr(buffer, "FLUSH_SECONDS", 0.1)
    run = opened()
    broken.append(OSError("no space left on device"))
    case = run.case("2 + 2?")
    wait_until(lambda: run.recorder.buffer._error is not None)
    with pytest.raises(StoreError, match="1 event could not be written"):
        case.response("4")
    broken.clear()

    assert 1 == case.response("4").attempt
    run.finish()
    assert 1 == len(payloads("response_recorded"))


@pytest.mark.sweep
def test_refused_event(opened, payloads, monkeypatch):
    """An event that the store refuses after all is named, and the others are written."""
    append = appender.append_events

    def refuse(layout, events, **options):
        if any(b"odd" in line for line in events):
            raise SkippedRecordsError("odd")
        return append(layout, events, **options)

    monkeypatch.setattr(appender, "append_events", refuse)
    run = opened()
    for prompt in ("a", "odd", "b"):
        run.case(prompt)
    with pytest.raises(StoreError, match="the store refused 1 event and recorded all others"):
        run.flush()

    assert ["a", "b"] == [case["prompt"] for case in payloads("case_generated")]
    run.finish()


@pytest.mark.sweep
def test_caller_waits_for_room(opened, payloads, monkeypatch):
    """Who says more than can be written waits for the thread that writes."""
    monkeypatch.setattr(buffer, "FLUSH_EVENTS", 1)
    monkeypatch.setattr(buffer, "BUFFERED_BYTES_MAX", 1)
    run = opened()
    for number in range(3):
        run.case(str(number))
        assert 0 == run.recorder.buffer._byte_count
    run.finish()
    assert 3 == len(payloads("case_generated"))


def test_threads(opened, payloads):
    """Threads that answer the same case get attempts of their own, and no event is lost."""
    run = opened()
    case = run.case("2 + 2?")

    def answer(thread):
        for number in range(200):
            case.response(f"{thread}.{number}")
            run.case(f"{thread}.{number}")

    threads = [threading.Thread(target=answer, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run.finish()

    responses = payloads("response_recorded")
    attempts = [payload.get("attempt", 1) for payload in responses]
    assert list(range(1, 1601)) == sorted(attempts)
    assert 1600 == len({payload["text"] for payload in responses})
    assert 1601 == len(payloads("case_generated"))


def test_tasks(opened, payloads):
    """Five hundred tasks record at once, and the end does not block their loop."""
    ticks = 0

    async def answer(run, number):
        with run.case(str(number)).answering() as reply:
            await asyncio.sleep(0)
            reply.text = str(number)
        reply.response.verdict("exact", True)

    async def tick():
        nonlocal ticks
        while True:
            await asyncio.sleep(0)
            ticks += 1

    async def main():
        async with opened() as run:
            await asyncio.gather(*(answer(run, number) for number in range(500)))
            ticking = asyncio.create_task(tick())
            await asyncio.sleep(0)
            before = ticks
        assert ticks > before + 1
        ticking.cancel()

    asyncio.run(main())
    assert 500 == len({payload["text"] for payload in payloads("response_recorded")})
    assert 500 == len(payloads("verdict_recorded"))
    assert ["completed"] == [payload["status"] for payload in payloads("run_finished")]


@pytest.mark.sweep
def test_interrupt(opened, payloads, broken):
    """Ctrl-C while the caller waits for a flush is no error of the store; nothing is lost."""
    run = opened()
    run.case("2 + 2?")
    broken.append(RuntimeError("Query interrupted"))
    with pytest.raises(KeyboardInterrupt):
        run.flush()
    broken.clear()
    run.finish()

    assert 1 == len(payloads("case_generated"))
