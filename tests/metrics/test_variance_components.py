"""Components of variance: the mixed models of statsmodels, and figures with unequal numbers."""

import csv
import math
import os
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from statsmodels.formula.api import ols
from statsmodels.regression.mixed_linear_model import MixedLM
from statsmodels.stats.anova import anova_lm

REAL = Path(os.environ.get("EVALSTORE_REAL_DATA", "nowhere")) / "decisions"


def rows_of(frame: pd.DataFrame) -> list[dict]:
    """Return rows of facts.scored of columns item, prompt, attempt and score."""
    return [
        {"case_id": str(row.prompt), "cluster_id": None if row.item is None else str(row.item),
         "attempt": int(row.attempt), "status": "ok", "score": float(row.score),
         "outcome": "right" if row.score >= 0.5 else "wrong", "is_right": row.score >= 0.5}
        for row in frame.itertuples()
    ]  # fmt: skip


def components(warehouse) -> dict[str, dict]:
    """Return the components of the one system, over all cases."""
    relation = warehouse.connection.execute(
        "select * from facts.variance_components where slice_name = 'all'"
    )
    names = [column[0] for column in relation.description]
    rows = [dict(zip(names, row, strict=True)) for row in relation.fetchall()]
    return {row["component"]: row for row in rows}


def nested(seed: int, counts) -> pd.DataFrame:
    """Return draws of items, of which each has prompts, and these attempts, by their counts."""
    rng = np.random.default_rng(seed)
    drawn = []
    for item, prompts in enumerate(counts):
        of_item = rng.normal(0, 0.2)
        for prompt, attempt_count in enumerate(prompts):
            of_prompt = of_item + rng.normal(0, 0.1)
            drawn += [
                (f"i{item}", f"i{item}p{prompt}", attempt, 0.5 + of_prompt + rng.normal(0, 0.15))
                for attempt in range(1, attempt_count + 1)
            ]
    return pd.DataFrame(drawn, columns=["item", "prompt", "attempt", "score"])


@pytest.mark.real_data
@pytest.mark.skipif(not REAL.is_dir(), reason="EVALSTORE_REAL_DATA names no folder decisions/")
def test_a_benchmark_asked_five_times_is_its_mixed_model(warehouse):
    """GPQA diamond: 198 questions, five attempts of two models; REML by statsmodels."""
    with (REAL / "gpqa_diamond_scores.csv").open(newline="", encoding="utf-8") as lines:
        read = pd.DataFrame(csv.DictReader(lines))
    read = read.assign(
        prompt=read.item_id, item=None, attempt=read.epoch, score=read.score.astype(float)
    )
    for model, frame in read.groupby("model_id"):
        fitted = MixedLM.from_formula("score ~ 1", frame, groups="item_id").fit(reml=True)
        warehouse.hold(rows_of(frame))

        found = components(warehouse)

        assert (found["items"]["unit_count"], found["attempts"]["unit_count"]) == (198, 990)
        assert pytest.approx(fitted.cov_re.iloc[0, 0], rel=1e-4) == found["items"]["variance"], (
            model
        )
        assert pytest.approx(fitted.scale, rel=1e-4) == found["attempts"]["variance"], model
        assert found["prompts"]["reason"] == "no item has two prompts"
        # Both together are the variance of the mean over cases like these.
        error = fitted.bse_fe.iloc[0]
        total = found["items"]["mean_variance"] + found["attempts"]["mean_variance"]
        assert pytest.approx(error**2, rel=1e-4) == total


@pytest.mark.parametrize("seed", range(3))
def test_prompts_of_items_are_a_nested_model(warehouse, seed):
    """Thirty items with three prompts and four attempts each: REML by statsmodels."""
    frame = nested(seed, [[4] * 3] * 30)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = MixedLM.from_formula(
            "score ~ 1",
            frame,
            groups="item",
            vc_formula={"prompt": "0 + C(prompt)"},
            re_formula="1",
        ).fit(reml=True)
    warehouse.hold(rows_of(frame))

    found = components(warehouse)

    assert pytest.approx(fitted.cov_re.iloc[0, 0], rel=1e-3) == found["items"]["variance"]
    assert pytest.approx(fitted.vcomp[0], rel=1e-3) == found["prompts"]["variance"]
    assert pytest.approx(fitted.scale, rel=1e-3) == found["attempts"]["variance"]


