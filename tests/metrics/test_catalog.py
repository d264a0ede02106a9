"""The catalog is the folder: a file is a metric, and its header describes it."""

import subprocess
import sys
from pathlib import Path

import pytest

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError, UsageError
from evalstore.metrics.catalog import KEYS, catalog, described, find
from tools.metrics import reference

ACCURACY = "views/accuracy/accuracy"


def test_every_file_is_a_metric():
    """The names of the catalog are the names of the files."""
    expected = [name.rpartition("/")[2] for name in sql_files.names("views")]

    assert expected == list(catalog())


def test_a_metric_knows_its_file():
    """Family and text of a metric are found from its name."""
    metric = find("ece")

    assert metric.family == "calibration"
    assert "create or replace view metrics.ece as" in sql_files.read(metric.sql_name)


@pytest.mark.parametrize("name", sorted(catalog()))
def test_the_first_sentence_is_one(name):
    """What lists and reports show of a metric is a sentence, and short."""
    sentence = catalog()[name].sentence

    assert sentence.endswith(".")
    assert len(sentence) < 100


def test_an_unknown_name_is_answered_with_the_closest():
    """Who misspells a metric reads the right name first."""
    with pytest.raises(
        UsageError, match=r"^no metric 'acuracy'; the closest of \d+ are accuracy,"
    ):
        find("acuracy")


def test_two_metrics_of_one_name_are_refused():
    """A name stands for one metric, whatever the family."""
    text = sql_files.read(ACCURACY)

    with pytest.raises(EvalstoreError, match=r"both define the metric 'accuracy'"):
        described({ACCURACY: text, "views/operations/accuracy": text})


@pytest.mark.parametrize("sql_name", ["views/accuracy", "views/accuracy/micro/accuracy"])
def test_a_metric_has_a_family(sql_name):
    """A file outside a family's folder is refused."""
    with pytest.raises(EvalstoreError, match="expected views/<family>/<metric>"):
        described({sql_name: sql_files.read(ACCURACY)})


def test_the_catalog_does_not_import_sqlglot():
    """Listing metrics starts fast: no parser, no data frame library is loaded for it."""
    program = (
        "import sys; from evalstore.metrics import catalog; catalog.catalog(); "
        "print(sorted({'sqlglot', 'polars', 'pyarrow', 'altair', 'duckdb'} & set(sys.modules)))"
    )

    printed = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=sql_files.PACKAGE.parent,
    ).stdout

    assert printed.strip() == "[]"


def test_the_reference_is_that_of_the_headers():
    """docs/metrics.md says what the files say."""
    written = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")

    assert reference.reference() == written


def test_every_key_is_explained():
    """The reference says of each key of a header what it is for."""
    assert list(KEYS) == list(reference.KEYS)
