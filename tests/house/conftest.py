"""Fixtures for the rules of the house: their findings in the project, and in planted files."""

import gc
import json

import pytest

from tests import kept_stores
from tests.house import (  # noqa: F401 - to register their rules
    code_rules,
    name_rules,
    text_rules,
    tree_rules,
)
from tests.house.files import File, project_files
from tests.house.rules import findings


@pytest.fixture(scope="session")
def project(tmp_path_factory):
    """Return what the rules find, in whichever process the first of their tests ran."""
    folder = tmp_path_factory.mktemp("house")
    kept_stores.copy("the findings of the house", look, folder)
    return json.loads((folder / "findings.json").read_text(encoding="utf-8"))


def look(folder):
    """Stream all files past all rules; to look for garbage meanwhile would double the time."""
    gc.disable()
    try:
        found = findings(project_files())
    finally:
        gc.enable()
    folder.mkdir()
    (folder / "findings.json").write_text(json.dumps(found), encoding="utf-8")


@pytest.fixture
def planted(request):
    """Return where the rule of the test's name finds something in files made up for it."""
    rule = request.node.name.removeprefix("test_")

    def places(files, mode=0o644):
        made = [File(name, text, mode) for name, text in files.items()]
        return [finding.partition(": ")[0] for finding in findings(made, rule)[rule]]

    return places


@pytest.fixture
def found(request, project):
    """Return what the rule of the test's name finds in the project."""
    return project.get(request.node.name.removeprefix("test_"), [])
