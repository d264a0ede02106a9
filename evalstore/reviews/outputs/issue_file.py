"""File of an issue: Markdown for readers, or JSON of its parts for a tracker's client."""

import json
from dataclasses import asdict
from pathlib import Path

from evalstore.reviews.outputs.issue import issue
from evalstore.reviews.review import Review


def text(review: Review, path: Path) -> str | None:
    """Return JSON if the file ends with .json, else Markdown; None if all gates pass."""
    if review.answer == "pass":
        return None
    parts = issue(review)
    if path.suffix == ".json":
        # ASCII only, because lone surrogates cannot be written as UTF-8.
        return json.dumps(asdict(parts), indent=1) + "\n"
    labels = f"Labels: {', '.join(parts.labels)}\n\n" if parts.labels else ""
    return f"# {parts.title}\n\n{labels}{parts.body}"
