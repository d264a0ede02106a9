"""Difficulty: accuracy by difficulty of simulated systems, and how often five points are shown."""

import argparse
from collections import Counter
from math import sqrt
from statistics import NormalDist, fmean

from scipy.optimize import brentq

from evalstore.plugins.registry import load
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.simulation import simulated_skill
from evalstore.statistics.paired import LEVEL, POWER, Paired
from evalstore.statistics.wilson import wilson
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES
from evalstore.suites.hallucination.hallucination import FACTUAL_DOMAINS

SKILLS = (-1.0, 0.0, 1.0, 2.0)
CURVE_CASES = 900
POWER_CASES = 400
ACCURACIES = (0.70, 0.75)
SHARES = (0.0, 0.5, 0.8, 0.9, 0.95)
NORMAL = NormalDist()


def main() -> None:
    """Print the curve and the power."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400)
    run_count = parser.parse_args().runs
    print(f"Accuracy by difficulty, {CURVE_CASES} cases of a domain, 95 % Wilson intervals")
    for domain in FACTUAL_DOMAINS:
        for skill in SKILLS:
            print(f"{domain:8s} skill {skill:4.1f}  {curve(domain, skill)}")
    print(
        f"\n{ACCURACIES[0]:.0%} against {ACCURACIES[1]:.0%} on {POWER_CASES} cases, {run_count} "
        f"runs: the share in which the paired test shows it at {LEVEL:g}, two-sided; stated power "
        f"{POWER:g} at the smallest detectable effect"
    )
    print("common luck  differ  smallest effect  stated at 5 points  shown         cases needed")
    for share in SHARES:
        pairs = [pair_of(f"power-{number}", share) for number in range(run_count)]
        differ = fmean((pair.higher_count + pair.lower_count) / POWER_CASES for pair in pairs)
        error = fmean(pair.error or 0.0 for pair in pairs)
        # Of systems that differ on as many cases however far they are apart.
        smallest = error * (NORMAL.inv_cdf(1 - LEVEL / 2) + NORMAL.inv_cdf(POWER))
        stated = NORMAL.cdf((ACCURACIES[1] - ACCURACIES[0]) / error - NORMAL.inv_cdf(0.975))
        needed = POWER_CASES * (smallest / (ACCURACIES[1] - ACCURACIES[0])) ** 2
        shown = fmean((pair.p_value() or 0.0) <= LEVEL for pair in pairs)
        reach = 1.96 * sqrt(shown * (1 - shown) / run_count)
        print(
            f"{share:11.2f}  {differ:6.3f}  {smallest:15.3f}  {stated:18.2f}  "
            f"{shown:.2f} +- {reach:.2f}  {needed:12.0f}"
        )


def curve(domain: str, skill: float) -> str:
    """Ask a system of this skill the questions of a domain, and judge each reply."""
    given = {"skill": skill, "abstention_rate": 0.0}
    system = load("systems", "simulated").build("simulated", given, "curve")
    judge = load("validators", "factual").judge
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for case in load("generators", domain).generate(SeededRandom("curve"), CURVE_CASES, {}):
        level = str(case.attributes["difficulty"])
        asked[level] += 1
        right[level] += judge(case, system.ask(case, 1)).outcome == "right"
    words = []
    for level in (name for name in DIFFICULTIES if asked[name]):
        low, high = wilson(right[level], asked[level])
        share = right[level] / asked[level]
        words.append(f"{level} {share:.3f} [{low:.3f}, {high:.3f}] of {asked[level]:3d}")
    return "   ".join(words)


def pair_of(seed: str, common_share: float) -> Paired:
    """Draw a run of two systems five points apart, and pair them by case."""
    cases = list(load("generators", "math").generate(SeededRandom(seed), POWER_CASES, {}))
    levels = [case.attributes["difficulty"] for case in cases]
    both = []
    for accuracy in ACCURACIES:
        skill = brentq(
            lambda skill, aim: (
                fmean(simulated_skill.probability(skill, level) for level in levels) - aim
            ),
            -5.0,
            5.0,
            args=(accuracy,),
        )
        both.append(
            [
                simulated_skill.is_right(
                    case, SeededRandom(seed, accuracy, case.case_id), skill, common_share
                )
                for case in cases
            ]
        )
    left, right = both
    higher = sum(one < other for one, other in zip(left, right, strict=True))
    lower = sum(one > other for one, other in zip(left, right, strict=True))
    count = len(cases)
    difference = (higher - lower) / count
    variance = ((higher + lower) / count - difference**2) * count / (count - 1)
    return Paired(
        variant="",
        slice_value="all",
        paired_count=count,
        left_only_count=0,
        right_only_count=0,
        higher_count=higher,
        lower_count=lower,
        equal_count=count - higher - lower,
        is_binary=True,
        left_mean=sum(left) / count,
        right_mean=sum(right) / count,
        difference=difference,
        standard_error=sqrt(variance / count),
        cluster_count=0,
        clustered_standard_error=None,
    )


if __name__ == "__main__":
    main()
