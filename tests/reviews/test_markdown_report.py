"""The Markdown report of a run that gates decided on."""

from evalstore.reviews.report import report
from evalstore.store.query.reader import reading


def test_what_fails_comes_first(decided, review):
    """Decision, failing gates, grounds, changed cases, gates, metrics, failing cases: in order."""
    with reading(decided.store.layout) as reader:
        text = report.page(reader, ["nightly-25"], "markdown", "warehouse")
    parts = (
        f"**✘ {review.decision}** `nightly-25`",
        "- ✘ **floor**: accuracy of maia on domain=phenomenology is 0.10",
        "- ✘ **no-regression**: accuracy of maia is 0.75",
        "**Baseline:** `nightly-24`, commit `0101010`: the newest complete run",
        "**Smallest drop:** With 40 shared cases",
        "### Changed cases",
        "- `maia`: 9 of 40 became wrong, 1 became right. Wrong now: `c00`, `c01`",
        "Right now: `c39`.",
        "### Gates",
        "### Metrics",
        "| accuracy  | `maia` | `factual` | 0.750 |",
        "### Failing cases",
        "#### `c00` by `maia`, phenomenology: became wrong",
    )
    places = [text.find(part) for part in parts]

    assert -1 not in places, [part for part, place in zip(parts, places, strict=True) if place < 0]
    assert places == sorted(places)
