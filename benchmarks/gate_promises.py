"""
What gates do by chance, under the rules as they were and as they are.

Each row is one scene of a system whose truth is known, and draws 10,000 histories of it by a kept
seed. What is drawn are counts: of right answers, or of pairs that were lost and won. The functions
that decide in `gate` answer each count that was drawn, once. With ``--store 200`` so many
histories of the scenes of one run are also put into ``facts.scored`` and decided by ``evaluate``,
and the benchmark stops where a decision differs from the function's.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import duckdb
import numpy as np

from benchmarks.gate_simulation import store
from benchmarks.harness import table
from benchmarks.promised_runs import added, decided_in_store
from evalstore.gates.adaptive import bounded
from evalstore.gates.bounds import bound_p_value, met_p_value
from evalstore.gates.decide import decide
from evalstore.gates.gate import NONE_MISSES, RULED_OUT, SHOWN, Adaptive, Gate
from evalstore.gates.measured import Measured
from evalstore.gates.power.outcomes import of_differences, of_pairs
from evalstore.gates.tries import level_of_try
from evalstore.statistics.adjusting import HOLM, NONE, adjusted
from evalstore.statistics.paired import mcnemar
from evalstore.statistics.wilson import wilson

SEED = 51
HISTORIES = 10_000
ALPHA = 0.05
NIGHTS = 60
# A drop that may not go undetected.
UNDETECTED = 0.08
# Of a system that does not change from night to night.
ACCURACY = 0.85
BOUND = Gate("bound", "accuracy", minimum=0.85)
DROP = Gate("drop", "accuracy", max_drop=0.02, baseline="last-green")
Answers = Counter[str]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: the scene, the rule, and how often each answer came."""

    scene: str
    rule: str
    answers: Answers
    note: str = ""

    def cells(self) -> tuple[str, ...]:
        """Return the scene, the rule, and the share of each answer."""
        total = self.answers.total()
        shares = (self.answers[name] / total for name in ("pass", "fail", "undecided"))
        return (self.scene, self.rule, *(f"{share:.1%}" for share in shares), self.note)


def main() -> None:
    """Simulate, decide and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=HISTORIES)
    parser.add_argument("--store", type=int, default=0, metavar="COUNT")
    asked = parser.parse_args()
    lines = [line for scene in SCENES for line in scene(asked.histories)]
    table(
        f"{asked.histories:,} histories a line, seed {SEED}",
        ("scene", "rule", "pass", "fail", "undecided", ""),
        [line.cells() for line in lines],
    )
    if asked.store:
        with duckdb.connect() as connection:
            print(through_the_store(connection, asked.store))


def row_of(right: int, count: int, name: str = "all") -> Measured:
    """Return the row of a share, with Wilson's interval."""
    return Measured("maia", "factual", "all", name, "", right / count, count, 0, 0, count,
                    *wilson(right, count))  # fmt: skip


@cache
def of_bound(gate: Gate, right: int, count: int, try_number: int = 1) -> str:
    """Return the answer of a bound on a share, on a try."""
    row = row_of(right, count)
    met = met_p_value(gate, row)
    return decide(gate, row, is_completed=True, met_p_value=met, try_number=try_number).answer


def counted(counts: np.ndarray, answer: Callable[..., str]) -> Answers:
    """Return how often each answer came of counts, a row or number for each history."""
    values, times = np.unique(counts, axis=0, return_counts=True)
    found: Answers = Counter()
    for value, number in zip(values, times, strict=True):
        found[answer(*np.atleast_1d(value).tolist())] += int(number)
    return found


def bounds(histories: int) -> list[Line]:
    """A bound of 0.85 on 100 cases, and a system below, at and above it."""
    lines = []
    for true in (0.83, 0.85, 0.92):
        drawn = np.random.default_rng(SEED).binomial(100, true, histories)
        for rule, gate in (("point", BOUND), ("shown", shown(BOUND))):
            answers = counted(drawn, lambda right, gate=gate: of_bound(gate, right, 100))
            lines.append(Line(f"min 0.85, 100 cases, truly {true}", rule, answers))
    return lines


def shown(gate: Gate) -> Gate:
    """Return the gate with what must be shown."""
    return replace(gate, requirement=SHOWN)


DOMAIN = Gate("domains", "accuracy", minimum=0.80, slice_name="domain", slice_value=None)
DOMAIN_RULES = {
    "point": (DOMAIN, NONE),
    "shown, all of them": (shown(DOMAIN), HOLM),
    "shown, none misses": (replace(shown(DOMAIN), each=NONE_MISSES), HOLM),
}


def of_domains(gate: Gate, control: str, rights: tuple[int, ...]) -> list[str]:
    """Return the answers in domains of fifty cases, held together by a control."""
    rows = [row_of(right, 50) for right in rights]
    p_values = [bound_p_value(gate, row) if control != NONE else None for row in rows]
    return [
        decide(gate, row, is_completed=True, bound_p_value=p_value, alpha=ALPHA).answer
        for row, p_value in zip(rows, adjusted(p_values, control), strict=True)
    ]


