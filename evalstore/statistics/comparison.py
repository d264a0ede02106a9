"""Compare two runs, or two systems, on the cases they share."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from evalstore.base import sql_files
from evalstore.base.phrases import counted, unknown_name
from evalstore.errors import UndecidedError, UsageError
from evalstore.metrics.catalog import Metric, find
from evalstore.statistics import adjusting, compared_sides
from evalstore.statistics.comparability import obstacles
from evalstore.statistics.compared import ComparedRow, ComparisonQuery, SystemComparison
from evalstore.statistics.comparison_words import notes_on_slices
from evalstore.statistics.corrected_difference import CORRECTED_METRIC, corrected_differences
from evalstore.statistics.moved_cases import moved_cases
from evalstore.statistics.paired import UNITS_MIN, Side, paired, take_values
from evalstore.statistics.verdict_identity import VerdictIdentities
from evalstore.store.query.queries import Slice, run_status
from evalstore.store.query.reader import Reader

# With fewer clusters, their sizes matter: see benchmarks/clustered_errors.py.
CLUSTER_COUNT_MIN = 20


def compare(reader: Reader, question: ComparisonQuery) -> SystemComparison:
    """
    Compare two sides on the cases that both have.

    Raises UsageError for unknown names, and UndecidedError with the reason if the runs are not
    comparable or no case has a value on both sides.
    """
    metrics = [find(name) for name in dict.fromkeys(question.metrics)]
    runs = (question.left_run_id, question.right_run_id)
    statuses = {run_id: run_status(reader, run_id) for run_id in runs}
    _require_comparable(reader, question)
    systems = compared_sides.systems_of(reader, *runs)
    identities = VerdictIdentities(reader)
    judged_by = identities.validator_ids(runs)
    sides = compared_sides.chosen(systems, *runs, question.systems, judged_by)
    _require_cluster(reader, question)
    controls = compared_sides.of_controls(reader, sides)
    sides.sort(key=controls.__contains__)
    rows: list[ComparedRow] = []
    left_out: dict[str, list[str]] = {}
    remarks: dict[str, set[str]] = {}
    notes = _notes_on_runs(reader, question, statuses)
    for metric in metrics:
        take_values(reader, metric.name)
        judges = compared_sides.judges(reader, metric.name, *runs)
        for left, right in sides:
            validator_id = judges.agreed(left, right, question.validator_id)
            if validator_id is None:
                why = _why_left_out(reader, metric, left, right, question, judges)
                left_out.setdefault(why, []).append(metric.name)
                continue
            remark = _remark_on_judges(identities, metric, left, right, validator_id, question)
            if remark:
                remarks.setdefault(remark, set()).add(left.system_id)
            is_labelled = any(map(identities.is_labelled, (left, right)))
            metric_rows = _rows(
                reader, metric, left, right, validator_id, question,
                is_corrected=is_labelled and metric.name == CORRECTED_METRIC,
            )  # fmt: skip
            is_control = (left, right) in controls
            rows += [replace(row, judges=remark, is_control=is_control) for row in metric_rows]
    _require_pairs(reader, question, rows)
    adjusted = _adjusted(rows, question.control)
    sizes = [_tree_size(reader, run_id) for run_id in runs]
    return SystemComparison(
        question,
        sizes[0],
        sizes[1],
        tuple(adjusted),
        (*notes, *_worded(remarks, len(sides)), *_notes_on_rows(adjusted, question)),
        tuple(
            f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} left out: {why}"
            for why, names in left_out.items()
        ),
    )


def _rows(
    reader: Reader,
    metric: Metric,
    left: Side,
    right: Side,
    validator_id: str,
    question: ComparisonQuery,
    *,
    is_corrected: bool,
) -> Iterator[ComparedRow]:
    for part in dict.fromkeys(question.parts):
        corrected = {}
        if is_corrected:
            corrected = corrected_differences(
                reader, left, right, validator_id, part, question.cluster
            )
        results = paired(
            reader, metric.name, left, right,
            validator_id=validator_id, part=part, cluster=question.cluster,
        )  # fmt: skip
        for pairs in results:
            row = ComparedRow(
                metric, left, right, validator_id, part.name, pairs, pairs.p_value(),
                corrected=corrected.get(pairs.slice_value),
            )  # fmt: skip
            if question.moved_count and pairs.paired_count:
                moved = moved_cases(
                    reader, left, right, validator_id, part.name, pairs, question.moved_count
                )
                row = replace(row, moved=tuple(moved))
            yield row


def _worded(remarks: Mapping[str, Collection[str]], side_count: int) -> list[str]:
    """Prefix each remark with the systems it is about, unless it is about all sides."""
    return [
        remark if len(systems) == side_count else f"{', '.join(sorted(systems))}: {remark}"
        for remark, systems in remarks.items()
    ]


def _adjusted(rows: Sequence[ComparedRow], control: str) -> list[ComparedRow]:
    if control == "none":
        return list(rows)
    tested = [None if row.is_control else row.p_value for row in rows]
    p_values = adjusting.adjusted(tested, control)
    return [
        replace(row, adjusted_p_value=p_value) for row, p_value in zip(rows, p_values, strict=True)
    ]


def _require_comparable(reader: Reader, question: ComparisonQuery) -> None:
    """Raise UndecidedError if suites, their versions or the readings of files differ."""
    problems = obstacles(reader, question.left_run_id, question.right_run_id)
    if problems:
        raise UndecidedError(f"not comparable: {'; '.join(problems)}")


def _remark_on_judges(
    identities: VerdictIdentities,
    metric: Metric,
    left: Side,
    right: Side,
    validator_id: str,
    question: ComparisonQuery,
) -> str:
    """Return a remark on who judged; raise UndecidedError if judges differ."""
    agreement = identities.agreement(metric, (left, right), validator_id)
    refusal = agreement.refusal(allow_other_judge=question.allow_other_judge)
    if refusal:
        raise UndecidedError(f"not comparable: {refusal}")
    return agreement.remark


def _require_cluster(reader: Reader, question: ComparisonQuery) -> None:
    """Raise UsageError for a cluster key that no case has, except ``case`` and ``cluster``."""
    if question.cluster in ("case", "cluster"):
        return
    rows = reader.rows(sql_files.read("sql/paired/cluster_names"), run_id=question.right_run_id)
    names = ["case", *(str(row["cluster_name"]) for row in rows)]
    if question.cluster not in names:
        raise UsageError(
            f"no case of run {question.right_run_id!r} has the key {question.cluster!r} to "
            f"cluster by; available: {', '.join(names)}"
        )


def _why_left_out(
    reader: Reader,
    metric: Metric,
    left: Side,
    right: Side,
    question: ComparisonQuery,
    judges: compared_sides.Judges,
) -> str:
    """Explain why a metric has no value on a side; raise UndecidedError if not lenient."""
    silent = judges.silent(left, right, question.validator_id)
    unjudged: Side | None = None
    if silent is not None:
        side, validator_id = silent
        reason = f"no answer of {side.system_id!r} in run {side.run_id!r} counts in {metric.name}"
        if validator_id:
            reason += f" for validator {validator_id}"
        why = compared_sides.why_silent(reader, side, validator_id)
        reason += f": {why}" if why else ""
        unjudged = side if compared_sides.UNJUDGED in why else None
    else:
        names = sorted(
            {name for judged_side in (left, right) for name in judges.by_side[judged_side]}
        )
        reason = (
            f"validator {question.validator_id!r} has not judged {metric.name} on both sides; "
            f"available: {', '.join(names)}"
        )
    if metric.reads_outcomes:
        reason += judges.way_out(left, right, question.validator_id, unjudged)
    if not question.is_lenient:
        raise UndecidedError(reason)
    # Remove the name of the metric, so that metrics with the same reason can be grouped.
    return reason.replace(f" counts in {metric.name}", " counts").replace(
        f" judged {metric.name} ", " judged it "
    )


def _require_pairs(reader: Reader, question: ComparisonQuery, rows: Sequence[ComparedRow]) -> None:
    for part in question.parts:
        if not any(
            row.slice_name == part.name and part.value in (None, row.pairs.slice_value)
            for row in rows
        ):
            _refuse_slice(reader, question, part, is_measured=bool(rows))
    if not any(row.pairs.paired_count for row in rows):
        left = sum(row.pairs.left_only_count for row in rows)
        right = sum(row.pairs.right_only_count for row in rows)
        raise UndecidedError(
            f"no case has a value on both sides: {left} only in {question.left_run_id!r}, "
            f"{right} only in {question.right_run_id!r}; cases are paired by case_id"
        )


def _refuse_slice(
    reader: Reader, question: ComparisonQuery, part: Slice, *, is_measured: bool
) -> None:
    if part.name == "all" and part.value in (None, "all") and not is_measured:
        raise UndecidedError("none of the metrics has a value on both sides")
    rows = reader.rows(
        sql_files.read("sql/paired/slices"),
        left_run_id=question.left_run_id,
        right_run_id=question.right_run_id,
    )
    names = [str(row["slice_name"]) for row in rows]
    values = [str(row["slice_value"]) for row in rows if row["slice_name"] == part.name]
    if names and part.name not in names:
        raise unknown_name("slice", part.name, names)
    if values and part.value is not None and part.value not in values:
        raise unknown_name(part.name, part.value, values)
    described = part.name if part.value is None else f"{part.name}={part.value}"
    raise UsageError(f"slice {described!r} has no case with a value")


def _notes_on_runs(
    reader: Reader, question: ComparisonQuery, statuses: dict[str, str]
) -> list[str]:
    notes = [
        f"run {run_id} is {status}: cases may be missing"
        for run_id, status in statuses.items()
        if status != "completed"
    ]
    if question.left_run_id == question.right_run_id:
        return notes
    notes += _notes_on_retries(reader, question)
    [row] = reader.rows(
        sql_files.read("sql/paired/other_prompts"),
        left_run_id=question.left_run_id,
        right_run_id=question.right_run_id,
    )
    if row["other_prompt_count"]:
        notes.append(
            f"{row['other_prompt_count']} of {row['case_count']} cases have different prompts in "
            "the two runs under the same case_id, so they may ask different questions"
        )
    return notes


def _notes_on_retries(reader: Reader, question: ComparisonQuery) -> list[str]:
    rows = reader.rows(
        sql_files.read("sql/paired/retries"),
        left_run_id=question.left_run_id,
        right_run_id=question.right_run_id,
    )
    return [
        f"run {row['run_id']} is a retry of run {row['retry_of']}, so some answers may be copies "
        "of earlier ones"
        for row in rows
    ]


def _notes_on_rows(rows: Sequence[ComparedRow], question: ComparisonQuery) -> list[str]:
    notes = notes_on_slices(question.parts)
    if any(row.pairs.is_repeated for row in rows):
        notes.append(
            "cases with several attempts are paired by the mean of their attempts; they are not "
            "counted as won, lost or tied, and the p-value is of Student's t-test"
        )
    few = [
        row.pairs.cluster_count
        for row in rows
        if row.pairs.is_clustered and row.pairs.cluster_count < CLUSTER_COUNT_MIN
    ]
    if few:
        notes.append(
            f"only {counted(min(few), 'cluster')}: with fewer than {CLUSTER_COUNT_MIN} the "
            "intervals are somewhat too narrow if clusters differ much in size"
        )
    silent = [row.pairs.unit_count for row in rows if row.pairs.paired_count > 1]
    if silent and not all(row.pairs.can_show for row in rows if row.pairs.paired_count > 1):
        notes.append(
            f"only {min(silent)} independent clusters or cases: with fewer than {UNITS_MIN} no "
            "p-value can reach 0.05"
        )
    count = sum(row.p_value is not None and not row.is_control for row in rows)
    if question.control == "none" and count > 1:
        notes.append(
            f"{count} tests at once: without a difference, each still has a 5 % chance to show "
            "one; use --control holm or benjamini-hochberg to account for that"
        )
    return notes


def _tree_size(reader: Reader, run_id: str) -> int:
    [row] = reader.rows(sql_files.read("sql/analyses/answer_size"), run_id=run_id)
    return int(str(row["tree_size"]))
