"""The folder of a site: what a call writes, keeps, removes and refuses."""

import json
from html.parser import HTMLParser
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.site import build as building
from evalstore.site.folder import MANIFEST, SiteFolder
from evalstore.site.names import safe_name
from tests.site.conftest import HOSTILE, SUITE, decide, events_of, site_of


@pytest.fixture(autouse=True)
def reports(monkeypatch):
    """Write short reports, since the report has its own tests, and list whose are written."""
    written = []

    def rendered(_reader, run_ids, generated_at, store_info):
        written.extend(run_ids)
        return f"<p>{len(run_ids)} {generated_at} {store_info['tree_size']}</p>"

    monkeypatch.setattr(building, "render_html", rendered)
    return written


@pytest.fixture
def short_pages(monkeypatch):
    """Write short pages of suites too, where only the folder is looked at."""

    def suite_of(_reader, runs, _branch):
        return SimpleNamespace(review=None, count=len(runs))

    monkeypatch.setattr(building, "lines_of_suite", lambda *_: ())
    monkeypatch.setattr(building, "review_of", lambda *_, **_others: None)
    monkeypatch.setattr(building, "suite_page", suite_of)
    monkeypatch.setattr(building, "suite_html", lambda _context, page: f"<p>{page.count}</p>")
    monkeypatch.setattr(building.badge, "svg", lambda _: "<svg/>")
    monkeypatch.setattr(building.badge, "shields", lambda _: "{}")


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


