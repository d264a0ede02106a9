"""The reference of all metrics in Markdown, made from the headers of their files."""

import sys
from itertools import groupby

from evalstore.metrics.catalog import Metric, catalog

OPENING = """\
# Metrics

<!-- Made from the headers of views/: `python -m evalstore.metrics.reference > docs/metrics.md` -->

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
"""


def reference() -> str:
    """Return the text of ``docs/metrics.md``."""
    unsliced = [f"`{name}`" for name, metric in catalog().items() if not is_sliced(metric)]
    opening = OPENING.format(unsliced=",\n  ".join(unsliced))
    families = groupby(catalog().values(), key=lambda metric: metric.family)
    sections = [
        f"\n## {family.capitalize()}\n" + "".join(_section(metric) for metric in metrics)
        for family, metrics in families
    ]
    return opening + "".join(sections)


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
        "Parameters": metric.parameters,
        "Source": metric.source,
        "Shape": "" if metric.has_value else "a table; not part of `metrics.all_metrics`",
        "Defined in": f"`{metric.sql_name}.sql`",
    }
    return "\n".join(f"- {name}: {text}" for name, text in facts.items() if text)


if __name__ == "__main__":
    sys.stdout.write(reference())
