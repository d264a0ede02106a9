"""Names of test cases: what a test says of itself, as an id."""

import hashlib
from collections.abc import Mapping

CASE_ID_LENGTH_MAX = 512
CASE_ID_KEPT = 480


class NoTestError(Exception):
    """A test case that nothing names: nobody could find it again."""


def case_id_of(
    attributes: Mapping[str, str], suite: str, label: str = "", *, is_required: bool = True
) -> str:
    """
    Return classname, else file, else suite, and name; a longer one than ids may be is cut.

    ``label`` tells the suite from others that list a test of this name, and then comes first. A
    test without a name, such as the setting up of a class, is named after its class alone.

    >>> case_id_of({"classname": "c", "name": "n"}, "s"), case_id_of({"name": "n"}, "s")
    ('c::n', 's::n')
    >>> case_id_of({"classname": "c", "name": "n"}, "s", "firefox"), case_id_of({}, "s")
    ('firefox::c::n', 's')

    Raises NoTestError where there is none of these, unless it is not required: then it is empty.
    """
    name = attributes.get("name", "").strip()
    place = (attributes.get("classname") or attributes.get("file") or "").strip()
    parts = (label, place, name) if label else (place or suite.strip(), name)
    whole = "::".join(part for part in parts if part)
    if not whole and is_required:
        raise NoTestError("a test case without a name, a class or a suite's name")
    if len(whole) <= CASE_ID_LENGTH_MAX:
        return whole
    return f"{whole[:CASE_ID_KEPT]}#{hashlib.sha256(whole.encode()).hexdigest()[:16]}"