def files_of(folder):
    """Return the bytes of every file below a folder by its relative name."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_a_second_call_writes_nothing(store, tmp_path, reports):
    """The same store gives the same site: no file is written, and each has the bytes it had."""
    decide(store, "r3")
    first = site_of(store, tmp_path / "site")
    before = files_of(tmp_path / "site")
    reports.clear()

    second = site_of(store, tmp_path / "site")
    elsewhere = site_of(store, tmp_path / "other")

    assert (second.written, second.removed) == ([], [])
    assert sorted(second.kept) == sorted(first.written)
    assert before == files_of(tmp_path / "site") == files_of(tmp_path / "other")
    assert len(elsewhere.written) == len(first.written) == len(set(first.written))


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


def test_every_link_leads_to_a_file_or_an_id(store, tmp_path):
    """Links of all pages are relative, and what they name exists."""
    decide(store, "r3")
    folder = tmp_path / "site"
    site_of(store, folder, limit=2)
    broken = []
    for path in folder.rglob("*.html"):
        page = Tags(path.read_text("utf-8"))
        for link in page.links:
            name, _, anchor = link.partition("#")
            target = path.parent / name if name else path
            if not target.is_file() or (anchor and not name and anchor not in page.ids):
                broken.append((path.name, link))

    assert broken == []
    assert {path.name for path in (folder / "runs").iterdir()} == {
        "r3.html", f"{safe_name(HOSTILE)}.html",
    }  # fmt: skip


def test_names_of_others_bring_no_element_and_no_path(store, tmp_path):
    """A run and a suite of any name stay text, and their files in the folder."""
    site_of(store, tmp_path / "site")
    pages = {
        path.name: Tags(path.read_text("utf-8")).tags
        for path in [*(tmp_path / "site").glob("*.html"), *(tmp_path / "site/suites").iterdir()]
    }

    assert {name: tags & {"script", "b", "iframe", "img"} for name, tags in pages.items()} == {
        name: set() for name in pages
    }
    assert f"{safe_name(SUITE)}.html" in pages
    assert not (tmp_path / "<script>").exists()


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


@pytest.mark.usefixtures("short_pages")
def test_what_is_no_longer_is_removed_and_nothing_else(store, tmp_path):
    """Reports beyond the limit go; files that the site did not write stay as they are."""
    folder = tmp_path / "site"
    site_of(store, folder)
    (folder / "CNAME").write_text("example.org", "utf-8")
    (folder / "runs" / "notes.html").write_text("mine", "utf-8")

    made = site_of(store, folder, limit=1)

    assert sorted(made.removed) == ["runs/r1.html", "runs/r2.html", "runs/r3.html"]
    assert (folder / "CNAME").read_text("utf-8") == "example.org"
    assert (folder / "runs" / "notes.html").read_text("utf-8") == "mine"


@pytest.mark.usefixtures("short_pages")
def test_a_page_that_somebody_changed_is_written_again(store, tmp_path):
    """A kept file has the bytes that were written, not only the name."""
    folder = tmp_path / "site"
    site_of(store, folder)
    (folder / "runs" / "r1.html").write_text("changed", "utf-8")
    (folder / "index.html").unlink()

    assert set(site_of(store, folder).written) == {"runs/r1.html", "index.html"}


@pytest.mark.usefixtures("short_pages")
def test_a_call_that_was_cut_short_is_gone_on_with(store, tmp_path, monkeypatch):
    """What was written before an error belongs to the site of the next call."""
    folder = tmp_path / "site"
    whole = building.render_html

    def fails_at_r2(reader, run_ids, *others):
        if run_ids == ["r2"]:
            raise KeyboardInterrupt
        return whole(reader, run_ids, *others)

    monkeypatch.setattr(building, "render_html", fails_at_r2)
    with pytest.raises(KeyboardInterrupt):
        site_of(store, folder)
    monkeypatch.setattr(building, "render_html", whole)
    site_of(store, folder)
    site_of(store, tmp_path / "other")

    assert files_of(folder) == files_of(tmp_path / "other")


@pytest.mark.usefixtures("short_pages")
def test_folders_of_others_are_refused(store, tmp_path):
    """Neither a folder with files, nor a file in the way, nor a link is written to."""
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine", "utf-8")
    taken = tmp_path / "taken"
    site_of(store, taken, limit=1)
    (taken / "runs" / "r3.html").write_text("mine", "utf-8")
    linked = tmp_path / "linked"
    site_of(store, linked, limit=1)
    (linked / "badges").symlink_to(full, target_is_directory=True)
    decide(store, "r3")

    with pytest.raises(UsageError, match=r"not empty and not a site: it holds 'mine\.txt'"):
        site_of(store, full)
    with pytest.raises(UsageError, match=r"r3\.html is not of this site"):
        site_of(store, taken)
    with pytest.raises(UsageError, match="badges is a link"):
        site_of(store, linked)
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    assert (taken / "runs" / "r3.html").read_text("utf-8") == "mine"


@pytest.mark.usefixtures("short_pages")
def test_a_worktree_of_git_counts_as_empty(store, tmp_path):
    """The branch that a page host serves is a folder with .git alone."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / ".git").write_text("gitdir: elsewhere", "utf-8")

    assert "index.html" in site_of(store, tmp_path / "pages").written


def test_a_manifest_names_nothing_outside(tmp_path):
    """A manifest that somebody wrote cannot have files removed."""
    texts = [
        "{}",
        "[]",
        "no json",
        '{"made_by": "evalstore site", "version": 1, "files": {"../warehouse/LOCK": {}}}',
        '{"made_by": "evalstore site", "version": 1, "files": {"runs/../../x.html": {}}}',
        '{"made_by": "evalstore site", "version": 9, "files": {}}',
    ]
    for text in texts:
        (tmp_path / MANIFEST).write_text(text, "utf-8")
        with pytest.raises(UsageError, match="is no manifest of a site"):
            SiteFolder(tmp_path)


def test_the_page_of_a_suite_holds_weeks_against_each_other(store, tmp_path):
    """The newest week beside the one before: both values, the paired difference, the pairs."""
    decide(store, "r3")
    site_of(store, tmp_path / "site")
    page = (tmp_path / "site" / "suites" / "quiz.html").read_text("utf-8")
    weeks = page[page.index("Week over week") :]

    assert "2026-W11 to 2026-W12" in weeks
    for said in ("0.833", "0.417", "\u22120.417", ">12</td>", "sure"):
        assert said in weeks
    assert "accuracy of maia is 0.42" in page


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
