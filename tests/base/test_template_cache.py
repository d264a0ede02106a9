"""Compiled templates are read from disk: only whole ones, of the same text; never needed."""

import sys

import jinja2
import pytest

from evalstore.base.template_cache import TemplateCache
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.markdown import markdown_environment
from evalstore.reviews.vault.vault import _environment as vault_environment


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "__pycache__"
    path.mkdir()
    return path


def rendered(folder, text="{{ 1 + count }}", name="report", **options):
    loader = jinja2.DictLoader({"page": text})
    environment = jinja2.Environment(
        loader=loader, bytecode_cache=TemplateCache(name, folder), **options
    )
    return environment.get_template("page").render(count=2)


def test_a_template_is_compiled_once(folder, monkeypatch):
    assert rendered(folder) == "3"
    monkeypatch.setattr(jinja2.Environment, "compile", lambda *_: pytest.fail("compiled again"))
    assert rendered(folder) == "3"


def test_another_text_is_compiled(folder):
    rendered(folder)
    assert rendered(folder, "{{ 2 + count }}") == "4"


def test_another_version_of_the_package_compiles_anew(folder, monkeypatch):
    rendered(folder)
    [file] = folder.iterdir()
    before = file.read_bytes()
    monkeypatch.setattr("evalstore.base.template_cache.__version__", "another")
    rendered(folder)
    assert list(folder.iterdir()) == [file]
    assert file.read_bytes() != before


def test_another_environment_has_files_of_its_own(folder):
    assert rendered(folder, "{% if true %}\na{% endif %}", trim_blocks=True) == "a"
    assert rendered(folder, "{% if true %}\na{% endif %}", name="other") == "\na"


@pytest.mark.parametrize("kept_bytes", [0, 5, 40, 200])
def test_a_damaged_file_is_replaced(folder, kept_bytes):
    rendered(folder)
    [file] = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:kept_bytes])
    assert rendered(folder) == "3"
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path):
    assert rendered(tmp_path / "missing") == "3"


def test_nothing_is_written_where_python_writes_no_bytecode(folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(folder) == "3"
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("environment_of", "ending"),
    [
        (html_environment, ".html.j2"),
        (markdown_environment, ".md.j2"),
        (vault_environment, ".md.j2"),
    ],
)
def test_no_template_contains_the_result_of_a_function_of_the_package(environment_of, ending):
    """Jinja computes filters of constants when it compiles, which a later change would miss."""
    environment = environment_of().overlay(bytecode_cache=None)
    called = []
    environment.filters = {
        name: (lambda *values, name=name: called.append((name, values)) or "")
        for name in environment.filters
    }
    names = environment.list_templates(filter_func=lambda name: name.endswith(ending))
    assert names
    for name in names:
        source, path, _ = environment.loader.get_source(environment, name)
        environment.compile(source, name, path)
    assert not called
