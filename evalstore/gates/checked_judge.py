"""
Check the judge of a gate against people's labels.

A gate with a table ``judge`` demands a certificate: labels that were drawn at random to certify
this very judge (``evalstore label --certify``), and lower bounds computed from them. With
``--require-checked-judge`` any label on a reply that the judge judged is enough for the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.gates.gate import Gate
from evalstore.gates.judge_demand import JudgeDemand
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.store.query.reader import Reader

LABEL_COUNTS = sql_files.read("sql/queries/label_counts")
IDENTITIES = sql_files.read("sql/queries/judge_identities")
CERTIFICATE = sql_files.read("sql/queries/judge_certificate")
# Validators of this prefix are people.
PEOPLE = "human:"
SAMPLE_COUNT_MIN = 100


@dataclass(frozen=True, slots=True)
class JudgeCheck:
    """
    Result of the check: ``refusal`` if labels are missing or do not suffice, else a ``remark``.

    Both are empty for a metric that reads no verdicts and for validators that are people.
    """

    refusal: str = ""
    remark: str = ""


def judge_check(reader: Reader, gate: Gate, row: Measured, run_id: str) -> JudgeCheck:
    """Check the judge of a row by the gate's demand; without one, whether people labelled it."""
    judge = row.validator_id
    if not catalog()[gate.metric].reads_outcomes or not judge or judge.startswith(PEOPLE):
        return JudgeCheck()
    if gate.judge is not None:
        return _certified(reader, gate.judge, row, run_id)
    return _labelled(reader, row, run_id)


def labelled_runs(reader: Reader, gates: Sequence[Gate]) -> list[str]:
    """Return the runs whose labels certificates are made of; none if no gate demands one."""
    if all(gate.judge is None for gate in gates):
        return []
    rows = reader.rows("select distinct run_id from facts.certificate_labels order by run_id")
    return [str(row["run_id"]) for row in rows]


def _labelled(reader: Reader, row: Measured, run_id: str) -> JudgeCheck:
    """
    Check whether people labelled replies that the judge of a row judged.

    Labels count if they are in this run, or elsewhere under the same digest of the judge.
    """
    judge = row.validator_id
    parameters = {"run_id": run_id, "system_id": row.system_id, "validator_id": judge}
    [(here_count, elsewhere_count)] = reader.connection.execute(
        LABEL_COUNTS, parameters
    ).fetchall()
    if not here_count + elsewhere_count:
        return JudgeCheck(
            f"{judge} was never checked by people: no validator named {PEOPLE}NAME labelled a "
            f"reply that it judged in {run_id}, or elsewhere with the same digest; run `evalstore "
            f"label {run_id}` to draw a sample, fill it in and ingest it, or leave out "
            "--require-checked-judge"
        )
    places = [
        f"{counted(count, 'label')} {words}"
        for count, words in ((here_count, "here"), (elsewhere_count, "elsewhere"))
        if count
    ]
    return JudgeCheck(remark=f"people checked {judge} by {' and '.join(places)}")


def _certified(reader: Reader, demand: JudgeDemand, row: Measured, run_id: str) -> JudgeCheck:
    """Check whether the certificate of a row's judge, for the run's suite, meets a demand."""
    judge = row.validator_id
    [run] = reader.rows(
        IDENTITIES, run_id=run_id, system_id=row.system_id, validator_id=judge
    )  # fmt: skip
    identities: Any = run["judges"]
    way_out = (
        f"run `evalstore label {run_id} --certify {judge} --sample "
        f"{max(demand.min_labels, SAMPLE_COUNT_MIN)} -o FILE`, fill in every row and ingest it"
    )
    if len(identities) != 1:
        return JudgeCheck(
            f"{counted(len(identities), 'version')} of {judge} judged {row.system_id}, and a "
            f"certificate is of one; run `evalstore judge {run_id} --validator {judge} --only "
            "judged` first"
        )
    rows = reader.rows(
        CERTIFICATE,
        suite=run["suite"],
        judge=identities[0],
        oldest=_oldest(run["started_at"], demand.age),
    )
    if not rows:
        since = f" in the last {demand.max_age}" if demand.max_age else ""
        return JudgeCheck(
            f"{judge} has no certificate for this suite: no labels were drawn{since} to certify "
            f"{_short(identities[0])}, and those of another version, model or prompt, or drawn "
            f"for another purpose, do not count; {way_out}"
        )
    shortfalls = [*_shortfalls(demand, rows[0]), *_misled(demand, rows[0], judge)]
    if shortfalls:
        return JudgeCheck(f"the certificate of {judge}: {'; '.join(shortfalls)}; {way_out}")
    return JudgeCheck(remark=f"{judge} is certified by {_described(rows[0])}")


