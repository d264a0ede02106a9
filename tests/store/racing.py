"""Processes that use one store at the same time; test_processes runs them."""

import os
import sys
import time
import traceback
from pathlib import Path

from evalstore.errors import StoreBusyError
from evalstore.store import connections
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.log.fold import fold

WAIT_SECONDS = 60


def append(layout, process, number):
    """Accept one event of its own."""
    with connections.connect() as connection:
        connection.execute(
            """
            create temp table outgoing as
            select
                1 as place, 'case_generated' as kind, format('r{}', $process % 2) as run_id,
                format('{}-{}', $process, $number) as subject, null as supersedes,
                1 as schema_version, null as occurred_at, null as recorded_at,
                'test' as source,
                json_object('case_id', format('{}-{}', $process, $number), 'domain', 'd')
                    as payload,
                null as payload_salt, null as payload_hash
            """,
            {"process": process, "number": number},
        )
        writer = inbox.InboxWriter(layout)
        writer.write(connection, {"source": "test"})
        writer.publish()


def appending(layout, process, count, _):
    """Append one event after the other and never fold."""
    for number in range(count):
        append(layout, process, number)


def taking_turns(layout, process, count, _):
    """Append and fold, as one of many who all do both."""
    for number in range(count):
        append(layout, process, number)
        if not fold(layout, wait_seconds=WAIT_SECONDS).is_folded:
            raise StoreBusyError("nobody gave way")


def folding(layout, _, __, done):
    """Fold until told that all have appended."""
    while not done.exists():
        fold(layout, wait_seconds=WAIT_SECONDS)
        time.sleep(0.1)


def reading(layout, _, count, __):
    """Read again and again; what is seen is whole and never less than before."""
    seen = 0
    for _ in range(count):
        with connections.attached_for_reading(layout, wait_seconds=WAIT_SECONDS) as connection:
            [(events, recorded, cases)] = connection.execute(
                """
                select
                    (select count(*) from log.events),
                    (select coalesce(max(tree_size), 0) from log.batches),
                    (select count(*) from facts.cases)
                """
            ).fetchall()
        if not (seen <= events == recorded == cases):
            raise SystemExit(
                f"saw {events} events, {recorded} recorded, {cases} cases, {seen} before"
            )
        seen = events


def start(role, *arguments):
    """Run one role in a process of its own."""
    pid = os.fork()
    if pid == 0:
        try:
            role(*arguments)
        except SystemExit as leaving:
            sys.stderr.write(f"{role.__name__}: {leaving}\n")
            os._exit(1)
        except BaseException:  # noqa: BLE001 - a child says what it died of
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return pid


def failure_count(pids):
    """Wait for processes; return how many of them failed."""
    return sum(os.waitpid(pid, 0)[1] != 0 for pid in pids)


def main(root, game, process_count, count):
    """Play one game to its end; the exit code is the number of processes that failed."""
    layout = Layout(Path(root))
    done = layout.root.with_suffix(".done")
    others = []
    role = taking_turns
    if game == "appending":
        role = appending
        others = [start(folding, layout, 0, 0, done)]
    players = [start(role, layout, process, count, done) for process in range(process_count)]
    if game == "appending":
        players.append(start(reading, layout, 0, count, done))
    failures = failure_count(players)
    done.touch()
    sys.exit(failures + failure_count(others))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
