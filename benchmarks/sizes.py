"""
Whether the numbers of cases that ``evalstore size`` names have the power that it says.

Each answer is held against simulated evaluations: cases are drawn one by one, their values are
summed, and ``decide`` of the gates decides on each. An answer is short if its power lies more than
three standard errors of the simulation below the one that was asked for.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.harness import table
from evalstore.gates.power.outcomes import of_differences, of_mean, of_pairs, of_share
from evalstore.gates.power.plans import SizeQuestion
from evalstore.gates.power.size_questions import SizeAnswer, answered

DRAW_COUNT = 10_000
SEED = 20_261_129
ERRORS_MAX = 3.0
Answers = Iterator[str]
Draw = Callable[[SizeAnswer, int, int, np.random.Generator], Answers]


def right_counts(answer: SizeAnswer, count: int, draws: int, rng: np.random.Generator) -> Answers:
    """Yield the answer on a share of independent cases, each attempted once."""
    decided = cache(lambda right: of_share(answer.plan.gate, right, count))
    yield from (decided(int(right)) for right in rng.binomial(count, answer.plan.truth, draws))


def lost_and_won(answer: SizeAnswer, count: int, draws: int, rng: np.random.Generator) -> Answers:
    """Yield the answer on pairs of which some are lost and some won."""
    asked, gate = answer.question, answer.plan.gate
    before = asked.baseline or 0.0
    differing = 2 * before * (1 - before) if asked.discordant is None else asked.discordant
    lost, won = differing / 2 + asked.drop, differing / 2
    decided = cache(lambda lost, won: of_pairs(gate, lost, won, count, asked.alpha))
    pairs = rng.multinomial(count, [lost, won, 1 - lost - won], draws)
    yield from (decided(int(lost), int(won)) for lost, won, _ in pairs)


def normal_values(answer: SizeAnswer, count: int, draws: int, rng: np.random.Generator) -> Answers:
    """Yield the answer on normal values of cases, or on normal differences of pairs."""
    asked, plan = answer.question, answer.plan
    for _ in range(draws):
        values = rng.normal(plan.truth, asked.spread, count)
        mean, deviation = float(values.mean()), float(values.std(ddof=1))
        if plan.is_of_drop:
            yield of_differences(plan.gate, mean, deviation, count, asked.alpha)
        else:
            yield of_mean(plan.gate, mean, deviation, count)


def attempts(answer: SizeAnswer, count: int, draws: int, rng: np.random.Generator) -> Answers:
    """Yield the answer on means of attempts, at cases of which each has a chance of its own."""
    asked, truth = answer.question, answer.plan.truth
    times = 1 / asked.alike - 1
    for _ in range(draws):
        chances = rng.beta(truth * times, (1 - truth) * times, count)
        values = rng.binomial(asked.attempt_count, chances) / asked.attempt_count
        yield of_mean(answer.plan.gate, float(values.mean()), float(values.std(ddof=1)), count)


def paired_attempts(
    answer: SizeAnswer, count: int, draws: int, rng: np.random.Generator
) -> Answers:
    """Yield the answer on means of attempts, all cases alike but those that the drop takes."""
    asked = answer.question
    for _ in range(draws):
        before, after = rng.binomial(asked.attempt_count, asked.baseline, (2, count))
        lost = rng.random(count) < asked.drop
        drops = (before - after) / asked.attempt_count + lost
        yield of_differences(
            answer.plan.gate, float(drops.mean()), float(drops.std(ddof=1)), count, asked.alpha
        )


@dataclass(frozen=True, slots=True)
class SizeScene:
    """A question, and how evaluations of its kind are drawn."""

    name: str
    question: SizeQuestion
    draw: Draw


SCENES = (
    SizeScene("at least .85, truly .90", SizeQuestion("accuracy", minimum=0.85, truth=0.9),
          right_counts),
    SizeScene("at least .95, truly .97", SizeQuestion("accuracy", minimum=0.95, truth=0.97),
          right_counts),
    SizeScene("at least .85, truly .80", SizeQuestion("accuracy", minimum=0.85, truth=0.8),
          right_counts),
    SizeScene("value at least .85, truly .87",
          SizeQuestion("accuracy", minimum=0.85, truth=0.87, requirement="point"), right_counts),
    SizeScene("drop of .05 from .90", SizeQuestion("accuracy", drop=0.05, baseline=0.9),
          lost_and_won),
    SizeScene("drop of .08, .02 allowed, 10 % differ",
          SizeQuestion("accuracy", drop=0.08, max_drop=0.02, discordant=0.1), lost_and_won),
    SizeScene("mean at least 6.5, truly 7, spread 2",
          SizeQuestion("mean_value", minimum=6.5, truth=7.0, spread=2.0), normal_values),
    SizeScene("drop of .02 of a mean, spread .2",
          SizeQuestion("brier", drop=0.02, spread=0.2), normal_values),
    SizeScene("at least .85, truly .90, 4 attempts",
          SizeQuestion("accuracy", minimum=0.85, truth=0.9, attempt_count=4, alike=0.5),
          attempts),
    SizeScene("drop of .05 from .90, 4 attempts",
          SizeQuestion("accuracy", drop=0.05, baseline=0.9, attempt_count=4), paired_attempts),
)  # fmt: skip


def main() -> None:
    """Ask, simulate and print; exits 1 if an answer is short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=DRAW_COUNT)
    asked = parser.parse_args()
    rows, shorts = [], []
    for scene in SCENES:
        answer = answered(scene.question)
        for row in answer.rows:
            rng = np.random.default_rng(SEED)
            drawn = scene.draw(answer, row.case_count, asked.draws, rng)
            share = sum(one == answer.plan.aim for one in drawn) / asked.draws
            error = math.sqrt(row.power * (1 - row.power) / asked.draws)
            shorts.append((row.power - share) / error)
            chances = row.chances
            said = chances.passes if answer.plan.aim == "pass" else chances.fails
            rows.append(
                (scene.name, answer.plan.aim, f"{row.power:.0%}", str(row.case_count),
                 f"{said:.2%}", f"{share:.2%}", f"{(share - row.power) / error:+.1f}")
            )  # fmt: skip
    table(
        f"Numbers of cases, each with {asked.draws:,} simulated evaluations",
        ("question", "aim", "power", "cases", "said", "simulated", "errors above"),
        rows,
    )
    if max(shorts) > ERRORS_MAX:
        raise SystemExit(f"an answer is {max(shorts):.1f} standard errors short")


if __name__ == "__main__":
    main()
