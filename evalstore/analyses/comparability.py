"""Comparability of two runs: same suite, same version, same validators."""

import json
from typing import Any

from evalstore import sql_files
from evalstore.queries import unknown_run
from evalstore.store.reader import Reader


def obstacles(
    reader: Reader, left_run_id: str, right_run_id: str, validator_id: str | None = None
) -> list[str]:
    """
    Return what keeps two runs from being compared, in words; nothing where they can be.

    What a run does not say is no obstacle. Only ``validator_id`` has to agree where it is named.
    Raises UsageError where there is no such run.
    """
    rows = {
        str(row["run_id"]): row
        for row in reader.rows(
            sql_files.read("sql/paired/comparable"),
            left_run_id=left_run_id,
            right_run_id=right_run_id,
        )
    }
    for run_id in (left_run_id, right_run_id):
        if run_id not in rows:
            raise unknown_run(reader, run_id)
    left, right = rows[left_run_id], rows[right_run_id]
    found = [
        f"{word} {left[name]} of {left_run_id} is not {right[name]} of {right_run_id}"
        for name, word in (("suite", "suite"), ("suite_version", "version"))
        if None not in (left[name], right[name]) and left[name] != right[name]
    ]
    versions = [_versions(row["validators"]) for row in (left, right)]
    names = sorted(versions[0].keys() & versions[1].keys())
    return found + [
        f"validator {name} {versions[0][name]} of {left_run_id} is not "
        f"{versions[1][name]} of {right_run_id}"
        for name in names
        if validator_id in (None, name) and versions[0][name] != versions[1][name]
    ]


def _versions(validators: object) -> dict[str, Any]:
    found = json.loads(str(validators)) if validators is not None else None
    return found if isinstance(found, dict) else {}
