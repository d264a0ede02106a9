"""
What stopping early saves, and how often it blocks what did not change, looking after every case.

Cases come one by one. A look fails on evidence of 2 / alpha, as `gate --while-running` does, or
passes where a drop of more than `max_drop` is ruled out so; who was not decided is tested at the
planned end, as `gate` does. The planned number of cases is that with which the test at the end
alone has the power. "Of the same level" is the test that blocks as often by chance as looks and
end together may: one-sided 5 %, where the gate's is 2.5 %. GPQA are 198 questions that one model
answered five times (`$EVALSTORE_REAL_DATA/decisions`): questions and answers are drawn with
replacement, and right answers are lost until the difference is there.
"""

import argparse
import csv
import os
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import duckdb
import numpy as np
from scipy import stats

from benchmarks.harness import table
from evalstore.base import sql_files
from evalstore.store.facts import schema

HISTORY_COUNT, SAVED_COUNT, SEED = 10_000, 2_000, 20_261_129
ALPHA = 0.05
FAIL_LEVEL = ALPHA / 2
POWERS, DIFFERENCES = (0.8, 0.95), (0.05, 0.1, 0.2)
PLANNED_MAX = 4_000
DISCORDANT_SHARE = 0.3
TARGET, TARGET_DIFFERENCE, TARGET_POWER = 0.3, 0.1, 0.95
# Drops of this many histories and cases, each -1 to 1.
Drawn = Callable[[np.random.Generator, int, int, float], np.ndarray]


@dataclass(frozen=True, slots=True)
class World:
    """Where drops of cases come from; a binary one is -1, 0 or 1."""

    name: str
    drawn: Drawn
    is_binary: bool


