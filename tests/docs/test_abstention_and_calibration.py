"""The numbers worked out in abstention-and-calibration.md are those of the views."""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from evalstore.judges.text.declining.abstention import abstention_in
from tests.empty_database import in_memory
from tests.weighing import weigh

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "abstention-and-calibration.md").read_text(encoding="utf-8")
STATUSES = {"(never came)": "missing", "(the system failed)": "error"}


def table(heading) -> list[list[str]]:
    """Return the cells below the line that opens with this heading."""
    _, _, below = PAGE.partition(f"\n{heading}")
    lines = below.splitlines()[2:]
    end = next((place for place, line in enumerate(lines) if not line), len(lines))
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[:end]]


def said(words) -> float:
    """Return the number on the list line that opens with these words."""
    [number] = re.findall(rf"^- {re.escape(words)} = (\S+)$", PAGE, re.MULTILINE)
    return float(number)


@pytest.fixture
def connection():
    with in_memory() as opened:
        yield opened


@pytest.fixture
def cards(connection):
    """The example on abstention, read from the page."""
    for case_id, label, answer in table("| case | label | answer |"):
        status = STATUSES.get(answer, "ok")
        connection.execute(
            "insert into facts.scored by name select 'r1' as run_id, 'maia' as system_id, "
            "'factual' as validator_id, true as is_primary_validator, $case_id as case_id, "
            "$label as label, $status as status, $answer as answer",
            {
                "case_id": case_id,
                "label": label,
                "status": status,
                "answer": answer if status == "ok" else None,
            },
        )
    weigh(connection)
    return connection


@pytest.fixture
def claims():
    """The example on calibration, read from the page."""
    return [(float(row[1]), row[2] == "yes") for row in table("| case | confidence |")]


@pytest.fixture
def judged(connection, claims):
    for number, (confidence, is_right) in enumerate(claims):
        connection.execute(
            "insert into facts.scored by name select 'r1' as run_id, 'maia' as system_id, "
            "'factual' as validator_id, true as is_primary_validator, $case_id as case_id, "
            "'ok' as status, $outcome as outcome, $is_right as is_right, "
            "$confidence as confidence",
            {
                "case_id": f"c{number}",
                "outcome": "right" if is_right else "wrong",
                "is_right": is_right,
                "confidence": confidence,
            },
        )
    weigh(connection)
    return connection


def value(connection, metric, variant="") -> tuple[float, int, int, int]:
    """Return the one value of a metric and its counts."""
    [row] = connection.execute(
        f"select {metric}, scored_count, missing_count, error_count from metrics.{metric} "
        "where slice_name = 'all' and variant = $variant",
        {"variant": variant},
    ).fetchall()
    return row


@pytest.mark.thinned(4)
@pytest.mark.parametrize("row", table("| metric | licensed |"), ids=lambda row: row[0])
def test_the_abstention_numbers_are_those_of_the_views(cards, row):
    """Each cell of the table of results is what the view says of the table of cases."""
    metric, *cells = row
    for mapping, cell in zip(("licensed", "strict", "by_action"), cells, strict=True):
        fraction, _, rounded = cell.partition(" = ")
        share, scored_count, missing_count, error_count = value(
            cards, metric, f"mapping={mapping}"
        )

        assert float(Fraction(fraction)) == pytest.approx(share, abs=1e-12)
        assert rounded == f"{share:.3f}"
        # F1 is a mean: what stands below its line is no count of cases.
        assert metric == "abstention_f1" or int(fraction.partition("/")[2]) == scored_count
        assert (missing_count, error_count) == (1, 1)


def test_every_abstention_metric_is_worked_out():
    """The table of results has each metric of the family that is one number."""
    expected = sorted(path.stem for path in (ROOT / "views" / "abstention").glob("*.sql"))

    listed = [row[0] for row in table("| metric | licensed |")]

    assert expected == sorted([*listed, "abstention_confusion"])


def test_the_calibration_numbers_are_those_of_the_views(judged):
    """Both results of the example are what the views say of it."""
    for metric in ("ece", "confidence_gap"):
        assert said(f"`{metric}`") == pytest.approx(value(judged, metric)[0], abs=1e-12)


def test_bins_closed_above_give_the_other_number(claims):
    """The number for the other edges is that of scikit-learn's bins."""
    confidences, is_right = zip(*claims, strict=True)
    shares, means = calibration_curve(is_right, confidences, n_bins=10)
    counts = np.array([3, 1])

    expected = said("ECE with bins closed above")

    assert len(shares) == len(counts)
    assert expected == pytest.approx(np.sum(counts * np.abs(shares - means)) / 4, abs=1e-12)


@pytest.mark.sweep
def test_the_edges_fall_as_the_table_says(connection):
    """Our own row and numpy's say where these two put the edges."""
    rows = {row[0]: row for row in table("| who | a bin is |")}
    edges = [0.3, 0.6, 0.7, 1.0, 0.0]
    linspace_bins = [
        int(np.histogram([edge], bins=np.linspace(0, 1, 11))[0].argmax()) for edge in edges
    ]
    ours = []
    for edge in edges:
        connection.execute("delete from facts.scored")
        connection.execute(
            "insert into facts.scored by name select 'r1' as run_id, 'maia' as system_id, "
            "'factual' as validator_id, true as is_primary_validator, 'c1' as case_id, 'ok' "
            "as status, 'right' as outcome, true as is_right, $edge::double as confidence",
            {"edge": edge},
        )
        weigh(connection)
        ours += connection.execute(
            "select bin_index from metrics.reliability_bins where slice_name = 'all'"
        ).fetchall()

    for name, found in (
        ("evalstore", [row[0] for row in ours]),
        ("numpy.histogram, netcal", linspace_bins),
    ):
        assert rows[name][2:] == [", ".join(map(str, found[:3])), *map(str, found[3:])]


def test_replies_that_decline():
    """What the page says of its example replies is what the validator reads."""
    for reply, declines, because in table("| reply | does it decline? | because |"):
        assert (abstention_in(reply) is not None) == (declines == "yes"), because
