"""Case ids of test cases, from their names."""

import hashlib
from collections.abc import Mapping

CASE_ID_LENGTH_MAX = 512
CASE_ID_KEPT = 480


class NoTestError(Exception):
    """A test case without a name, class or suite, and so without an id."""


def case_id_of(
    attributes: Mapping[str, str], suite: str, label: str = "", *, is_required: bool = True
) -> str:
    """
    Return classname, else file, else suite, and name, joined; an id that is too long is shortened.

    ``label`` is given if several suites list a test of this name: it identifies the suite, and
    comes first. A test without a name, such as the setup of a class, has the id of its class.

    >>> case_id_of({"classname": "c", "name": "n"}, "s"), case_id_of({"name": "n"}, "s")
    ('c::n', 's::n')
    >>> case_id_of({"classname": "c", "name": "n"}, "s", "firefox"), case_id_of({}, "s")
    ('firefox::c::n', 's')

    Raises NoTestError if all parts are empty, unless ``is_required`` is False: then returns "".
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
