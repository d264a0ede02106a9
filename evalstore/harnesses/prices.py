"""Prices of tokens by model, from a table in which each row has its source and date."""

import csv
import hashlib
import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.base.settings import (
    read_toml,
    require_known,
    require_table,
    text,
    value_of,
)
from evalstore.errors import UsageError

TABLE, KEY = "prices", "file"
SHIPPED = "shipped"
SHIPPED_FILE = Path(__file__).parent / "data" / "prices.csv"
NEEDED = ("input_usd_per_million", "output_usd_per_million")
NUMBERS = (*NEEDED, "cache_read_usd_per_million", "cache_write_usd_per_million")
TEXTS = ("model", "source", "as_of")
NAME_OF_TABLE = f"the name of a CSV or TOML file, or {SHIPPED!r}"
COLUMNS = ("model", *NUMBERS, "source", "as_of")
# The name of the array of tables in TOML: each price is a table [[price]].
TABLES = "price"


PRICED = ("inspect_eval", "inspect_json")
UNUSED = (
    "--prices applies only to logs of Inspect, and no file is one; costs that the files do not "
    "state remain unknown"
)


def apply_to(format_name: str) -> bool:
    """
    Return whether costs are computed for a format, as tokens times price.

    >>> apply_to("inspect_eval"), apply_to("inspect_scout")
    (True, False)
    """
    return format_name in PRICED


@dataclass(frozen=True, slots=True)
class Prices:
    """
    The rows of a price table by model: US dollars per million tokens, with source and date.

    Models have the names that logs use, such as ``openai/gpt-4o``.
    """

    by_model: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """The first hex digits of a SHA-256 of the rows; empty if there are none."""
        if not self.by_model:
            return ""
        text = json.dumps(self.by_model, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def of(self, models: Iterable[str]) -> list[dict[str, Any]]:
        """Return the rows of these models, sorted by name; models without a price are left out."""
        return [self.by_model[model] for model in sorted(models) if model in self.by_model]


def chosen(name: str | None, config: Path | None) -> Prices:
    """
    Return the prices of the table that an option or a configuration file names.

    ``name`` (the option) takes precedence over ``[prices]`` of ``config``; without either, there
    are no prices. ``shipped`` is the table that comes with evalstore. A path in the configuration
    is relative to its folder. Raises UsageError if a file cannot be read or a row is invalid.
    """
    path = None if name is None else Path(name)
    if name is None and config is not None:
        name = _named_in(config)
        path = None if name is None else config.parent / name
    if path is None:
        return Prices()
    return read(SHIPPED_FILE if name == SHIPPED else path)


def read(path: Path) -> Prices:
    """
    Return the prices of a CSV file, or of the tables ``[[price]]`` in a TOML file.

    Raises UsageError, with file, row and field, if the file cannot be read or is invalid.
    """
    try:
        rows = _toml_rows(path) if path.suffix == ".toml" else _csv_rows(path)
    except (OSError, UnicodeDecodeError, csv.Error, tomllib.TOMLDecodeError) as error:
        raise UsageError(
            f"cannot read {path} as a table of prices: {error}; expected CSV, or TOML with tables "
            f"[[{TABLES}]]"
        ) from error
    prices: dict[str, dict[str, Any]] = {}
    for place, row in rows:
        price = _price(row, f"{path}, {place}")
        if price["model"] in prices:
            raise UsageError(
                f"{path}, {place}: found a second price of {price['model']!r}, expected one; keep "
                "the price that was valid when the logs were written"
            )
        prices[price["model"]] = price
    return Prices(prices)


def _csv_rows(path: Path) -> list[tuple[str, dict[str, Any]]]:
    with input_file.open_text(path, encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        rows = []
        for row in reader:
            if None in row or None in row.values():
                raise csv.Error(
                    f"the number of fields in line {reader.line_num} differs from the first line"
                )
            cells = {name.strip(): text.strip() for name, text in row.items()}
            rows.append((f"line {reader.line_num}", {n: t for n, t in cells.items() if t}))
    return rows


def _toml_rows(path: Path) -> list[tuple[str, dict[str, Any]]]:
    with input_file.open_bytes(path) as file:
        tables = tomllib.load(file).get(TABLES, [])
    if not isinstance(tables, list) or not all(isinstance(row, dict) for row in tables):
        raise UsageError(f"{path}: `{TABLES}` is not a list of tables; expected [[{TABLES}]]")
    return [(f"[[{TABLES}]] number {number}", row) for number, row in enumerate(tables, 1)]


def _price(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    if unknown := sorted(row.keys() - set(COLUMNS)):
        raise UsageError(
            f"{place}: unknown column {unknown[0]!r}; available: {', '.join(COLUMNS)}"
        )
    if missing := [name for name in (*TEXTS, *NEEDED) if name not in row]:
        raise UsageError(
            f"{place}: `{missing[0]}` is missing; each price needs its model, the cost of a "
            "million tokens of input and of output, its source and its date"
        )
    # TOML has dates, which become text here.
    texts = {name: str(row[name]) for name in TEXTS}
    return {**texts, **{name: _number(row[name], name, place) for name in NUMBERS if name in row}}


def _number(value: Any, name: str, place: str) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 <= number < math.inf:
        raise UsageError(f"{place}: `{name}` is {value!r}, expected US dollars, 0 or more")
    return number


def _named_in(config: Path) -> str | None:
    place = f"{config}, [{TABLE}]"
    table = require_table((read_toml(config) or {}).get(TABLE, {}), place, f"a table [{TABLE}]")
    require_known(table, (KEY,), place)
    name: str | None = value_of(table, KEY, place, text(None, NAME_OF_TABLE))
    return name