def worst(answers: list[str]) -> str:
    """Return the answer of all gates of a run."""
    return next(name for name in ("fail", "undecided", "pass") if name in answers)


def domains(histories: int) -> list[Line]:
    """Five domains of fifty cases, all five points above the bound; then one far below."""
    lines = []
    for scene, true in (
        ("5 domains of 50 cases, min 0.80, truly 0.85", [0.85] * 5),
        ("the same, but one truly 0.55", [0.55, *[0.85] * 4]),
    ):
        drawn = np.sort(np.random.default_rng(SEED).binomial(50, true, (histories, 5)), axis=1)
        for rule, (gate, control) in DOMAIN_RULES.items():

            def answer(*rights: int, gate: Gate = gate, control: str = control) -> str:
                return worst(of_domains(gate, control, rights))

            lines.append(Line(scene, rule, counted(drawn, answer)))
    return lines


def nights(histories: int) -> list[Line]:
    """Sixty nights of 100 cases, nothing changes, and a threshold computed from earlier ones."""
    values = np.random.default_rng(SEED).binomial(100, 0.85, (histories, NIGHTS)) / 100
    lines = []
    for rule, adaptive in (("3 sigmas", Adaptive()), ("alarm 0.01", Adaptive(alarm=0.01)),
                           ("alarm 0.001", Adaptive(alarm=0.001))):  # fmt: skip
        failed = np.zeros(values.shape, dtype=bool)
        for history, night in far_below(adaptive, values):
            failed[history, night] = is_blocked(adaptive, values[history].tolist(), night)
        count = int(failed.any(axis=1).sum())
        answers = Counter({"fail": count, "pass": histories - count})
        note = f"{failed.sum() / histories:.2f} blocks in 60 nights"
        lines.append(Line("60 nights of 100 cases, truly 0.85", rule, answers, note))
    return lines


