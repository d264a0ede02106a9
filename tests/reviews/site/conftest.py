"""A store of two suites over three weeks, and sites made from it."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from evalstore.reviews.site import build as building
from evalstore.reviews.site.build import SiteOptions, build
from evalstore.store.query.reader import reading
from tests.kept_stores import store_of

FIRST = datetime(2026, 3, 2, 2, tzinfo=UTC)
HOSTILE = "../<script>alert(1)</script>CON"
SUITE = 'a "suite" <b> & more'


def events_of(run_id, days, *, suite="quiz", right_count=8, finished=True):
    """A run of 12 cases of two domains, so many days after the first."""
    moment = (FIRST + timedelta(days=days)).isoformat()
    commit = f"{days:07x}0" * 5
    events = [
        ("run_started", {"suite": suite, "systems": ["maia"], "git_sha": commit,
                         "git_branch": "main", "committed_at": moment}),
    ]  # fmt: skip
    for place in range(12):
        about = {"case_id": f"c{place}", "system_id": "maia"}
        outcome = "right" if place < right_count else "wrong"
        events += [
            ("case_generated", {"case_id": f"c{place}", "domain": "ab"[place % 2],
                                "prompt": f"Question {place}?", "expected": "yes"}),
            ("response_recorded", about | {"status": "ok", "confidence": 0.8, "text": "yes"}),
            ("verdict_recorded", about | {"validator_id": "factual", "outcome": outcome,
                                          "reason": "told"}),
        ]  # fmt: skip
    if finished:
        events.append(("run_finished", {"status": "completed"}))
    return [
        {"kind": kind, "run_id": run_id, "payload": payload, "occurred_at": moment}
        for kind, payload in events
    ]


EVENTS = [
    *events_of("r1", 0, right_count=10),
    *events_of("r2", 7, right_count=10),
    *events_of("r3", 14, right_count=5),
    *events_of(HOSTILE, 15, suite=SUITE),
]


@pytest.fixture
def store(tmp_path):
    """Return a fresh store of four runs; gates have decided on none."""
    return store_of(EVENTS, tmp_path / "warehouse")


def decide(store, run_id):
    """Let gates decide on a run: its accuracy must be 0.8."""
    config = store.layout.root.parent / "evalstore.toml"
    config.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.8\nmin_count = 5\n', "utf-8")
    store.gate(config, run=run_id)


def site_of(store, folder, *, limit=30, branch=None, address="", has_grids=False):
    """Write a site and return its folder with what was written, kept and removed."""
    with reading(store.layout) as reader:
        options = SiteOptions(limit, branch, address, has_grids)
        return build(reader, folder, "warehouse", options, lambda _done, _total: None)


def files_of(folder):
    """Return the bytes of every file below a folder by its relative name."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def with_short_reports(monkeypatch):
    """Write short reports, since the report has its own tests, and list whose are written."""
    written = []

    def rendered(_reader, run_ids, generated_at, store_info, *, site_index, **_):
        written.extend(run_ids)
        made = f"{len(run_ids)} {generated_at} {store_info['tree_size']}"
        return f'<p>{made} <a href="{site_index}">All suites</a></p>'

    monkeypatch.setattr(building, "render_html", rendered)
    return written


@pytest.fixture
def reports(monkeypatch):
    """Write short reports, and list whose are written."""
    return with_short_reports(monkeypatch)


@pytest.fixture(scope="module")
def decided(tmp_path_factory):
    """Return a store with a decision on r3, and its site of three reports, made once."""
    folder = tmp_path_factory.mktemp("decided")
    store = store_of(EVENTS, folder / "warehouse")
    decide(store, "r3")
    with pytest.MonkeyPatch.context() as monkeypatch:
        with_short_reports(monkeypatch)
        made = site_of(store, folder / "site", limit=3)
    return SimpleNamespace(store=store, folder=folder / "site", made=made)


@pytest.fixture
def short_pages(reports, monkeypatch):
    """Write short pages of suites too, where only the folder is looked at."""

    def suite_of(_reader, runs, _branch):
        return SimpleNamespace(review=None, count=len(runs))

    monkeypatch.setattr(building, "lines_of_suite", lambda *_: ())
    monkeypatch.setattr(building, "review_of", lambda *_, **_others: None)
    monkeypatch.setattr(building, "suite_page", suite_of)
    monkeypatch.setattr(building, "suite_html", lambda _context, page: f"<p>{page.count}</p>")
    monkeypatch.setattr(building.badge, "svg", lambda _: "<svg/>")
    monkeypatch.setattr(building.badge, "shields", lambda _: "{}")