def expected_squares(frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """
    Return sums of squares and the matrix of what each expects of the components, from traces.

    Of a quadratic form y'Qy that leaves out the mean, the expectation is the trace of Q V.
    """
    items = pd.get_dummies(frame["item"]).to_numpy(dtype=float)
    prompts = pd.get_dummies(frame["prompt"]).to_numpy(dtype=float)
    one = np.ones((len(frame), 1))

    def projection(columns: np.ndarray) -> np.ndarray:
        return columns @ np.linalg.pinv(columns)

    forms = [
        projection(items) - projection(one),
        projection(prompts) - projection(items),
        np.eye(len(frame)) - projection(prompts),
    ]
    spreads = [items @ items.T, prompts @ prompts.T, np.eye(len(frame))]
    score = frame["score"].to_numpy()
    return (
        np.array([score @ form @ score for form in forms]),
        np.array([[np.trace(form @ spread) for spread in spreads] for form in forms]),
    )


@pytest.mark.parametrize("seed", range(5))
def test_unequal_numbers_equal_their_expected_squares(warehouse, seed):
    """Items of one to four prompts with one to five attempts: expectations by matrices."""
    rng = np.random.default_rng(seed)
    frame = nested(seed, [rng.integers(1, 6, rng.integers(1, 5)) for _ in range(25)])
    squares, expectations = expected_squares(frame)
    items, prompts, attempts = np.linalg.solve(expectations, squares)
    warehouse.hold(rows_of(frame))

    found = components(warehouse)

    assert math.isclose(max(items, 0), found["items"]["variance"], abs_tol=1e-9)
    assert math.isclose(max(prompts, 0), found["prompts"]["variance"], abs_tol=1e-9)
    assert math.isclose(attempts, found["attempts"]["variance"], abs_tol=1e-9)
    sizes = frame.groupby("prompt").size()
    per_item = frame.groupby("item")["prompt"].nunique()
    assert math.isclose(
        attempts * (1 / sizes).sum() / len(sizes) ** 2, found["attempts"]["mean_variance"]
    )
    assert math.isclose(
        max(items, 0) * (per_item**2).sum() / len(sizes) ** 2, found["items"]["mean_variance"]
    )


def test_one_attempt_each_tells_items_by_their_prompts(warehouse):
    """Two wordings asked once: items are told apart, prompts and attempts are not."""
    frame = nested(7, [[1, 1]] * 40)
    table = anova_lm(ols("score ~ C(item)", frame).fit())
    between, within = table["mean_sq"]
    warehouse.hold(rows_of(frame))

    found = components(warehouse)

    assert math.isclose((between - within) / 2, found["items"]["variance"], abs_tol=1e-9)
    for name in ("prompts", "attempts"):
        assert found[name]["variance"] is None
        assert found[name]["reason"] == "no prompt has two attempts"


@pytest.mark.parametrize("share", [1.0, 0.7])
def test_judges_of_the_same_replies_are_a_crossed_model(warehouse, share):
    """Four raters of sixty replies: two-way analysis of variance; expectations by matrices."""
    rng = np.random.default_rng(3)
    quality, leniency = rng.normal(0, 0.2, 60), rng.normal(0, 0.1, 4)
    drawn = [
        (
            f"c{reply}",
            f"human:{judge}",
            0.5 + quality[reply] + leniency[judge] + rng.normal(0, 0.1),
        )
        for reply in range(60)
        for judge in range(4)
        if rng.random() < share
    ]
    frame = pd.DataFrame(drawn, columns=["reply", "judge", "score"])
    replies = pd.get_dummies(frame["reply"]).to_numpy(dtype=float)
    judges = pd.get_dummies(frame["judge"]).to_numpy(dtype=float)
    size, score = len(frame), frame["score"].to_numpy()
    forms = [
        one @ np.linalg.pinv(one) - np.ones((size, size)) / size
        for one in (replies, judges, np.eye(size))
    ]
    spreads = [replies @ replies.T, judges @ judges.T, np.eye(size)]
    _, of_judges, rest = np.linalg.solve(
        [[np.trace(form @ spread) for spread in spreads] for form in forms],
        [score @ form @ score for form in forms],
    )
    warehouse.hold([{"case_id": name, "status": "ok"} for name in frame["reply"].unique()])
    warehouse.connection.executemany(
        "insert into facts.verdicts by name select 'r1' as run_id, 'maia' as system_id, "
        "1 as attempt, true as is_rating, $1 as case_id, $2 as validator_id, $3 as score, "
        "'right' as outcome",
        [list(row) for row in drawn],
    )

    found = components(warehouse)

    warehouse.connection.execute("delete from facts.verdicts")
    assert math.isclose(of_judges, found["judges"]["variance"], abs_tol=1e-9)
    assert math.isclose(rest, found["judgements"]["variance"], abs_tol=1e-9)
    assert (found["judges"]["unit_count"], found["judgements"]["unit_count"]) == (4, size)
    if share == 1.0:
        table = anova_lm(ols("score ~ C(reply) + C(judge)", frame).fit())["mean_sq"]
        assert math.isclose(table["Residual"], found["judgements"]["variance"], abs_tol=1e-9)
        expected = (table["C(judge)"] - table["Residual"]) / 60
        assert math.isclose(expected, found["judges"]["variance"], abs_tol=1e-9)
