"""Events beside answers: critics and triggers, figures of tools, gates, trends, analyses."""

import random

from benchmarks.parity.names import CASES, SYSTEMS

VALUES = ("power", "sécurité", "tradition")


def drift(number):
    """Yield a run of personas by week: readings of a critic, triggers, and their analysis."""
    rng = random.Random(number)
    run = f"drift {number}"

    def event(kind, **payload):
        payload = {name: value for name, value in payload.items() if value is not None}
        return {"kind": kind, "run_id": run, "payload": payload}

    yield event("run_started", suite="drift", systems=["critic ü", "second"])
    for persona in range(4):
        for week in range(1, 7):
            case = f"p{persona}/w{week}"
            yield event(
                "case_generated", case_id=case, severity="low" if persona % 2 else "high",
                expected=rng.sample(VALUES, k=rng.choice([0, 0, 1, 2])),
                attributes={
                    "persona_id": f"persona {persona} ü", "week": week,
                    "acts": ["seen", "unseen", None][persona % 3],
                },
                value_dims=[
                    {"value_dim": name, "weight": 0.25 * place, "alignment": place - 1,
                     "is_bimodal": place == 1}
                    for place, name in enumerate(VALUES)
                ],
            )  # fmt: skip
            yield from _week(event, case, rng)
    if number % 2:
        yield event(
            "analysis_recorded", analysis_id="triggers", method="drift_triggers",
            parameters={
                "systems": ["critic ü"], "thresholds": {"values": {"profile": {"drop": 1}}},
            },
        )  # fmt: skip
    yield event("run_finished", status="completed")


def _week(event, case, rng):
    for system in ("critic ü", "second"):
        for name in (*VALUES, "profile"):
            about = {"case_id": case, "system_id": system, "value_dim": name}
            if rng.random() < 0.9:
                yield event(
                    "response_recorded", **about, status=rng.choice(["ok", "ok", "error"]),
                    alignment=rng.choice([-1, -0.4, 0, 0.3, 1, None]),
                    uncertainty=round(rng.random(), 3), domain_doubt=rng.choice([None, 0.125]),
                    attempt=rng.choice([None, None, 2]),
                )  # fmt: skip
            if rng.random() < 0.3:
                yield event(
                    "drift_detected", **about, trigger=rng.choice(["crash", "rut"]), drop=0.5,
                    level=-0.2, weeks=2, uncertainty=0.1, is_suppressed=rng.random() < 0.4,
                )  # fmt: skip


def figures(run, system):
    """Yield the figures that a tool reports of its own for a run."""
    reported = [
        ("factual", "accuracy", None, None), ("factual", "mean", "mean", {"k": 2}),
        ("factual", "std", "median", None), ("factual", "var", "max", None),
        ("factual", "stderr", "mode", None),
        ("factual", "stderr", None, {"cluster": "cluster_id"}),
        ("factual", "mean", "majority", None), ("factual", "accuracy", "at_least_1", None),
        ("factual", "accuracy", "pass_at_2", None), ("factual", "mean", "pass_k_2", None),
        ("factual", "grouped", None, {
            "metric": {"name": "mean"}, "group_key": "domain", "name_template": "of {group_name}",
        }),
        ("factual", "bootstrap_stderr", None, None), ("tone", "mean", None, None),
        ("success", "testPassCount", None, None), ("unknown", "mean", None, None),
        ("factual", "acc", None, {"outcomes": ["right", "wrong"], "suites": ["a"]}),
        ("factual", "tests", None, {"outcomes": ["right", "abstained"]}),
    ]  # fmt: skip
    for scorer, metric, reducer, params in reported:
        payload = {
            "scorer": scorer, "metric": metric, "system_id": system, "reducer": reducer,
            "params": params, "group": "of math" if metric == "grouped" else None,
            "value": 0.5, "stderr": 0.125, "count": 30,
        }  # fmt: skip
        yield {
            "kind": "score_reported", "run_id": run,
            "payload": {name: value for name, value in payload.items() if value is not None},
        }  # fmt: skip


def groups():
    """Yield a run of nothing but figures of groups of tasks, which are runs of their own."""
    about = {"scorer": "factual", "metric": "mean", "system_id": SYSTEMS[0], "value": 0.5}
    yield {"kind": "run_started", "run_id": "groups", "payload": {"suite": "groups"}}
    for name in ("tasks", "samples"):
        params = {"runs": ["run 00 ü", "run 01 ü"], "weighted_by": name}
        payload = {**about, "params": params, "group": name, "stderr": 0.125}
        yield {"kind": "score_reported", "run_id": "groups", "payload": payload}


def decisions(run):
    """Yield what gates, detectors and resampling said of a run."""
    about = {"metric": "accuracy", "system_id": SYSTEMS[0], "validator_id": "factual"}
    payloads = [
        ("gate_evaluated", {
            **about, "gate_id": "g ü", "slice": "domain=a=b", "decision": "fail", "reason": "so",
            "value": 0.25, "interval": [0.1, None], "count": 7, "threshold": "at least 0.5",
            "drop": {"value": 0.125, "interval": [-0.5, 0.5], "paired_count": 5, "p_value": 0.5},
            "must_beat": ["null"], "lead": {"over_system_id": "null", "value": 0.5},
            "minimum": 0.5, "config_sha256": "0" * 64,
        }),
        ("trend_detected", {
            **about, "slice": "größe=a=b", "detector": "page hinkley", "statistic": 3.5,
            "at_run": run, "direction": "down", "mean_before": 0.5, "mean_after": 0.25, "limit": 3,
        }),
        ("analysis_recorded", {
            "analysis_id": "b", "method": "percentile bootstrap", "tree_size": 12,
            "parameters": {**about, "slice_name": "all", "slice_value": "all", "level": 0.95,
                           "resample_count": 1000, "seed": 1},
            "results": {"value": 0.5, "ci_low": 0.25, "ci_high": None, "reason": "few"},
        }),
        ("analysis_recorded", {
            "analysis_id": "f", "method": "failure_groups", "tree_size": 12,
            "parameters": about,
            "results": {
                "judge": {"system": "judge", "model": "gpt-5"},
                "groups": [
                    {"title": "Zahlen ü", "sentences": [
                        {"text": "one", "case_ids": CASES[:2]}, {"text": "two", "case_ids": []},
                    ]},
                    {"title": "none", "sentences": []},
                ],
                "coverage": {"failure_count": 3, "shown_count": 2, "explained_count": 1},
                "dropped_sentence_count": 1,
            },
        }),
    ]  # fmt: skip
    for kind, payload in payloads:
        yield {"kind": kind, "run_id": run, "payload": payload}
