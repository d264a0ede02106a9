"""A store with a run of two systems to label, and the sheets drawn from it."""

import csv
import io

import pytest

from tests import kept_stores
from tests.running.labels.runs import run_events


@pytest.fixture
def quiz(folder):
    """A store in the folder that commands run in."""
    return kept_stores.store_of(run_events(), folder / "warehouse")


@pytest.fixture
def sheet(folder):
    """Return the rows of a sheet, by column."""

    def rows(name="labels.csv"):
        text = (folder / name).read_bytes().decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    return rows
