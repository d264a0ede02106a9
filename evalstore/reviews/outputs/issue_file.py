"""File of an issue: Markdown to be read, or JSON of its parts for a tracker's client."""

import json
from dataclasses import asdict
from pathlib import Path

from evalstore.reviews.outputs.issue import issue
from evalstore.reviews.review import Review


def text(review: Review, path: Path) -> str | None:
    """Return JSON where the file says .json, else Markdown; None where all gates pass."""
    if review.answer == "pass":
        return None
    found = issue(review)
    if path.suffix == ".json":
        # Only ASCII: a lone surrogate cannot be written otherwise.
        return json.dumps(asdict(found), indent=1) + "\n"
    labels = f"Labels: {', '.join(found.labels)}\n\n" if found.labels else ""
    return f"# {found.title}\n\n{labels}{found.body}"
