"""The site's navigation has each page of docs/ once; `make site` checks the links."""

import re
import tomllib

from tests.docs.blocks import KEPT, MADE_FOR_THE_SITE, PAGES, ROOT

CONFIGURATION = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]


def pages_of(entries):
    """Yield the files that a part of the navigation names."""
    for entry in entries:
        for target in entry.values():
            if isinstance(target, str):
                yield target
            else:
                yield from pages_of(target)


def test_each_page_is_in_the_navigation_once():
    """A new page of docs/ gets its line in zensical.toml, and a removed one loses it."""
    expected = sorted({path.name for path in KEPT} | MADE_FOR_THE_SITE)

    assert expected == sorted(pages_of(CONFIGURATION["nav"]))


def test_each_page_is_linked_from_the_index():
    """A forge shows no navigation: there the index leads to every page."""
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {path.name for path in KEPT} - {"index.md"}

    assert set() == pages - set(re.findall(r"\]\(([\w-]+\.md)", index))


def test_no_kept_page_links_to_a_page_that_is_made():
    """A forge shows the pages of the repository, where the made one is missing."""
    linked = {
        (path.name, name)
        for path in PAGES
        for name in re.findall(r"([\w-]+\.md)[)#]", path.read_text(encoding="utf-8"))
    }

    assert [] == [pair for pair in sorted(linked) if pair[1] in MADE_FOR_THE_SITE]


def test_nothing_is_loaded_from_other_hosts():
    """No fonts, scripts, styles or diagrams beside what the generator brings along."""
    assert CONFIGURATION["theme"]["font"] is False
    assert CONFIGURATION["markdown_extensions"]["pymdownx"]["superfences"] == {}
    assert CONFIGURATION.keys().isdisjoint({"extra_javascript", "extra_css", "plugins", "extra"})


def test_pictures_are_small():
    """A page loads quickly, and a clone stays small."""
    pictures = [*(ROOT / "docs" / "images").iterdir()]

    assert pictures
    assert [] == [path.name for path in pictures if path.stat().st_size > 200_000]
