"""Recognise files of the format ``lighteval``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names
from evalstore.harnesses.lighteval.file_names import DETAILS, details_beside

PARQUET_MAGIC = b"PAR1"
GENERAL = "config_general"


def recognises(path: Path, head: bytes) -> bool:
    """An object with LightEval's ``config_general``, or Parquet named as details."""
    if head.startswith(PARQUET_MAGIC):
        return DETAILS.fullmatch(path.name) is not None
    text = text_of(head)
    if not text.startswith("{") or '"lighteval_sha"' not in text:
        return False
    return GENERAL in top_level_names(text)


def companions(path: Path) -> list[Path]:
    """Return the details of the same stamp, by name."""
    return details_beside(path)
