"""
Runs that an older reading of a format made, where a newer one may count something otherwise.

A run counts as outdated unless the log shows that the newer reading changes nothing of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.harnesses.readings import ReadFile, current, files_of
from evalstore.store.log.recorded_sources import FIRST_READING
from evalstore.store.query.reader import Reader
from evalstore.store.verify.doctor import DoctorCheck

# What a newer reading counts otherwise, where the log shows it; each is a file of sql/readings.
CONDITIONS = {
    "judged_missing": "counts as missing what the tool judged",
    "lost_samples": "holds fewer samples than the tool counted",
    "unparsed_grades": "counts grades that could not be parsed",
}
# Up to which reading the conditions show all that a format came to count otherwise. Of others the
# log cannot show that nothing would change, so that their runs count as affected: with as many
# samples as before, tests of several suites were merged into attempts, HELM's metrics lost all
# but their last row, and lines of lm-eval without a filter were taken for others.
SHOWN_UP_TO = {"inspect_eval": 2, "inspect_json": 2}
FILES_NAMED_MAX = 3
RUNS_NAMED_MAX = 10


@dataclass(frozen=True, slots=True)
class OutdatedRun:
    """
    A run that an older reading made, of which the newer one may count something otherwise.

    ``shown`` is what the log shows of that; empty where it cannot show that nothing would change.
    """

    run_id: str
    files: tuple[ReadFile, ...]
    shown: tuple[str, ...]

    @property
    def words(self) -> str:
        """Say by which readings it was read, and what that changes."""
        readings = dict.fromkeys(
            f"reading {file.reading} of {file.format} (now {current(file.format)})"
            for file in self.files
        )
        why = " and ".join(self.shown) or "may count otherwise by the newer one"
        return f"{self.run_id} was read by {', '.join(readings)} and {why}"

    @property
    def commands(self) -> str:
        """Return the commands that read its files again, of the first few."""
        named = list(dict.fromkeys(file.command for file in self.files))
        more = len(named) - FILES_NAMED_MAX
        also = f" and so on for {more} more" if more > 0 else ""
        return f"{', '.join(named[:FILES_NAMED_MAX])}{also}"


def outdated_runs(reader: Reader, files: Iterable[ReadFile]) -> dict[str, OutdatedRun]:
    """Return the runs of these files that a newer reading may count otherwise."""
    outdated: dict[str, list[ReadFile]] = {}
    for file in files:
        if file.is_outdated:
            outdated.setdefault(file.run_id, []).append(file)
    if not outdated:
        return {}
    shown = {
        name: {
            str(row["run_id"]): row["is_shown"]
            for row in reader.rows(
                sql_files.read(f"sql/readings/{name}"), run_ids=sorted(outdated)
            )
        }
        for name in CONDITIONS
    }
    found = {}
    for run_id, of_run in outdated.items():
        said = tuple(words for name, words in CONDITIONS.items() if shown[name].get(run_id))
        is_known = shown["lost_samples"].get(run_id) is False and all(map(_is_shown, of_run))
        if said or not is_known:
            found[run_id] = OutdatedRun(run_id, tuple(of_run), said)
    return found


def doctor_check(reader: Reader) -> DoctorCheck:
    """
    List the runs that an older reading made, each with the commands that read its files again.

    They need a hand where the log shows that they count something wrongly; where it only cannot
    show that nothing would change, they are said.
    """
    found = list(outdated_runs(reader, files_of(reader)).values())
    shown = [run for run in found if run.shown]
    ordered = sorted(found, key=lambda run: not run.shown)
    said = "; ".join(f"{run.words}: {run.commands}" for run in ordered[:RUNS_NAMED_MAX])
    more = len(found) - RUNS_NAMED_MAX
    also = f"; and {counted(more, 'other run')}" if more > 0 else ""
    return DoctorCheck(
        "runs read by an older reading",
        not shown,
        f"{len(found)}{f': {said}{also}' if found else ''}",
        "read their files again by these commands; facts.source_readings has every file",
    )


def _is_shown(file: ReadFile) -> bool:
    """Say whether the conditions show all that changed of a format since a file was read."""
    return current(file.format) <= SHOWN_UP_TO.get(file.format, FIRST_READING)
