"""The tests' own browser notices what a page does wrong."""

HOSTILE = """<!doctype html><html lang="en"><head><title>t</title></head><body>
<main><h1>t</h1><img src="https://example.org/x.png"><div style="width: 3000px">wide</div></main>
<script>throw new Error("thrown")</script></body></html>"""


def test_faults_are_noticed(opened, tmp_path):
    """A request, an error, a width and a picture without a text are found in a page with each."""
    path = tmp_path / "hostile.html"
    path.write_text(HOSTILE, encoding="utf-8")

    page = opened(path)

    found = "\n".join(page.faults)
    assert "request: https://example.org/x.png" in found
    assert "error: thrown" in found
    assert page.overflow() > 1000
    assert any("image-alt" in finding for finding in page.accessibility_findings())


def test_a_plain_page_has_no_faults(opened, tmp_path):
    """A page that does nothing wrong is clean, with scripts and without."""
    path = tmp_path / "plain.html"
    path.write_text(
        '<!doctype html><html lang="en"><head><title>t</title></head>'
        "<body><main><h1>t</h1></main></body></html>",
        encoding="utf-8",
    )
    page = opened(path, width=390, height=844, scheme="dark")

    assert page.faults == []
    assert page.overflow() == 0
    assert page.accessibility_findings() == []
    assert opened(path, has_scripts=False).faults == []
