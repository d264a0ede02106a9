"""The decisions of gates as an Atom feed (RFC 4287)."""

import hashlib
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET

from evalstore.base.phrases import short_commit
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.site.runs import SiteRun

NAMESPACE: Final = "http://www.w3.org/2005/Atom"
ENTRY_LIMIT: Final = 50
NAME_LENGTH: Final = 80


def feed(
    store_name: str, runs: Sequence[SiteRun], report_files: frozenset[str], address: str
) -> str:
    """
    Return the feed of the newest decisions, one entry for each run, newest first.

    ``address`` is the URL of the site with a slash at its end; links are relative if it is empty.
    """
    decided = [run for run in runs if run.answer and run.decided_at][:ENTRY_LIMIT]
    root = ET.Element("feed", xmlns=NAMESPACE)
    _add(root, "id", _identity("site", store_name))
    _add(root, "title", f"Evaluations: {one_line(store_name, NAME_LENGTH)}")
    moments = [run.decided_at or run.recorded_at for run in decided]
    newest = max(moments, default=max(run.recorded_at for run in runs))
    _add(root, "updated", f"{newest:%Y-%m-%dT%H:%M:%SZ}")
    ET.SubElement(_add(root, "author"), "name").text = "evalstore"
    ET.SubElement(root, "link", rel="alternate", href=address or "index.html")
    if address:
        ET.SubElement(root, "link", rel="self", href=f"{address}feed.xml")
    for run in decided:
        entry = _add(root, "entry")
        _add(entry, "id", _identity("run", run.run_id))
        _add(entry, "title", _title(run))
        _add(entry, "updated", f"{run.decided_at:%Y-%m-%dT%H:%M:%SZ}")
        page = run.file_name if run.file_name in report_files else "index.html"
        ET.SubElement(entry, "link", rel="alternate", href=f"{address}{page}")
        _add(entry, "summary", f"{run.answer_text}; run {one_line(run.run_id, NAME_LENGTH)}")
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _title(run: SiteRun) -> str:
    commit = f" at {one_line(short_commit(run.git_sha), NAME_LENGTH)}" if run.git_sha else ""
    return f"{run.answer}: {one_line(run.suite_name, NAME_LENGTH)}{commit}"


def _identity(kind: str, name: str) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"urn:evalstore:{kind}:{digest}"


def _add(parent: ET.Element, name: str, text: str = "") -> ET.Element:
    child = ET.SubElement(parent, name)
    child.text = text or None
    return child
