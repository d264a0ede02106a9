"""Reference of all metrics in Markdown, made from the headers of their files."""

import sys
from itertools import groupby

from evalstore.base import sql_files
from evalstore.metrics.catalog import CHOICES, Metric, catalog
from evalstore.metrics.reasons import REASONS

OPENING = """\
# Metrics

<!-- Made from the headers of views/: `python -m tools.metrics.reference > docs/metrics.md` -->

One view in schema `metrics` for each. What holds for all of them:

- A share is a fraction, not a percentage. Where nothing could be counted the value is NULL, never
  0 or 1.
- `scored_count` says on how many the value rests: cases, ratings, weeks or what else the unit
  names. Of a share or mean of these it is the denominator; not of a share of attempts, a mean of
  other shares, an F1, a kappa, a correlation, a quantile or a sum. Beside it stand
  `missing_count` (answers that never came), `error_count` (lost to an error of the system or the
  validator) and `unscored_count` (undetermined, unscored or without a verdict). Tables have counts
  of their own.
- Several attempts at a case count as one: each has the weight 1 / the attempts that count, so that
  a case counts once. `attempt_count` and `left_out_attempt_count` say how many were expected, and
  how many of them count for nothing.
- Right counts 1; wrong, abstained, missing and unparsable count 0; a graded score counts as it
  stands; errors and answers without a judgement are left out.
- `ci_low` and `ci_high` are the ends of a 95 % interval, where the metric has one in closed form.
- A metric whose grain has `slice_name` and `slice_value` is given for every slice of the cases:
  `all` and `all`, or a domain, a label, and so on, as in `facts.sliced`. Without slices, each of
  all cases of a run and system, are:
  {unsliced}.

`metrics.all_metrics` holds those that are one number per grain, in one shape.

## What a metric counted

`facts.counted` has, for each metric, one row for each attempt (or reading, week, pair of ratings,
episode: what the metric counts) that it counted or left out, once for each row of the metric:

```sql
from facts.counted where metric = 'ece' and run_id = 'r1' and slice_name = 'all'
```

`is_counted` says whether a row counts, `weight` for how much, and `reason` why not. Where a metric
is a ratio of sums, `sum(numerator) / sum(denominator)` is its value; of a sum there is no
denominator. `represents_case` is true on the row by which its case stands in the counts of the
metric, so that `count(*) filter (where represents_case and is_counted)` is `scored_count`, but of
the two indices of confidence, which add up weights. `is_missing` says that nothing came. `item`
tells apart what belongs to one case: a value dimension, or one and its trigger. `evalstore show
METRIC --counted` counts the reasons. A case that is left out stands in the count named here:

| `reason` | counted in | because |
|---|---|---|
{reasons}
{uncounted}
## Headers

A metric is one file, `views/<family>/<metric>.sql`. The comment that opens it has a first
sentence, prose if there is more to say, and a last paragraph of `key: value` lines. No list names
the metric: it is found by its file, and the keys say how it is drawn, shown and resampled. Whether
it can be paired, in `compare` and for `max_drop` of a gate, is said by a file of its name in
`sql/paired/values`: the value of each attempt. A gate may name any metric that is one number.

{keys}
"""
# What each key of a header is for.
KEYS = {
    "grain": "the columns that tell its rows apart; they come first",
    "unit": "what its number is in",
    "range": "which values it can have",
    "better": f"the good direction: {', '.join(CHOICES['better'])}",
    "source": "the formula, and where it is published",
    "shape": "`value`, one number per grain, or `table`; left out: `value`",
    "parameters": "the fixed numbers in it, or what its variants mean",
    "parameter": "a number in it that `--set` of `evalstore show`, `set` of a gate and "
    "`parameters` of `Store.metric` choose: name, `integer` or `number` with its range, default, "
    "and what it is; a line for each. The default is the macro of its name in "
    "`sql/macros/parameters`",
    "default": "the variant that a headline shows if no gate names another, for every metric "
    "that is one number for each variant; `no, REASON` where the variants differ by run: the "
    "first by name",
    "draws": "the chart of one run, a file of `evalstore/reviews/charts` or of a suite's "
    "`charts`; left out: the metric by slice. A table names one, or says `no, REASON`",
    "slice": "the slice by which it is compared within a run; left out: `domain`",
    "section": "where a report shows it beside the table of metrics: `charts`, or a section of "
    "`evalstore/reviews/report/sections` or of a suite's `report`, with a group where it has "
    "some, and its place there, as in `drift/reading, 2`; a metric without a place comes last",
    "label": "its name there, or `VARIANT: NAME` for each variant, with `; ` between them",
    "resamples": "`no, REASON` where the rows do not add up to it, or the table of the bins that "
    "it is a sum over; left out: a ratio of sums over rows, if it reads only `facts.sliced`",
    "interval": "what its interval speaks of: `cases like these`, or `these cases` where only "
    "their attempts vary; left out: cases like these",
    "empty": "why it can have no row or no value: files of `sql/causes` in the order in which "
    "they are tried; `no_verdict of NAME` needs a verdict of that validator",
    "outcomes": "`not read` where it does not depend on what a validator found, so that runs "
    "judged by other versions of it are compared; left out: `read`",
    "rightness": "`of all cases` where it is of how right answers are, and controls are compared "
    "by it; `of some cases` where not every right answer counts, so that a constant reply "
    "may do as well as the best system; left out: `no`",
    "counts": "the view of `facts` with the rows it counts, and `where CONDITION` if it is about "
    "some of them only; `no, REASON` where no rows can be named",
    "reason": "what says, over that view, why a row is left out; left out: its column `reason`",
    "weight": "for how much a row counts; left out: its column `weight`, or 1",
    "numerator": "what a row adds to the sum above the line; left out: nothing can be named",
    "denominator": "what it adds below the line; left out: the weight. `null` for a sum",
}


