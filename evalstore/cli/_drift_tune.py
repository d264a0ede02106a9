"""``evalstore drift tune``: choose thresholds by grid search."""

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import (
    json_option,
    newest_run_option,
    record_option,
    store_option,
)
from evalstore.cli._printing import print_json, print_note, print_sentence, print_table
from evalstore.cli._progress import progress_shown
from evalstore.cli._recording import recorded_sentence
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.suites.drift.analyses.drift_tuning import Tuned

VALUES_MAX = 1000
# Keys: whether no thresholds were chosen, and whether because there were no weeks to choose by.
EXIT_CODES = {(False, False): 0, (True, False): 1, (True, True): 3}
RATES = ("hit_rate", "false_positive_rate", "precision", "recall", "f1")
GRID_HELP = "Try these values: 0.2,0.4 or FIRST:LAST:STEP."


@click.command()
@newest_run_option
@click.option("--system", metavar="ID", help="Select a system; required if the run has several.")
@click.option(
    "--report-on", metavar="RUN",
    help="Report on this run instead of on personas held out; it must share no case with --run.",
)  # fmt: skip
@click.option(
    "--held-out", type=float, default=0.5, show_default=True,
    help="Hold out this share of personas from tuning, and report on them.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**53), default=0, show_default=True,
    help="Set the seed; the same seed holds out the same personas.",
)  # fmt: skip
@click.option(
    "--fpr-limit", type=float, default=0.2, show_default=True,
    help="Keep the false positive rate below this.",
)  # fmt: skip
@click.option("--per-value", is_flag=True, help="Also tune each value separately.")
@click.option(
    "--ema-alpha", type=float, default=1.0, show_default=True,
    help="Set the weight of a new reading in the smoothed level; 1 means no smoothing.",
)  # fmt: skip
@click.option("--delta", metavar="VALUES", help=GRID_HELP)
@click.option("--tau-low", metavar="VALUES", help=GRID_HELP)
@click.option("--c-min", metavar="VALUES", help=GRID_HELP)
@click.option("--epsilon", metavar="VALUES", help=GRID_HELP)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Write the thresholds to this TOML file, for `run drift --set thresholds=FILE`.",
)  # fmt: skip
@record_option("the choice as an event")
@json_option
@store_option
def tune(
    store: Store,
    delta: str | None,
    tau_low: str | None,
    c_min: str | None,
    epsilon: str | None,
    as_json: bool,
    **query: Any,
) -> int:
    """Try thresholds on some personas of a run, choose, and report on the other personas.

    Chooses the highest micro F1 of persona, week and value whose false positive rate is below the
    limit; ties go to the lower false positive rate, then to the larger delta, the lower tau_low,
    the larger c_min and the smaller epsilon. The default grid has 12,096 settings. Exits 1 if
    none meets the limit, 3 if there is no crisis or no quiet week to choose by. The default
    run is the newest. --record appends analysis_recorded.

    Example:

    \b
        evalstore drift tune --system critic -o thresholds.toml
        evalstore drift tune --run r1 --report-on r2 --per-value --delta 0.2:1.2:0.1 --json
    """
    texts = {"delta": delta, "tau_low": tau_low, "c_min": c_min, "epsilon": epsilon}
    with progress_shown("tuning", is_quiet=as_json) as on_progress:
        result = store.tune_drift(
            grid=grid_of(texts), on_progress=on_progress, on_note=print_note, **query
        )
    tuned = result.tuned
    if as_json:
        print_json(result.to_dict())
    else:
        _print(tuned, result.output)
        print_sentence(recorded_sentence(result.recorded))
    return EXIT_CODES[tuned.detection is None, tuned.is_undefined]


def grid_of(texts: dict[str, str | None]) -> dict[str, tuple[float, ...]]:
    """Return the values of the options that were used, by threshold."""
    return {
        name: values_of(name, text, is_whole=name == "c_min")
        for name, text in texts.items()
        if text is not None
    }


def values_of(name: str, text: str, *, is_whole: bool = False) -> tuple[float, ...]:
    """
    Parse the values of one threshold: a list with commas, or FIRST:LAST:STEP.

    >>> values_of("delta", "0.1:0.4:0.1"), values_of("c_min", "2,3", is_whole=True)
    ((0.1, 0.2, 0.3, 0.4), (2, 3))
    """
    problem = UsageError(
        f"--{name.replace('_', '-')} {text!r}; expected "
        f"{'whole numbers' if is_whole else 'numbers'} such as "
        f"{'2,3,4 or 2:5:1' if is_whole else '0.2,0.4 or 0.1:1.5:0.1'}"
    )
    try:
        parts = [Decimal(part) for part in text.split(":" if ":" in text else ",")]
    except InvalidOperation as error:
        raise problem from error
    if not all(part.is_finite() for part in parts):
        raise problem
    if ":" in text:
        if len(parts) != 3 or parts[2] <= 0 or parts[1] < parts[0]:  # noqa: PLR2004 - three parts
            raise problem
        first, last, step = parts
        if (last - first) / step >= VALUES_MAX:
            raise UsageError(f"{problem}, at most {VALUES_MAX} of them")
        parts = [first + step * place for place in range(int((last - first) / step) + 1)]
    if is_whole and any(part != int(part) for part in parts):
        raise problem
    return tuple(int(part) if is_whole else float(part) for part in dict.fromkeys(parts))


def _print(tuned: "Tuned", written: Path | None) -> None:
    about, results = tuned.recorded, tuned.recorded.results
    counts: Any = results["persona_count"]
    print_sentence(
        f"run {escaped(about.run_id)}, system {escaped(str(about.parameters['system_id']))}: "
        f"{results['setting_count']:,} settings on {counted(counts['tuning'], 'persona')}, "
        f"reported on {counted(counts['untouched'], 'other')}"
    )
    if tuned.detection is None:
        print_sentence(f"no thresholds: {tuned.reason}")
        return
    chosen: Any = results["chosen"]
    words = ", ".join(f"{name} {value:g}" for name, value in chosen.items())
    print_sentence(f"chosen: {words}; {tuned.reason}")
    _print_by_value(results["by_value"])
    tuning, untouched, shared, before = (
        _of(results, name)
        for name in ("tuning", "untouched", "untouched_shared", "untouched_before")
    )
    rows = []
    for name in RATES:
        low, high = untouched["ci"][name] or (None, None)
        rows.append((name, tuning[name], untouched[name], low, high, before[name]))
    print_table(("", "tuning", "untouched", "ci_low", "ci_high", "by default"), rows)
    if results["by_value"] and (untouched["f1"] or 0) < (shared["f1"] or 0):
        print_sentence(
            f"thresholds shared by all values reach f1 {shared['f1']:.4g} on the untouched "
            "personas, more than thresholds tuned for each value: the latter are overfitted"
        )
    edges: Any = results["edges"]
    if edges:
        print_sentence(f"chosen at the edge of the grid; try a wider range of: {', '.join(edges)}")
    if written is not None:
        print_sentence(f"wrote {escaped(str(written))}")


def _print_by_value(by_value: Any) -> None:
    if not by_value:
        return
    columns = ("delta", "tau_low", "c_min", "epsilon")
    rows = [
        (name, *((tuned_value["chosen"] or {}).get(column) for column in columns),
         tuned_value.get("tuning", {}).get("f1"), tuned_value["reason"])
        for name, tuned_value in by_value.items()
    ]  # fmt: skip
    print_table(("value", *columns, "f1", "reason"), rows)


def _of(results: dict[str, object], name: str) -> dict[str, Any]:
    result: Any = results[name]
    return dict(result)
