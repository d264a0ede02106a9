"""Run the rules of the house: each finds a planted fault, and nothing in the project."""

from tests.house import test_tree
from tests.house.rules import FILE_RULES, PROJECT_RULES


def test_every_rule_has_its_test():
    """A rule nobody saw find anything may find nothing."""
    tests = {name for name in {*globals(), *vars(test_tree)} if name.startswith("test_")}

    assert {f"test_{name}" for name in (*FILE_RULES, *PROJECT_RULES)} <= tests


def test_file_length(planted, found):
    """400 lines fit, 401 do not."""
    files = {"evalstore/fits.py": "\n" * 400, "sql/long.sql": "\n" * 401}

    assert ["sql/long.sql:401"] == planted(files)
    assert [] == found


def test_line_length(planted, found):
    """99 characters fit, 100 do not."""
    assert ["sql/wide.sql:2"] == planted({"sql/wide.sql": "-" * 99 + "\n" + "-" * 100})
    assert [] == found


def test_one_heading(planted, found):
    """One title, on top; a comment in a code block is none."""
    files = {
        "docs/good.md": "# Title\n\n```sh\n# comment\n```\n",
        "docs/none.md": "Text.\n",
        "docs/two.md": "# One\n\n# Two\n",
    }

    assert ["docs/none.md:1", "docs/two.md:3"] == planted(files)
    assert [] == found


def test_outside_files(planted, found):
    """What somebody names is opened by input_file alone; files of the package as ever."""
    files = {
        "evalstore/bad.py": (
            "def read(path):\n    path.open('rb')\n    path.read_text()\n    open(path)\n"
            "    zipfile.ZipFile(path)\n    parquet.ParquetFile(path)\n"
        ),
        "evalstore/good.py": (
            "def read(path):\n    input_file.open_bytes(path)\n    DATA.read_text()\n"
            "    Path(__file__).read_bytes()\n    path.open('wb')\n    self.open()\n"
            "    input_file.require_regular(path)\n    parquet.ParquetFile(path)\n"
        ),
        "evalstore/base/input_file.py": "open(path)\n",
    }

    assert [f"evalstore/bad.py:{line}" for line in range(2, 7)] == planted(files)
    assert [] == found


def test_permissions(planted, found):
    """A script may be run, a module may not."""
    files = {".ci/run": "#!/bin/sh\n", "evalstore/a.py": ""}

    assert ["evalstore/a.py:1"] == planted(files, mode=0o755)
    assert [] == found


def test_traces(planted, found):
    """No open ends and no traces of the place it was written in."""
    text = "Fine.\nAs iss" + "ue 7 said, TO" + "DO in /ro" + "ot/x\n"

    assert ["docs/a.md:2"] * 3 == planted({"docs/a.md": text})
    assert [] == found


def test_banned_words(planted, found):
    """In the name of a file or definition and in a sentence; a variable may be called so."""
    files = {
        "evalstore/asking.py": "contested = 1\nclass WantedRows: ...\nx = sealed\n",
        "docs/a.md": "The default, unless\ntold otherwise: by a slip of the pen.\n",
    }

    assert [
        "evalstore/asking.py:1", "evalstore/asking.py:2", "evalstore/asking.py:1", "docs/a.md:2"
    ] == planted(files)  # fmt: skip
    assert [] == found


def test_sql_sentence(planted, found):
    """A comment on top, that is a sentence."""
    files = {
        "sql/good.sql": "-- Count the rows\n-- of a run.\nselect 1;\n",
        "sql/heading.sql": "-- the rows\nselect 1;\n",
        "sql/none.sql": "select 1;\n",
    }

    assert ["sql/heading.sql:1", "sql/none.sql:1"] == planted(files)
    assert [] == found


def test_function_length(planted, found):
    """60 lines fit, 61 do not."""
    body = "    pass\n"
    text = f"def fits():\n{body * 59}def long():\n{body * 60}"

    assert ["tests/a.py:61"] == planted({"tests/a.py": text})
    assert [] == found


def test_module_sentence(planted, found):
    """A sentence in the docstring; an empty __init__.py needs none."""
    files = {
        "evalstore/__init__.py": "",
        "evalstore/good.py": '"""Count rows."""\n',
        "evalstore/heading.py": '"""Rows"""\n',
        "evalstore/none.py": "x = 1\n",
    }

    assert ["evalstore/heading.py:1", "evalstore/none.py:1"] == planted(files)
    assert [] == found


def test_module_opening(planted, found):
    """An imperative or a noun phrase, and no clause."""
    files = {
        "evalstore/good.py": '"""Count rows."""\n',
        "evalstore/clause.py": '"""Where rows are counted."""\n',
    }

    assert ["evalstore/clause.py:1"] == planted(files)
    assert [] == found


def test_public_docstrings(planted, found):
    """What others may call says what it does; properties and private names need not."""
    text = "class Row:\n    @property\n    def x(self): ...\n    def y(self): ...\ndef _z(): ...\n"

    assert ["evalstore/a.py:1", "evalstore/a.py:4"] == planted({"evalstore/a.py": text})
    assert [] == found


