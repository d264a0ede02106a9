"""A process that appends and folds until it is killed, again and again; test_crash runs it."""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from evalstore.store import connections
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.log.fold import fold

EVENTS_IN_APPEND = 3
APPENDS_BEFORE_FOLD = 2
PHASES = ("append", "fold", "recovery")


def append(layout, number):
    """Accept one append of a few events; return once they are durable."""
    with connections.connect() as connection:
        connection.execute(
            """
            create temp table outgoing as
            select
                i as place, 'case_generated' as kind, 'r1' as run_id,
                format('{}-{}', $number, i) as subject, null as supersedes, 1 as schema_version,
                null as occurred_at, null as recorded_at, 'test' as source,
                json_object('case_id', format('{}-{}', $number, i), 'domain', 'd') as payload,
                null as payload_salt, null as payload_hash
            from range($count) as numbers (i)
            """,
            {"number": number, "count": EVENTS_IN_APPEND},
        )
        writer = inbox.InboxWriter(layout)
        writer.write(connection, {"source": "test"})
        writer.publish()


def live(layout, number, say):
    """Recover, then append and fold for ever, saying before and after each what it is."""
    say("recovery")
    fold(layout)
    while True:
        for _ in range(APPENDS_BEFORE_FOLD):
            say("append")
            append(layout, number)
            say(f"accepted {number}")
            number += 1
        say("fold")
        fold(layout)
        say("folded")


class Life:
    """One process from its start to its violent end."""

    def __init__(self, layout, number):
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            live(layout, number, lambda text: os.write(writing, f"{text}\n".encode()))
        os.close(writing)
        self.said = os.fdopen(reading, encoding="utf-8")
        self.accepted = []

    def hear(self):
        """Return the next thing it says, and when; note what it says it has accepted."""
        text = self.said.readline().strip()
        if text.startswith("accepted"):
            self.accepted.append(int(text.split()[1]))
        return text, time.monotonic()

    def wait_for(self, phase):
        """Listen until it begins the phase."""
        text, at = self.hear()
        while text and text != phase:
            text, at = self.hear()
        if not text:
            raise SystemExit(f"the process died by itself before {phase}")
        return at

    def kill(self):
        """End it at once, and note what it had still said."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        while self.hear()[0]:
            pass
        self.said.close()


def durations(layout):
    """Measure how long each phase takes, in seconds, on this machine."""
    life = Life(layout, -100)
    taken = {}
    for phase in ("recovery", "append", "fold"):
        begun_at = life.wait_for(phase)
        taken[phase] = life.hear()[1] - begun_at
    life.kill()
    return taken, life.accepted


def main(root, seed, kill_count):
    """Kill at random moments of every phase; print what had been accepted and when it died."""
    layout = Layout(Path(root))
    rng = random.Random(seed)
    taken, accepted = durations(layout)
    killed = dict.fromkeys(PHASES, 0)
    number = 0
    for turn in range(kill_count):
        phase = PHASES[turn % len(PHASES)]
        life = Life(layout, number)
        life.wait_for(phase)
        time.sleep(rng.uniform(0, taken[phase]))
        life.kill()
        killed[phase] += 1
        accepted += life.accepted
        # The one that was being appended may have arrived or not: its number is not used again.
        number += 100
    print(json.dumps({"accepted": accepted, "killed": killed}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