def far_below(rule: Adaptive, values: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield history and night of values two deviations below; no rule blocks any other."""
    for night in range(rule.run_count_min, NIGHTS):
        window = values[:, max(0, night - rule.run_count) : night]
        edges = window.mean(axis=1) - 2 * window.std(axis=1, ddof=1)
        for history in np.flatnonzero(values[:, night] < edges + 1e-9):
            yield int(history), night


def is_blocked(rule: Adaptive, history: list[float], night: int) -> bool:
    """Return True if a night misses the threshold of the nights before it."""
    earlier = history[max(0, night - rule.run_count) : night]
    if len(earlier) < rule.run_count_min:
        return False
    gate = bounded(Gate("a", "accuracy"), rule, earlier, [100] * len(earlier), 100)
    return isinstance(gate, Gate) and history[night] < (gate.minimum or 0.0)


@cache
def of_drop(gate: Gate, lost: int, won: int, pair_count: int) -> str:
    """Return the answer of a gate against a drop."""
    return of_pairs(gate, lost, won, pair_count, ALPHA)


def baselines(histories: int) -> list[Line]:
    """Sixty nights of 250 cases against the last green one, nothing changes."""
    lines = []
    for rule, gate in (("point", DROP), ("shown", shown(DROP))):
        rng = np.random.default_rng(SEED)
        baseline = rng.random((histories, 250)) < ACCURACY
        blocked = []
        for _ in range(NIGHTS - 1):
            night = rng.random((histories, 250)) < ACCURACY
            lost = (baseline & ~night).sum(axis=1).tolist()
            won = (~baseline & night).sum(axis=1).tolist()
            pairs = zip(lost, won, strict=True)
            failed = np.array([of_drop(gate, *pair, 250) == "fail" for pair in pairs])
            blocked.append(failed)
            baseline[~failed] = night[~failed]
        for when, found in (("second night", blocked[0]), ("sixtieth night", blocked[-1])):
            count = int(found.sum())
            answers = Counter({"fail": count, "pass": histories - count})
            scene = f"max_drop 0.02 from last-green, 250 cases, {when}"
            lines.append(Line(scene, rule, answers))
    return lines


def families(histories: int) -> list[Line]:
    """Twenty gates against any drop on 200 cases each, nothing changes."""
    chances = [0.1, 0.1, 0.8]
    drawn = np.random.default_rng(SEED).multinomial(200, chances, (histories, 20))[:, :, :2]
    p_of = cache(lambda lost, won: 1.0 if lost <= won else mcnemar(lost, won))
    p_values = [[p_of(*pair) for pair in history] for history in drawn.tolist()]
    lines = []
    for rule in (NONE, HOLM):
        answers = Counter(
            "fail" if min(p for p in adjusted(each, rule) if p is not None) <= ALPHA else "pass"
            for each in p_values
        )
        lines.append(Line("20 gates against a drop, 200 cases each", f"control {rule}", answers))
    return lines


def tries(histories: int) -> list[Line]:
    """A system below its bound, tried again up to five times until it passes."""
    lines = []
    for true in (0.83, 0.85):
        drawn = np.random.default_rng(SEED).binomial(100, true, (histories, 5)).tolist()
        for rule, gate in (("point", BOUND), ("shown", shown(BOUND))):
            answers = Counter(
                "pass"
                if any(of_bound(gate, right, 100, k) == "pass" for k, right in enumerate(each, 1))
                else "fail"
                for each in drawn
            )
            scene = f"min 0.85, 100 cases, truly {true}, five tries"
            lines.append(Line(scene, rule, answers))
    last = level_of_try(ALPHA, 5)
    return [*lines[:-1], replace(lines[-1], note=f"the fifth passes at {last:.2g}")]


def releases(histories: int) -> list[Line]:
    """Without a drop, and with one just beyond what is allowed, on 400 cases."""
    lines = []
    for drop in (0.0, 0.05, 0.10):
        chances = [0.04 + drop, 0.04, 0.92 - drop]
        drawn = np.random.default_rng(SEED).multinomial(400, chances, histories)[:, :2]
        for rule in (SHOWN, RULED_OUT):
            gate = replace(DROP, requirement=rule, max_drop=0.05)
            answers = counted(drawn, lambda lost, won, gate=gate: of_drop(gate, lost, won, 400))
            lines.append(Line(f"max_drop 0.05, 400 cases, truly worse by {drop:g}", rule, answers))
    return lines


def undetected(histories: int) -> list[Line]:
    """A drop of as much as may not go undetected, and none, on 200 cases."""
    lines = []
    for drop in (0.0, UNDETECTED):
        chances = [0.04 + drop, 0.04, 0.92 - drop]
        drawn = np.random.default_rng(SEED).multinomial(200, chances, histories)[:, :2]
        for rule, gate in (
            ("shown", replace(shown(DROP), max_drop=0.0)),
            (
                f"shown, max_undetected {UNDETECTED}",
                replace(shown(DROP), max_drop=0.0, max_undetected=UNDETECTED),
            ),
        ):
            answers = counted(drawn, lambda lost, won, gate=gate: of_drop(gate, lost, won, 200))
            lines.append(Line(f"max_drop 0, 200 cases, truly worse by {drop:g}", rule, answers))
    return lines


def means(histories: int) -> list[Line]:
    """A night of 250 cases against the mean of the three before, without a drop and with one."""
    gate = replace(shown(DROP), max_drop=0.0, baseline="mean:3")
    lines = []
    for drop in (0.0, 0.1):
        rng = np.random.default_rng(SEED)
        found: Answers = Counter()
        for _ in range(histories):
            before = rng.binomial(3, ACCURACY, 250) / 3
            drops = before - (rng.random(250) < ACCURACY - drop)
            deviation = float(drops.std(ddof=1))
            found[of_differences(gate, float(drops.mean()), deviation, 250, ALPHA)] += 1
        scene = f"max_drop 0 from mean:3, 250 cases, truly worse by {drop:g}"
        lines.append(Line(scene, "shown", found))
    return lines


SCENES = (
    bounds, domains, nights, baselines, means, families, tries, undetected, releases
)  # fmt: skip


def through_the_store(connection: duckdb.DuckDBPyConnection, count: int) -> str:
    """Decide runs by ``evaluate``, and say how many; stop where the functions decide otherwise."""
    reader = store(connection)
    rng = np.random.default_rng(SEED)
    compared = 0
    for number, right in enumerate(rng.binomial(100, 0.85, count).tolist()):
        run_id = added(
            reader, f"bound-{number}", {"all": [True] * right + [False] * (100 - right)}
        )
        for gate in (BOUND, shown(BOUND)):
            compared += same(decided_in_store(reader, gate, run_id), [of_bound(gate, right, 100)])
    for number, rights in enumerate(rng.binomial(50, 0.85, (count, 5)).tolist()):
        answers = {
            f"d{place}": [True] * right + [False] * (50 - right)
            for place, right in enumerate(rights)
        }
        run_id = added(reader, f"domains-{number}", answers)
        for gate, control in DOMAIN_RULES.values():
            found = decided_in_store(reader, gate, run_id, control)
            compared += same(found, of_domains(gate, control, tuple(rights)))
    for number, (lost, won, _) in enumerate(rng.multinomial(400, [0.07, 0.04, 0.89], count)):
        sides = (
            [True] * lost + [False] * won + [True] * (400 - lost - won),
            [False] * lost + [True] * won + [True] * (400 - lost - won),
        )
        old, new = (
            added(reader, f"{name}-{number}", {"all": side})
            for name, side in zip(("old", "new"), sides, strict=True)
        )
        for rule in (SHOWN, RULED_OUT):
            gate = replace(DROP, requirement=rule, max_drop=0.05, baseline=f"run:{old}")
            expected = of_drop(gate, int(lost), int(won), 400)
            compared += same(decided_in_store(reader, gate, new), [expected])
    return f"{compared:,} decisions through the store, each that of the function"


def same(found: list[str], expected: list[str]) -> int:
    """Return how many decisions were compared; stop if one differs."""
    if found != expected:
        raise SystemExit(f"the store decides {found}, the functions {expected}")
    return len(found)


if __name__ == "__main__":
    main()
