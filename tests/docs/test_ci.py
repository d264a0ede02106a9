"""What docs/ci.md shows of the examples is what the examples are."""

from textwrap import indent

import pytest

from tests.docs.blocks import ROOT, blocks_of

PAGE = ROOT / "docs" / "ci.md"
BLOCKS = blocks_of(PAGE.name, PAGE.read_text(encoding="utf-8"))
EXAMPLES = ROOT / "examples" / "ci"


@pytest.mark.parametrize("name", ["model.py", "evaluate.py", "evalstore.toml"])
def test_files_are_those_of_the_example(name):
    """Whoever copies from the page has what the tests carry out."""
    [block] = [block for block in BLOCKS if block.title == name]

    assert (EXAMPLES / "project" / name).read_text(encoding="utf-8") == block.text


def test_the_steps_are_those_of_the_workflow():
    """The excerpt of the workflow stands in its file, and every file of examples/ci is named."""
    [block] = [block for block in BLOCKS if block.language == "yaml"]
    workflow = (EXAMPLES / "github" / "pull-request.yml").read_text(encoding="utf-8")

    assert indent(block.text, " " * 6) in workflow
    files = [path for path in EXAMPLES.rglob("*.yml") if path.is_file()]
    page = PAGE.read_text(encoding="utf-8")
    assert [] == [path for path in files if f"`{path.parent.name}/{path.name}`" not in page]
