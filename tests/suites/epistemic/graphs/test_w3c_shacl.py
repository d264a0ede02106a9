"""The W3C's SHACL cases conform as expected, by the code that cards are made by."""

import os
from pathlib import Path

import pytest

from evalstore.errors import EvalstoreError
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import load
from evalstore.suites.epistemic.graphs.shapes import Shapes

FOLDER = Path(os.environ.get("EVALSTORE_REAL_DATA", "nowhere"), "kg", "w3c-shacl")
pytestmark = [
    pytest.mark.real_data,
    pytest.mark.skipif(
        not FOLDER.is_dir(),
        reason="EVALSTORE_REAL_DATA names no folder that holds kg/w3c-shacl/",
    ),
]
TEST = "http://www.w3.org/ns/shacl-test#"
MANIFEST = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
# pySHACL leaves the variable $shapesGraph out, which SHACL allows: that is said, not guessed.
BEYOND_PYSHACL = {"pre-binding/shapesGraph-001": None}


def cases():
    """Yield a name, the data, the shapes and what is expected of each case."""
    for path in sorted(FOLDER.rglob("*.ttl")):
        text = path.read_text(encoding="utf-8")
        if "sht:Validate" not in text:
            continue
        manifest = load([path])
        for case in manifest.subjects(voc.TYPE, f"{TEST}Validate"):
            (action,) = manifest.objects(case, f"{MANIFEST}action")
            (result,) = manifest.objects(case, f"{MANIFEST}result")
            data, shapes = (
                _path(manifest.objects(action, f"{TEST}{name}")[0], path)
                for name in ("dataGraph", "shapesGraph")
            )
            conforms = manifest.objects(result, f"{voc.SH}conforms")
            expected = conforms[0].startswith('"true"') if conforms else None
            name = f"{path.parent.name}/{path.stem}"
            yield name, data, shapes, BEYOND_PYSHACL.get(name, expected)


def _path(iri, beside):
    return beside.parent / iri.rpartition("/")[2]


def answer(data, shapes):
    """Return whether the data conform; None where the shapes cannot be processed."""
    try:
        return not Shapes(load([data]), [shapes]).violations()
    except EvalstoreError:
        return None


CASES = list(cases()) if FOLDER.is_dir() else []


@pytest.mark.parametrize(
    ("data", "shapes", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_case_conforms_as_expected(data, shapes, expected):
    """True, False, or a failure where one is expected."""
    assert expected == answer(data, shapes)


def test_the_cases_are_there():
    """The folder holds well over a hundred cases; an empty list would prove nothing."""
    assert len(CASES) > 100
