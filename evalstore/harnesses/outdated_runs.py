"""
Runs read by an older version of a format's reading, which a newer one may count differently.

A run counts as outdated unless the log shows that the newer reading changes none of its counts.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.harnesses.readings import ReadFile, current, files_of
from evalstore.store.log.recorded_sources import FIRST_READING
from evalstore.store.query.reader import Reader
from evalstore.store.verify.doctor import DoctorCheck

# The differences between readings that the log can show; each is a file in sql/readings.
CONDITIONS = {
    "judged_missing": "counts as missing what the tool judged",
    "lost_samples": "holds fewer samples than the tool counted",
    "unparsed_grades": "counts grades that could not be parsed",
}
# The last reading of each format whose differences the conditions cover completely. For other
# readings the log cannot show that nothing would change, so their runs count as affected. Examples
# with the same number of samples: tests of several suites were merged into attempts, HELM's
# metrics lost all but their last row, lines of lm-eval without a filter were mistaken for others.
SHOWN_UP_TO = {"inspect_eval": 2, "inspect_json": 2}
FILES_NAMED_MAX = 3
RUNS_NAMED_MAX = 10


@dataclass(frozen=True, slots=True)
class OutdatedRun:
    """
    A run made by an older reading, which the newer one may count differently.

    ``shown`` lists the differences that the log shows; it is empty if the log does not suffice to
    decide.
    """

    run_id: str
    files: tuple[ReadFile, ...]
    shown: tuple[str, ...]

    @property
    def words(self) -> str:
        """A description of the readings by which it was read and of the differences."""
        readings = dict.fromkeys(
            f"reading {file.reading} of {file.format} (now {current(file.format)})"
            for file in self.files
        )
        why = " and ".join(self.shown) or "may count otherwise by the newer one"
        return f"{self.run_id} was read by {', '.join(readings)} and {why}"

    @property
    def commands(self) -> str:
        """The commands that read its files again, at most FILES_NAMED_MAX of them."""
        commands = list(dict.fromkeys(file.command for file in self.files))
        more = len(commands) - FILES_NAMED_MAX
        also = f" and so on for {more} more" if more > 0 else ""
        return f"{', '.join(commands[:FILES_NAMED_MAX])}{also}"


def outdated_runs(reader: Reader, files: Iterable[ReadFile]) -> dict[str, OutdatedRun]:
    """Return the runs of these files that a newer reading may count differently, by run id."""
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
    runs = {}
    for run_id, of_run in outdated.items():
        differences = tuple(words for name, words in CONDITIONS.items() if shown[name].get(run_id))
        is_known = shown["lost_samples"].get(run_id) is False and all(map(_is_shown, of_run))
        if differences or not is_known:
            runs[run_id] = OutdatedRun(run_id, tuple(of_run), differences)
    return runs


def doctor_check(reader: Reader) -> DoctorCheck:
    """
    List the runs made by an older reading, each with the commands that read its files again.

    The check fails if the log shows that one of them counts something wrongly. Runs for which the
    log cannot show that nothing would change are only listed.
    """
    runs = list(outdated_runs(reader, files_of(reader)).values())
    shown = [run for run in runs if run.shown]
    ordered = sorted(runs, key=lambda run: not run.shown)
    listed = "; ".join(f"{run.words}: {run.commands}" for run in ordered[:RUNS_NAMED_MAX])
    more = len(runs) - RUNS_NAMED_MAX
    also = f"; and {counted(more, 'other run')}" if more > 0 else ""
    return DoctorCheck(
        "runs read by an older reading",
        not shown,
        f"{len(runs)}{f': {listed}{also}' if runs else ''}",
        "run these commands to read the files again; facts.source_readings lists every file",
    )


def _is_shown(file: ReadFile) -> bool:
    """Return whether CONDITIONS cover all changes of the file's format since it was read."""
    return current(file.format) <= SHOWN_UP_TO.get(file.format, FIRST_READING)
