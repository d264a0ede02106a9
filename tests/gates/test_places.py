"""Lines at which a configuration makes its gates, as a code host finds them."""

import pytest

from evalstore.gates.places import header_lines, places

TEXT = """# Gates
[gates]
alpha = 0.1

[[gate]]
id = "first"
note = '''
[[gate]]
'''

  [[ "gate" ]]  # the second
id = "second"
"""


def test_each_gate_has_the_line_of_its_table(tmp_path, monkeypatch):
    """A header within a text is none; the path is that of the repository, with slashes."""
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    path = tmp_path / "evals" / "gates.toml"
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    found = places(path, ["first", "second"])

    assert {0: 5, 1: 11} == header_lines(TEXT)
    assert ("evals/gates.toml", True) == (found.path, found.is_file)
    assert [5, 11, 1] == [found.line(name) for name in ("first", "second", "unknown")]


@pytest.mark.parametrize("name", ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_a_file_outside_of_the_repository_has_its_name(tmp_path, monkeypatch, name):
    """No code host knows a path of the machine."""
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    monkeypatch.setenv(name, str(tmp_path / "checkout"))

    assert "gates.toml" == places(tmp_path / "gates.toml", []).path


def test_a_preset_is_no_file_of_the_repository():
    """Its gates are shown at the first line of where gates would be."""
    found = places(None, ["accuracy"])

    assert ("evalstore.toml", 1, False) == (found.path, found.line("accuracy"), found.is_file)
