"""Reports of a site that have a grid beside them."""

from tests.reviews.site.conftest import files_of, site_of


def test_a_report_and_its_grid_lead_to_each_other(store, tmp_path):
    """With grids each report links to its grid and back; a later call without takes them away."""
    folder = tmp_path / "site"
    made = site_of(store, folder, limit=1, has_grids=True)
    [report] = [path for path in files_of(folder) if path.startswith("runs/")]
    grid = report.replace("runs/", "grids/")
    again = site_of(store, folder, limit=1, has_grids=True)
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in (report, grid)}

    assert {report, grid} <= {*made.written}
    assert again.written == []
    assert f'href="../{grid}"' in texts[report]
    assert f'href="../{report}"' in texts[grid]

    without = site_of(store, folder, limit=1)

    assert [grid] == without.removed
    assert "grids/" not in (folder / report).read_text(encoding="utf-8")