def _oldest(started_at: object, age: timedelta | None) -> datetime | None:
    return started_at - age if age is not None and isinstance(started_at, datetime) else None


def _shortfalls(demand: JudgeDemand, row: dict[str, Any]) -> list[str]:
    """Return how a certificate falls short of a demand; empty if it does not."""
    count = row["label_count"]
    shortfalls = []
    if count < demand.min_labels:
        others = []
        if row["left_out_count"]:
            others.append(f"{row['left_out_count']} more do not count")
        if row["open_sheet_count"]:
            others.append(f"{row['open_sheet_count']} of them since their sheet is not complete")
        remark = f" ({', '.join(others)})" if others else ""
        shortfalls.append(
            f"{counted(count, 'label')}{remark}, at least {demand.min_labels} needed"
        )
    for name, least in (
        ("sensitivity", demand.min_sensitivity),
        ("specificity", demand.min_specificity),
    ):
        if least is None:
            continue
        low = row[f"{name}_low"]
        if low is None:
            kind = "right" if name == "sensitivity" else "not right"
            shortfalls.append(f"no reply that people call {kind} counts, so {name} is unknown")
        elif low < least:
            shortfalls.append(
                f"{name} is {row[name]:.4g}, shown to be at least {low:.4g}{_looks(row)}, must be "
                f"shown to be at least {least:g}"
            )
    return shortfalls


def _misled(demand: JudgeDemand, row: dict[str, Any], judge: str) -> list[str]:
    """Return why the judge may be too easily misled by replies that address it, if it may be."""
    allowed, high = demand.max_attack_success, row["attack_success_high"]
    if allowed is None or (high is not None and high <= allowed):
        return []
    if high is None:
        command = f"evalstore judge judge-attacks --attacks --validator {judge}"
        return [f"it judged no replies that address their judge; run `{command}`"]
    return [f"{_attacks(row)}, must be shown to be at most {allowed:g}"]


def _attacks(row: dict[str, Any]) -> str:
    share = row["attack_success_count"] / row["attack_count"]
    high = row["attack_success_high"]
    return f"misled by {share:.3g} of {row['attack_count']} attacks (at most {high:.3g})"


def _described(row: dict[str, Any]) -> str:
    """Return a certificate in words: labels, and both shares with their lower bounds."""
    shares = [
        f"{name} {row[name]:.4g} (at least {row[f'{name}_low']:.4g})"
        for name in ("sensitivity", "specificity")
        if row[name] is not None
    ]
    attacks = [_attacks(row)] if row["attack_count"] else []
    return ", ".join([f"{counted(row['label_count'], 'label')}{_looks(row)}", *shares, *attacks])


def _looks(row: dict[str, Any]) -> str:
    """Return the number of sheets and the level of the bounds, empty for one: each is a look."""
    count = row["label_set_count"]
    return f" ({count} sheets, level {row['bound_level']:.2g})" if count > 1 else ""


def _short(identity: str) -> str:
    """
    Return an identity with its hashes shortened to 12 digits.

    >>> _short("factual, digest 0123456789abcdef")
    'factual, digest 0123456789ab'
    """
    parts = identity.split(", ")
    return ", ".join(
        part[: len(part.split(" ")[0]) + 13] if part.startswith(("digest ", "prompt ")) else part
        for part in parts
    )
