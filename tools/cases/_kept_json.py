"""Writing of the files that the ``make_*`` scripts keep: one row a line, sources first."""

import json
from importlib import metadata, util

from evalstore.base.sql_files import PACKAGE

DATA = PACKAGE / "suites" / "hallucination" / "data"


def missing_packages(*modules: str) -> None:
    """End with the modules that are not installed, if any."""
    missing = [name for name in modules if util.find_spec(name) is None]
    if missing:
        raise SystemExit(f"install {' and '.join(missing)} first: the file is made from them")


def version_of(package: str) -> str:
    """Return the installed version of a package."""
    return metadata.version(package)


def write(topic: str, content: dict[str, object], domain: str = "science") -> None:
    """Write the file of a topic: tables with one row a line, everything else as it is."""
    parts = [f"{json.dumps(name)}: {_rows(value)}" for name, value in content.items()]
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    (DATA / domain / f"{topic}.json").write_text(text, encoding="utf-8")


def _rows(value: object) -> str:
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    rows = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in value]
    return "[\n" + ",\n".join(rows) + "\n]"