def test_named_errors(planted, found):
    """A bare except and `except Exception` alike."""
    text = "".join(
        f"try: ...\nexcept{error}: ...\n" for error in (" ValueError", "", " Exception")
    )

    assert ["evalstore/a.py:4"] == planted({"evalstore/a.py": text})
    assert [] == found


def test_no_print(planted, found):
    """Output goes through click."""
    assert ["evalstore/a.py:2"] == planted({"evalstore/a.py": "import click\nprint(1)\n"})
    assert [] == found


def test_glued_statements(planted, found):
    """An f-string or a sum of strings, at once or by way of a name."""
    text = (
        "def direct(c, x):\n    c.execute(f'from {x}')\n"
        "def by_name(c, x):\n    sql = 'from ' + x\n    c.sql(sql)\n"
        "def good(c, x):\n    c.execute('from t where x = $1', [x])\n"
    )

    assert ["evalstore/a.py:2", "evalstore/a.py:5"] == sorted(planted({"evalstore/a.py": text}))
    assert [] == found


def test_layers(planted, found):
    """A module imports its own layer and the ones below it, and has a layer."""
    files = {
        "evalstore/store/a.py": "from evalstore import __version__\nimport evalstore.cli\n",
        "evalstore/other/a.py": "",
    }

    assert ["evalstore/store/a.py:2", "evalstore/other/a.py:1"] == planted(files)
    assert [] == found


def test_exceptions(planted, found):
    """Nobody needs the exceptions of an empty package."""
    assert {"evalstore/__init__.py:1"} == set(planted({"evalstore/__init__.py": ""}))
    assert [] == found


def test_dead_files(planted, found):
    """A module is imported, found by its name or run as a program."""
    files = {
        "evalstore/__main__.py": "from evalstore.cli.main import cli\n",
        "evalstore/cli/main.py": "cli = 1\n",
        "evalstore/cli/show.py": "",
        "evalstore/cli/_rows.py": "",
        "evalstore/make.py": '\nif __name__ == "__main__":\n    pass\n',
    }

    assert ["evalstore/cli/_rows.py:1"] == planted(files)
    assert [] == found


def test_dead_definitions(planted, found):
    """A name that is only made is dead; a template may be the one that uses it."""
    files = {
        "evalstore/a.py": "USED = 1\nDEAD = USED\ndef shown(): ...\ndef __getattr__(x): ...\n",
        "evalstore/cli/show.py": "def show():\n    def inner(): ...\n",
        "evalstore/page.j2": "{{ shown }}",
    }

    assert ["evalstore/a.py:2", "evalstore/cli/show.py:2"] == planted(files)
    assert [] == found


def test_dead_helpers(planted, found):
    """Tests, fixtures and what they use live."""
    files = {
        "tests/a.py": "import pytest\nONE = 1\nTWO = 2\n"
        "@pytest.fixture\ndef one():\n    return ONE\ndef test_one(one): ...\ndef helper(): ...\n"
    }

    assert ["tests/a.py:8", "tests/a.py:3"] == planted(files)
    assert [] == found


def test_dead_sql(planted, found):
    """Python, other SQL or a document names it; a comment does not."""
    files = {
        "docs/statistics.md": "`macros.offered(n)`",
        "evalstore/a.py": 'read("sql/queries/runs")\nread(f"sql/trends/by_{u}")\nf"{k}_names"\n',
        "sql/queries/runs.sql": "-- Not from dead.\nfrom facts.used;",
        "sql/queries/system_names.sql": "",
        "sql/facts/views/dead.sql": "create view facts.dead as select 1;",
        "sql/facts/views/used.sql": "create view facts.used as select 1;",
        "sql/macros/offered.sql": "",
        "sql/trends/by_week.sql": "",
    }

    assert ["sql/facts/views/dead.sql:1"] == planted(files)
    assert [] == found


def test_one_class_of_a_name(planted, found):
    """Two classes of one name are both found."""
    files = {"evalstore/a.py": "class Plan: ...\n", "evalstore/b.py": "\nclass Plan: ...\n"}

    assert ["evalstore/a.py:1", "evalstore/b.py:2"] == planted(files)
    assert [] == found


def test_one_importer(planted, found):
    """A neighbour's helper that fits into its file; one that does not fit stays."""
    files = {
        "evalstore/store/fold.py": "from evalstore.store import long, short, shared\n",
        "evalstore/store/long.py": "\n" * 60,
        "evalstore/query/reader.py": "from evalstore.store.shared import x\n",
        "evalstore/store/shared.py": "",
        "evalstore/store/short.py": "",
    }

    assert ["evalstore/store/short.py:1"] == planted(files)
    # It has a reason to be a file of its own, and is too long to need one.
    files = {
        "evalstore/harnesses/otlp/attributes.py": "\n" * 60,
        "evalstore/harnesses/otlp/otlp.py": "from evalstore.harnesses.otlp.attributes import x\n",
    }
    assert ["evalstore/harnesses/otlp/attributes.py:1"] == planted(files)
    assert [] == found
