"""The folder of a site: what is removed, what stays, and what is refused."""

import pytest

from evalstore.errors import UsageError
from evalstore.reviews.site import build as building
from evalstore.reviews.site.folder import MANIFEST, SiteFolder
from tests.reviews.site.conftest import decide, files_of, site_of


@pytest.mark.sweep
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


@pytest.mark.sweep
@pytest.mark.usefixtures("short_pages")
def test_a_call_that_was_cut_short_is_gone_on_with(store, tmp_path, monkeypatch):
    """What was written before an error belongs to the site of the next call."""
    folder = tmp_path / "site"
    whole = building.render_html

    def fails_at_r2(reader, run_ids, *others, **named):
        if run_ids == ["r2"]:
            raise KeyboardInterrupt
        return whole(reader, run_ids, *others, **named)

    monkeypatch.setattr(building, "render_html", fails_at_r2)
    with pytest.raises(KeyboardInterrupt):
        site_of(store, folder)
    monkeypatch.setattr(building, "render_html", whole)
    site_of(store, folder)
    site_of(store, tmp_path / "other")

    assert files_of(folder) == files_of(tmp_path / "other")


@pytest.mark.sweep
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

    with pytest.raises(UsageError, match=r"neither empty nor a site: it contains 'mine\.txt'"):
        site_of(store, full)
    with pytest.raises(UsageError, match=r"r3\.html does not belong to this site"):
        site_of(store, taken)
    with pytest.raises(UsageError, match="badges is a link"):
        site_of(store, linked)
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    assert (taken / "runs" / "r3.html").read_text("utf-8") == "mine"


@pytest.mark.sweep
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
        with pytest.raises(UsageError, match="is not a valid manifest of a site"):
            SiteFolder(tmp_path)
