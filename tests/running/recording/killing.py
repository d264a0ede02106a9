"""
Record a run from processes of several threads, and kill some of the processes in between.

``python -m tests.running.recording.killing STORE FOLDER --seed 1`` writes to FOLDER what each
process was told is durable: a case id and a semicolon a line, after the flush that covered it. A
process is killed once it has acknowledged a drawn number of cases, so that the place of the kill
does not hang on the machine.
"""

import argparse
import multiprocessing
import os
import random
import signal
import threading
import time
from pathlib import Path

import evalstore
from evalstore.running import appender

RUN = "r1"
SYSTEM = "v2"


def record(run, folder, name, options):
    """Record the answers of one process, from several threads, and acknowledge what is durable."""
    acknowledged = os.open(folder / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def work(thread):
        said = []
        for number in range(1, options.answers + 1):
            case = run.case(f"{name}-{thread}-{number}", case_id=f"{name}-{thread}-{number}")
            # A kill may come between a response and its verdict, so that one is always said.
            response = run.answered(case) or case.response(f"answer {number}")
            response.verdict("exact", number % 2 == 0)
            said.append(case.case_id)
            if number % options.flush_every == 0 or number == options.answers:
                run.flush()
                # A kill in the middle of a write may leave the beginning of a line.
                os.write(acknowledged, "".join(f"\n{case_id};" for case_id in said).encode())
                said.clear()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(options.threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def count_acknowledged(folder, name):
    path = folder / name
    return path.read_bytes().count(b";") if path.exists() else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("store")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--answers", type=int, default=20)
    parser.add_argument("--flush-every", type=int, default=10)
    parser.add_argument("--start", default="fork", choices=["fork", "spawn"])
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    drawn = random.Random(options.seed)
    context = multiprocessing.get_context(options.start)
    # Flushes of the thread itself come between those that are asked for.
    appender.FLUSH_EVENTS = drawn.choice([7, 50, 5000])
    total = options.threads * options.answers
    store = evalstore.open(options.store)
    with store.run(suite="killed", systems=[SYSTEM], run_id=RUN, resume=True, git=False) as run:
        names = [f"p{number}" for number in range(options.processes)]
        killed_after = {
            name: drawn.randrange(total) for name in drawn.sample(names, options.processes // 2)
        }
        processes = {
            name: context.Process(target=record, args=(run, options.folder, name, options))
            for name in names
        }
        before = {name: count_acknowledged(options.folder, name) for name in names}
        for process in processes.values():
            process.start()
        while any(process.is_alive() for process in processes.values()):
            for name, count in list(killed_after.items()):
                if count_acknowledged(options.folder, name) - before[name] >= count:
                    time.sleep(drawn.random() * 0.05)
                    processes[name].kill()
                    del killed_after[name]
            time.sleep(0.005)
        codes = {process.exitcode for process in processes.values()}
        if not codes <= {0, -signal.SIGKILL}:
            raise SystemExit(f"a process ended with {codes}")


if __name__ == "__main__":
    main()
