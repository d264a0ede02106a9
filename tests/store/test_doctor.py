"""The doctor says what is not in order, and what to do about it."""

import os
import shutil
import time

import pytest

from evalstore.errors import StoreError
from evalstore.store import connections
from evalstore.store.layout import Layout
from evalstore.store.verify.doctor import examine


def not_in_order(warehouse):
    return {check.what: check for check in examine(warehouse.layout) if not check.is_ok}


def test_a_clean_store_is_in_order(small):
    """Nothing needs a hand, and everything looked at is said."""
    assert {} == not_in_order(small)
    assert [
        "DuckDB", "free disk", "lock", "inbox", "left-over temporary files",
        "checkpoints", "log", "segments missing", "segments not in the database", "definitions",
        "images",
        "retractions that name no event", "cases that their run does not declare",
    ] == [check.what for check in examine(small.layout)]  # fmt: skip


def test_looking_changes_nothing(small):
    """The doctor only looks."""
    before = small.files()
    examine(small.layout)

    assert before == small.files()


def test_waiting_events_need_a_fold(small, lines):
    """The inbox is named with its count."""
    small.accept(lines.case("c9"))
    [check] = not_in_order(small).values()

    assert ("inbox", "`evalstore fold`") == (check.what, check.way_out)
    assert check.found.startswith("1 ")


def test_a_missing_segment_needs_a_copy(small):
    """A segment that is gone is the worst that can happen, and is said."""
    (small.layout.segments / "000000000003-000000000005.parquet").unlink()

    assert {"segments missing"} == not_in_order(small).keys()


@pytest.mark.sweep
def test_a_segment_that_was_not_taken_in_needs_a_fold(small, new_small, lines):
    """A crash left it: the next fold finishes it."""
    longer = new_small()
    longer.add(lines.case("c9"))
    shutil.copy(
        longer.layout.segments / "000000000008-000000000008.parquet", small.layout.segments
    )

    assert {"segments not in the database"} == not_in_order(small).keys()


def test_a_lost_retraction_is_named(small, lines):
    """A retraction of an id that no event has may be a typo."""
    wrong = "0190d3a1-7b3c-8def-9abc-0123456789ab"
    small.add(lines.retracted(wrong))
    check = not_in_order(small)["retractions that name no event"]

    assert wrong in check.way_out


def test_views_of_another_version_need_a_fold(small):
    """A fingerprint of another version is said."""
    with small.stranger() as connection:
        connection.execute("update log.fingerprint set views_sha256 = 'of another version'")

    assert {"definitions"} == not_in_order(small).keys()


def test_old_temporary_files_are_counted(small):
    """A file that no live writer owns any more waits for the next fold."""
    path = small.layout.inbox / "a.parquet.tmp"
    path.touch()
    os.utime(path, (time.time() - 100_000,) * 2)

    assert {"left-over temporary files"} == not_in_order(small).keys()


def test_a_held_lock_is_said(small):
    """Who holds the store is named, and the rest is looked at all the same."""
    with connections.exclusive(small.layout):
        check = not_in_order(small)["lock"]

    assert f"process {os.getpid()}" in check.found


@pytest.mark.parametrize("damage", ["none", "no database", "no table"])
def test_a_database_that_cannot_be_asked_is_a_finding(small, damage):
    """Whatever is the matter with the database, the doctor says so and does not fall over."""
    if damage == "none":
        small.layout.database.unlink()
    elif damage == "no database":
        small.layout.database.write_bytes(b"no database")
    else:
        with small.stranger() as connection:
            connection.execute("drop table log.batches cascade")

    assert {"database"} == not_in_order(small).keys()


def test_no_store_is_an_error(tmp_path):
    """Where there is no store there is nothing to look at."""
    with pytest.raises(StoreError, match="no store in"):
        examine(Layout(tmp_path))
