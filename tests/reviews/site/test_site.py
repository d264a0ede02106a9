"""What a call of ``site`` writes and keeps, and what stands in its pages."""

import json
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from evalstore.cli import call_command
from evalstore.reviews.site import build as building
from evalstore.reviews.site.names import safe_name
from tests.reviews.site.conftest import HOSTILE, SUITE, decide, events_of, files_of, site_of

pytestmark = pytest.mark.usefixtures("reports")


class Tags(HTMLParser):
    """The tags of a page, and where its links lead."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.ids = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        found = dict(attrs)
        self.ids.add(found.get("id"))
        if "href" in found:
            self.links.add(found["href"])


@pytest.mark.sweep
def test_a_second_call_writes_nothing(decided, tmp_path):
    """The same store gives the same site: no file is written, and each has the bytes it had."""
    first = decided.made
    before = files_of(decided.folder)

    second = site_of(decided.store, decided.folder, limit=3)
    elsewhere = site_of(decided.store, tmp_path / "other", limit=3)

    assert (second.written, second.removed) == ([], [])
    assert sorted(second.kept) == sorted(first.written)
    assert before == files_of(decided.folder) == files_of(tmp_path / "other")
    assert len(elsewhere.written) == len(first.written) == len(set(first.written))


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_only_what_changed_is_written(store, tmp_path, reports):
    """A new run of a suite leaves the reports of earlier runs and the other suite alone."""
    site_of(store, tmp_path / "site")
    reports.clear()
    store.append(events_of("r4", 21))

    made = site_of(store, tmp_path / "site")

    assert reports == ["r4"]
    assert set(made.written) == {
        "runs/r4.html", "suites/quiz.html", "index.html", "feed.xml",
    }  # fmt: skip


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_what_a_report_reads_makes_it_new(store, tmp_path, reports):
    """A decision on a run, and a run of an older commit, change the reports that show them."""
    site_of(store, tmp_path / "site")
    reports.clear()
    decide(store, "r2")
    decided = [site_of(store, tmp_path / "site"), [*reports]]
    reports.clear()
    store.append(events_of("r0", 3))
    site_of(store, tmp_path / "site")

    # r3 is held against r2, which stands in its trends.
    assert set(decided[1]) == {"r2", "r3"}
    assert set(reports) == {"r0", "r2", "r3"}


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_events_of_other_runs_make_a_report_new(store, tmp_path, reports):
    """A retraction in a run of another suite, and one of that retraction, change the report."""
    [(event_id,)] = store.query(
        "select event_id::varchar from log.events "
        "where run_id = 'r3' and kind = 'verdict_recorded' order by position limit 1"
    )
    folder = tmp_path / "site"
    site_of(store, folder)
    written = []
    for _ in range(2):
        reports.clear()
        store.append([retraction_of(event_id, HOSTILE)])
        [(event_id,)] = store.query(
            "select event_id::varchar from log.events "
            "where kind = 'retracted' order by position desc limit 1"
        )
        site_of(store, folder)
        written.append({*reports})

    assert written == [{"r3", HOSTILE}] * 2


@pytest.mark.usefixtures("short_pages")
def test_a_run_without_any_event_that_counts_is_no_run(store, tmp_path):
    """A retraction, alone in its run, is retracted: the site is that of before, and no error."""
    for run_id in ("other", "r3"):
        [(event_id,)] = store.query(
            "select event_id::varchar from log.events "
            "where kind = 'retracted' or (run_id = 'r3' and kind = 'verdict_recorded') "
            "order by kind, position limit 1"
        )
        store.append([retraction_of(event_id, run_id)])
    site_of(store, tmp_path / "site")

    assert [] == store.query("select run_id from facts.runs where run_id = 'other'").rows()
    assert (tmp_path / "site" / "runs" / "r3.html").is_file()
    assert not (tmp_path / "site" / "runs" / "other.html").exists()


def retraction_of(event_id, run_id):
    payload = {"event_id": event_id, "reason": "a mistake"}
    return {"kind": "retracted", "run_id": run_id, "payload": payload}


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_a_verdict_makes_its_report_new(store, tmp_path, reports):
    """A new verdict of a run changes its report and those of the later runs of its suite."""
    site_of(store, tmp_path / "site")
    reports.clear()
    about = {"case_id": "c1", "system_id": "maia", "validator_id": "second"}
    payload = about | {"outcome": "wrong", "reason": "told"}
    store.append([{"kind": "verdict_recorded", "run_id": "r2", "payload": payload}])
    site_of(store, tmp_path / "site")

    assert set(reports) == {"r2", "r3"}


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_options_make_the_pages_new_that_show_them(store, tmp_path, reports):
    """The number of reports, the branch and the address; reports themselves show none of them."""
    folder = tmp_path / "site"
    site_of(store, folder)
    reports.clear()
    options = ({"limit": 2}, {"limit": 2, "branch": "main"}, {"address": "https://example.org/"})
    written = [site_of(store, folder, **chosen).written for chosen in options]

    assert [{*names} & {"index.html", "feed.xml"} for names in written] == [
        {"index.html"}, {"index.html"}, {"index.html", "feed.xml"},
    ]  # fmt: skip
    # The last call has reports again that the limit left out.
    assert {*reports} == {"r1", "r2"}


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_other_code_makes_all_reports_new(store, tmp_path, reports, monkeypatch):
    """A page depends on the code, the queries, and the version that made it."""
    site_of(store, tmp_path / "site")
    reports.clear()
    monkeypatch.setattr(building, "code_fingerprint", lambda: "other")
    site_of(store, tmp_path / "site")

    assert {*reports} == {"r1", "r2", "r3", HOSTILE}


@pytest.mark.sweep
def test_every_link_leads_to_a_file_or_an_id(decided):
    """Links of all pages are relative, what they name exists, and each page leads to the index."""
    folder = decided.folder
    broken, lost = [], []
    for path in folder.rglob("*.html"):
        page = Tags(path.read_text("utf-8"))
        for link in page.links:
            name, _, anchor = link.partition("#")
            target = path.parent / name if name else path
            if not target.is_file() or (anchor and not name and anchor not in page.ids):
                broken.append((path.name, link))
        if path != folder / "index.html" and "../index.html" not in page.links:
            lost.append(path.name)

    assert (broken, lost) == ([], [])
    assert {path.name for path in (folder / "runs").iterdir()} == {
        "r2.html", "r3.html", f"{safe_name(HOSTILE)}.html",
    }  # fmt: skip


def test_names_of_others_bring_no_element_and_no_path(decided):
    """A run and a suite of any name stay text, and their files in the folder."""
    pages = {
        path.name: Tags(path.read_text("utf-8")).tags
        for path in [*decided.folder.glob("*.html"), *(decided.folder / "suites").iterdir()]
    }

    assert {name: tags & {"script", "b", "iframe", "img"} for name, tags in pages.items()} == {
        name: set() for name in pages
    }
    assert f"{safe_name(SUITE)}.html" in pages
    assert not (decided.folder.parent / "<script>").exists()


def test_ids_never_share_a_file():
    """Case, length, devices, dots and imitations of made names: each id has a file of its own."""
    made = safe_name("A/b")
    ids = [
        "r1", "R1", "r1 ", "../x", "..", ".", "", "con", "CON", "con.1", "nul",
        "lpt1.txt", "a" * 300, "a" * 301, "é", "e\u0301", "a/b", "A/b", "a\\b", made, "-x", "x.",
        "\ud800", "a..b",
    ]  # fmt: skip
    names = [safe_name(run_id) for run_id in ids]

    assert len({name.casefold() for name in names}) == len(ids)
    strange = [
        name
        for name in names
        if len(name) > 80 or ".." in name or name.strip(".-") != name or not name.isascii()
    ]
    assert strange == []
    assert safe_name("r1") == "r1"


def test_the_page_of_a_suite_holds_weeks_against_each_other(decided):
    """The newest week beside the one before: both values, the paired difference, the pairs."""
    page = (decided.folder / "suites" / "quiz.html").read_text("utf-8")
    weeks = page[page.index("Week over week") :]

    assert "2026-W11 to 2026-W12" in weeks
    for said in ("0.833", "0.417", "\u22120.417", ">12</td>", "sure"):
        assert said in weeks
    assert "accuracy of maia is 0.42" in page


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_the_feed_has_the_decisions(store, tmp_path):
    """One entry for each run that was decided on, with the address of its report."""
    decide(store, "r3")
    site_of(store, tmp_path / "site", address="https://example.org/evals/")
    atom = "{http://www.w3.org/2005/Atom}"
    root = ET.fromstring((tmp_path / "site" / "feed.xml").read_text("utf-8"))
    [entry] = root.findall(f"{atom}entry")

    assert entry.findtext(f"{atom}title").startswith("fail: quiz at 000000e")
    assert entry.find(f"{atom}link").get("href") == "https://example.org/evals/runs/r3.html"


@pytest.mark.usefixtures("short_pages")
def test_the_command_says_what_it_did(store, tmp_path, capsys):
    """Counts in words, names in JSON; a store without runs of the branch is a usage error."""

    def run(*arguments):
        asked = ["site", str(tmp_path / "site"), "--store", str(store.layout.root), *arguments]
        return call_command(asked), capsys.readouterr()

    code, said = run()
    _, listed = run("--json")

    assert (code, said.out[:26]) == (0, "wrote 9 files, kept 0: " + str(tmp_path)[:3])
    assert json.loads(listed.out)["kept_count"] == 9
    assert run("--branch", "other")[0] == 2


@pytest.mark.sweep
def test_a_value_of_a_newer_run_is_not_shown_as_the_one_decided_on(store, tmp_path):
    """The badge says which run it is of, and the value too, where the two differ."""
    decide(store, "r3")
    store.append(events_of("r4", 21, right_count=12))
    site_of(store, tmp_path / "site")

    for name in ("index.html", "suites/quiz.html"):
        page = (tmp_path / "site" / name).read_text("utf-8")
        assert "fail of r3" in page
        assert "value of r4" in page

    decide(store, "r4")
    site_of(store, tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "fail of" not in page
    assert "value of" not in page