def main() -> None:
    """Simulate and print; exits 1 if false blocks exceed the level or too little is saved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=HISTORY_COUNT)
    count = parser.parse_args().histories
    _require_same_capital()
    worlds = [World("pairs, 30 % of them differ", _pairs, is_binary=True)]
    worlds += _gpqa_worlds()
    false_share = _print_false_blocks(worlds, count)
    saved_count = min(count, SAVED_COUNT)
    saved = _print_saved(worlds, saved_count)
    _print_ruled_out(worlds, saved_count)
    _print_models(count)
    if false_share > ALPHA or saved < TARGET:
        raise SystemExit(f"{false_share:.2%} false blocks, {saved:.0%} saved")


def _print_false_blocks(worlds: list[World], count: int) -> float:
    rows, worst = [], 0.0
    for world in worlds:
        for case_count in (100, 400):
            for allowed in (0.0, 0.05):
                rng = np.random.default_rng(SEED)
                drops = world.drawn(rng, count, case_count, allowed)
                first = _failed_at(drops, allowed, is_binary=world.is_binary)
                early = first < case_count
                end = _fails_at_end(drops, allowed, FAIL_LEVEL, is_binary=world.is_binary)
                share = float((early | end).mean())
                worst = max(worst, share)
                rows.append(
                    (world.name, str(case_count), f"{allowed:g}", f"{early.mean():.2%}",
                     f"{end.mean():.2%}", f"{share:.2%}")
                )  # fmt: skip
    table(
        f"False blocks: the true drop is `max_drop`, {count:,} histories, a look after every case",
        ("world", "cases", "max_drop", "by a look", "at the end", "either"),
        rows,
    )
    return worst


def _print_saved(worlds: list[World], count: int) -> float:
    rows, least = [], 1.0
    for world in worlds:
        for power in POWERS:
            for difference in DIFFERENCES:
                planned = _planned(world, difference, power, FAIL_LEVEL)
                same_level = _planned(world, difference, power, ALPHA)
                if planned is None or same_level is None:
                    continue
                rng = np.random.default_rng(SEED)
                drops = world.drawn(rng, count, planned, difference)
                first = _failed_at(drops, 0.0, is_binary=world.is_binary)
                end = _fails_at_end(drops, 0.0, FAIL_LEVEL, is_binary=world.is_binary)
                asked = float(np.minimum(first + 1, planned).mean())
                blocked = float(((first < planned) | end).mean())
                saved = 1 - asked / planned
                if world.is_binary and (difference, power) == (TARGET_DIFFERENCE, TARGET_POWER):
                    least = min(least, saved)
                rows.append(
                    (world.name, f"{difference:.0%}", f"{power:.2f}", str(planned),
                     f"{blocked:.3f}", f"{asked:.0f}", f"{saved:.0%}",
                     f"{1 - asked / same_level:.0%}")
                )  # fmt: skip
    table(
        "Saved where a system is worse, `max_drop` = 0",
        ("world", "drop", "power", "planned", "blocked", "asked, mean", "saved",
         "saved of a test of the same level"),
        rows,
    )  # fmt: skip
    return least


def _print_ruled_out(worlds: list[World], count: int) -> None:
    rows = []
    for world in worlds:
        for allowed in (0.0, *DIFFERENCES):
            planned = _planned(world, allowed or TARGET_DIFFERENCE, TARGET_POWER, FAIL_LEVEL)
            if planned is None:
                continue
            drops = world.drawn(np.random.default_rng(SEED), count, planned, 0.0)
            failed = _failed_at(drops, allowed, is_binary=world.is_binary)
            passed = _failed_at(-drops, -allowed, is_binary=world.is_binary)
            asked = np.minimum(np.minimum(failed, passed) + 1, planned)
            rows.append(
                (world.name, f"{allowed:g}", str(planned), f"{(passed < planned).mean():.2f}",
                 f"{asked.mean():.0f}", f"{1 - asked.mean() / planned:.0%}")
            )  # fmt: skip
    table(
        "Saved where nothing changed, by `max_drop`",
        ("world", "max_drop", "planned", "passed early", "asked, mean", "saved"),
        rows,
    )


def _print_models(count: int) -> None:
    scores = _scores()
    if len(scores) < 2:  # noqa: PLR2004 - a pair
        return
    (name, one), (other, two) = sorted(scores.items(), key=lambda item: -item[1].mean())
    differences = one.mean(axis=1) - two.mean(axis=1)
    rng = np.random.default_rng(SEED)
    drops = rng.permuted(np.tile(differences, (count, 1)), axis=1)
    first = _failed_at(drops, 0.0, is_binary=False)
    end = _fails_at_end(drops[:1], 0.0, FAIL_LEVEL, is_binary=False)
    asked = np.minimum(first + 1, len(differences))
    table(
        f"GPQA as it is: {other} after {name}, {differences.mean():.3f} worse, "
        f"{len(differences)} questions of five attempts in {count:,} orders",
        ("blocked by a look", "blocked at the end", "asked, mean", "saved"),
        [
            (
                f"{(first < len(differences)).mean():.2%}", "yes" if end[0] else "no",
                f"{asked.mean():.0f}", f"{1 - asked.mean() / len(differences):.0%}",
            )
        ],
    )  # fmt: skip


def _pairs(rng: np.random.Generator, count: int, case_count: int, drop: float) -> np.ndarray:
    luck = rng.random((count, case_count))
    lost = (DISCORDANT_SHARE + drop) / 2
    return (luck < lost).astype(float) - ((luck >= lost) & (luck < DISCORDANT_SHARE))


def _gpqa_worlds() -> list[World]:
    scores = _scores()
    if not scores:
        return []
    right = max(scores.values(), key=np.mean)
    return [
        World(f"GPQA, {k} attempt{'s' if k > 1 else ''}", _resampled(right, k), is_binary=k == 1)
        for k in (1, 5)
    ]


def _resampled(right: np.ndarray, attempts: int) -> Drawn:
    def drawn(rng: np.random.Generator, count: int, case_count: int, drop: float) -> np.ndarray:
        chances = right.mean(axis=1)[rng.integers(0, len(right), (count, case_count))]
        before = rng.binomial(attempts, chances)
        after = rng.binomial(attempts, chances * (1 - drop / right.mean()))
        return (before - after) / attempts

    return drawn


@cache
def _scores() -> dict[str, np.ndarray]:
    """Return whether each answer is right, by model: a row for each question."""
    folder = os.environ.get("EVALSTORE_REAL_DATA")
    if folder is None:
        return {}
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    path = Path(folder) / "decisions/gpqa_diamond_scores.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[row["model_id"]][row["item_id"]].append(float(row["score"]))
    return {
        model: np.array([items[name] for name in sorted(items)]) for model, items in found.items()
    }


@cache
def _planned(world: World, difference: float, power: float, level: float) -> int | None:
    """Return the number of cases with which the test at the end has the power."""

    def is_enough(case_count: int) -> bool:
        drops = world.drawn(np.random.default_rng(SEED + 1), 4_000, case_count, difference)
        return _fails_at_end(drops, 0.0, level, is_binary=world.is_binary).mean() >= power

    low, high = 10, 20
    while high < PLANNED_MAX and not is_enough(high):
        low, high = high, 2 * high
    while high - low > max(1, high // 100):
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high if high < PLANNED_MAX else None


def _failed_at(drops: np.ndarray, allowed: float, *, is_binary: bool) -> np.ndarray:
    """Return after which case a look shows a drop, from 0; the number of cases if none does."""
    if is_binary and not allowed:
        evidence = _evidence(drops.shape[1])
        losses, wins = (drops > 0).cumsum(axis=1), (drops < 0).cumsum(axis=1)
        is_shown = evidence[losses, wins] >= -np.log(FAIL_LEVEL)
    else:
        is_shown = _capital((drops + 1) / 2, (allowed + 1) / 2) >= -np.log(FAIL_LEVEL)
    return np.where(is_shown.any(axis=1), is_shown.argmax(axis=1), drops.shape[1])


def _fails_at_end(
    drops: np.ndarray, allowed: float, level: float, *, is_binary: bool
) -> np.ndarray:
    if is_binary and not allowed:
        losses, wins = (drops > 0).sum(axis=1), (drops < 0).sum(axis=1)
        return stats.binom.sf(losses - 1, losses + wins, 0.5) <= level
    error = drops.std(axis=1, ddof=1) / np.sqrt(drops.shape[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.nan_to_num((drops.mean(axis=1) - allowed) / error)
    return stats.t.sf(distance, drops.shape[1] - 1) <= level


def _capital(shares: np.ndarray, bound: float) -> np.ndarray:
    """Return the logarithm of the capital after each case, as the macros compute it."""
    total, squares = np.full(len(shares), 0.5), np.full(len(shares), 0.25)
    capital = np.zeros(len(shares))
    after = np.empty(shares.shape)
    for place in range(shares.shape[1]):
        share = shares[:, place]
        bet = np.sqrt(-2 * np.log(FAIL_LEVEL) / (np.log(place + 2) * squares))
        capital = capital + np.log1p(np.minimum(bet, 0.5 / bound) * (share - bound))
        total = total + share
        squares = squares + (share - total / (place + 2)) ** 2
        after[:, place] = capital
    return after


@cache
def _evidence(case_count: int) -> np.ndarray:
    """Return the logarithm of the evidence of a drop, by losses and wins."""
    losses, wins = np.ogrid[: case_count + 1, : case_count + 1]
    integral = stats.beta.logsf(0.5, losses + 1, wins + 1)
    from scipy.special import betaln

    return (losses + wins + 1) * np.log(2) + betaln(losses + 1, wins + 1) + integral


def _require_same_capital() -> None:
    """Raise SystemExit unless the macros of the store say what is simulated here."""
    rng = np.random.default_rng(SEED)
    shares, evidence = rng.random((40, 60)), _evidence(60)
    capital = np.maximum(_capital(shares, 0.45).max(axis=1), 0)
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as evalstore")
        connection.execute("use evalstore")
        schema.create(connection)
        for row, expected in zip(shares, capital, strict=True):
            [(said, _)] = connection.execute(
                sql_files.read("sql/looks/evidence_of_mean"),
                {"shares": row.tolist(), "bound": 0.45, "alpha": FAIL_LEVEL},
            ).fetchall()
            if abs(said - expected) > 1e-9:  # noqa: PLR2004 - rounding
                raise SystemExit(f"the macro says {said}, simulated is {expected}")
        for losses, wins in rng.integers(0, 60, (40, 2)).tolist():
            [(said,)] = connection.execute(
                "select macros.log_evidence_of_drop($1, $2)", [losses, wins]
            ).fetchall()
            if abs(said - evidence[losses, wins]) > 1e-8:  # noqa: PLR2004 - rounding
                raise SystemExit(f"the macro says {said} of {losses} and {wins}")


if __name__ == "__main__":
    main()