def reference() -> str:
    """Return the text of ``docs/metrics.md``."""
    unsliced = [f"`{name}`" for name, metric in catalog().items() if not is_sliced(metric)]
    opening = OPENING.format(
        unsliced=",\n  ".join(unsliced),
        reasons="\n".join(
            f"| {reason} | {f'`{count}`' if count else 'none'} | {text} |"
            for reason, (count, text) in REASONS.items()
        ),
        uncounted=_uncounted(),
        keys="\n".join(f"- `{key}`: {text}" for key, text in KEYS.items()),
    )
    families = groupby(catalog().values(), key=lambda metric: metric.family)
    sections = [
        f"\n## {family.capitalize()}\n" + "".join(_section(metric) for metric in metrics)
        for family, metrics in families
    ]
    return opening + "".join(sections)


def _uncounted() -> str:
    """Return the paragraph on metrics whose rows cannot be named, empty where there is none."""
    reasons = {name: metric.why_not_counted for name, metric in catalog().items()}
    listed = "; ".join(f"`{name}`, {reason}" for name, reason in reasons.items() if reason)
    return f"\nOf some metrics no rows can be named: {listed}.\n" if listed else ""


def is_sliced(metric: Metric) -> bool:
    """Say whether a metric is given slice by slice."""
    return "slice_name" in metric.grain


def _section(metric: Metric) -> str:
    paragraphs = [f"### {metric.name}", metric.sentence, metric.prose, _facts(metric)]
    return "".join(f"\n{paragraph}\n" for paragraph in paragraphs if paragraph)


def _facts(metric: Metric) -> str:
    facts = {
        "Grain": ", ".join(f"`{column}`" for column in metric.grain),
        "Slices": "" if is_sliced(metric) else "none; over all cases",
        "Unit": metric.unit,
        "Range": metric.range,
        "Better": metric.better,
        "Can be set": "; ".join(
            f"`{parameter.name}`, {parameter.described.partition(' (')[2][:-1]}: "
            f"{parameter.meaning}"
            for parameter in metric.parameter
        ),
        "Parameters": metric.parameters,
        "Default variant": f"`{metric.default_variant}`" if metric.default_variant else "",
        "Interval": f"of {metric.interval}" if _has_interval(metric) else "",
        "Source": metric.source,
        "Shape": "" if metric.has_value else "a table; not part of `metrics.all_metrics`",
        "Counts": _counts(metric),
        "Defined in": f"`{metric.sql_name}.sql`",
    }
    return "\n".join(f"- {name}: {text}" for name, text in facts.items() if text)


def _has_interval(metric: Metric) -> bool:
    """Say whether the metric's view gives the ends of an interval."""
    return "ci_low" in sql_files.read(metric.sql_name)


def _counts(metric: Metric) -> str:
    """Say which rows it counts, and what its value is over them where that is a ratio of sums."""
    if metric.why_not_counted:
        return f"no rows can be named: {metric.why_not_counted}"
    relation, where, condition = metric.counts.partition(" where ")
    return f"rows of `{relation}`" + (f" where `{condition}`" if where else "")


if __name__ == "__main__":
    sys.stdout.write(reference())
