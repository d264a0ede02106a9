"""Closed list of the failure tags of verdicts, with their meanings."""

from collections.abc import Mapping
from pathlib import Path

from evalstore.base.word_file import word_file

FILE = Path(__file__).with_name("taxonomy.toml")
TAXONOMY: Mapping[str, str] = word_file(FILE)["tags"]
