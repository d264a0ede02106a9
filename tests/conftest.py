"""Leaves out what takes long, unless it is asked for, and begins stores with a kept database."""

import gc
import hashlib
import os
import shutil
import ssl
from collections import defaultdict
from functools import cache
from math import ceil

import pytest
from hypothesis import is_hypothesis_test, settings

from evalstore.store import connections
from evalstore.store.facts import schema
from tests import kept_stores

# How long an example takes says something of the machine and of what else runs there.
settings.register_profile("evalstore", deadline=None)
settings.load_profile("evalstore")

# The width of the terminal that tests are started from, which workers are told of, is not theirs.
os.environ.pop("COLUMNS", None)

LONG = ("sweep", "interleavings")
# Begun first, so that no worker is left alone with them at the end.
LONGEST = ("test_package.py", "test_pages.py", "test_site.py")


def pytest_configure(config):
    """Keep stores for the tests, those that workers run among them."""
    if not hasattr(config, "workerinput"):
        kept_stores.begin()


def pytest_unconfigure(config):
    """Remove the stores that tests were given copies of."""
    if not hasattr(config, "workerinput"):
        kept_stores.remove()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Run what is marked as long, and most of what is marked thinned, only where -m names it."""
    thinned = defaultdict(list)
    for item in items:
        if item.get_closest_marker("thinned") and not item.get_closest_marker("sweep"):
            thinned[item.path, item.originalname].append(item)
    for same in thinned.values():
        [step] = same[0].get_closest_marker("thinned").args
        # By a hash of its name, a set of parameters keeps its turn when others come or go.
        same.sort(key=lambda item: hashlib.sha256(item.nodeid.encode()).digest())
        for item in same[ceil(len(same) / step) :]:
            item.add_marker("sweep")
    drawing = [item for item in items if is_hypothesis_test(getattr(item, "obj", None))]
    for item in drawing:
        item.add_marker("drawn")
    if config.option.markexpr:
        return
    kept, left_out = [], []
    for item in items:
        (left_out if any(map(item.get_closest_marker, LONG)) else kept).append(item)
    config.hook.pytest_deselected(items=left_out)
    for test in {item.obj for item in drawing}:
        draw_fewer(test)
    items[:] = sorted(kept, key=lambda item: item.path.name not in LONGEST)


def draw_fewer(test):
    """Draw one in four of the examples of a test, two at least; they change from run to run."""
    drawn = test._hypothesis_internal_use_settings
    count = max(min(2, drawn.max_examples), drawn.max_examples // 4)
    test._hypothesis_internal_use_settings = settings(drawn, max_examples=count)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """
    Collect garbage neither while tests are collected nor, later, among what was.

    To walk a million objects takes a second each time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def empty_database():
    """
    Let every database that a test makes begin as a copy of the empty one that all of them share.

    Commands in processes of their own make theirs themselves.
    """
    attach = connections._attach
    create = schema.create

    def attach_copy(connection, database, mode, wait_seconds):
        if not mode and not database.exists():
            from tests.empty_database import template

            shutil.copyfile(template(), database)
        attach(connection, database, mode, wait_seconds)

    def create_unless_copied(connection, **how):
        if schema.is_empty(connection):
            create(connection, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "_attach", attach_copy)
        patch.setattr(schema, "create", create_unless_copied)
        yield


@pytest.fixture(scope="session", autouse=True)
def certificates():
    """
    Let clients of the same certificates share a context.

    To read them takes 40 ms, and a client of a chat model does so four times.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield
