"""Check whether people labelled replies that a gate's judge also judged."""

from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.store.query.reader import Reader

LABEL_COUNTS = sql_files.read("sql/queries/label_counts")
# Validators of this prefix are people.
PEOPLE = "human:"


@dataclass(frozen=True, slots=True)
class JudgeCheck:
    """
    Result of the check: ``refusal`` if there are no labels, else ``remark`` with their number.

    Both are empty for a metric that reads no verdicts and for validators that are people.
    """

    refusal: str = ""
    remark: str = ""


def judge_check(reader: Reader, gate: Gate, row: Measured, run_id: str) -> JudgeCheck:
    """
    Check whether people labelled replies that the judge of a row judged.

    Labels count if they are in this run, or elsewhere under the same digest of the judge.
    """
    judge = row.validator_id
    if not catalog()[gate.metric].reads_outcomes or not judge or judge.startswith(PEOPLE):
        return JudgeCheck()
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
