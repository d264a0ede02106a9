"""Each suite has one page, and these pages share one skeleton."""

import re

import pytest

from evalstore.plugins import registry
from tests.docs.blocks import ROOT

# Cases of a suite that other suites ask too.
SHARED = {"phenomenology"}
PAGES = sorted(registry.module_names("suites").keys() | SHARED)
SKELETON = ["What it asks", "Run it", "What its numbers mean", "Limits"]
LINES_MAX = 150


@pytest.mark.parametrize("name", PAGES)
def test_a_suite_has_a_page(name):
    """What it asks, how to run it, what its numbers mean, and its limits, in this order."""
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")

    assert SKELETON == re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert len(text.splitlines()) <= LINES_MAX
