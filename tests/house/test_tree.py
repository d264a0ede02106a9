"""Run the rules on the tree: each finds a planted fault, and nothing in the project."""

from tests.house.exceptions import UNNAMED_OBJECTS


def test_plain_folders(planted, found):
    """A module may begin with an underscore, a folder may not."""
    files = {"evalstore/store/_rows.py": "", "evalstore/_store/rows.py": ""}

    assert ["evalstore/_store/rows.py:1"] == planted(files)
    assert [] == found


def test_sql_folders(planted, found):
    """SQL of the package is in folders of its own."""
    assert ["evalstore/a.sql:1"] == planted({"evalstore/a.sql": "", "sql/a.sql": ""})
    assert [] == found


def test_package_entries(planted, found):
    """18 entries fit, 19 do not."""
    files = {f"evalstore/{name}.py": "" for name in ("__init__", *map("a{}".format, range(17)))}

    assert [] == planted(files)
    assert ["evalstore/__init__.py:1"] == planted({**files, "evalstore/b/__init__.py": ""})
    assert [] == found


def test_places_of_a_thing(planted, found):
    """Two places beside the slice of a suite fit, three do not."""
    files = {
        f"evalstore/{name}": "" for name in ("suites/drift/a.py", "cli/drift.py", "b/drift.py")
    }

    assert [] == planted(files)
    assert 3 == len(planted({**files, "evalstore/c/drift_rows.css": ""}))
    assert [] == found


def test_import_circles(planted, found):
    """An import in a function leads back as one at the top does; what is below both does not."""
    files = {
        "evalstore/a.py": "from evalstore import b, c\n",
        "evalstore/b.py": "from evalstore import c\ndef f():\n    from evalstore.a import x\n",
        "evalstore/c.py": "",
    }

    assert 1 == len(planted(files))
    assert [] == found


def test_private_modules(planted, found):
    """A module of a package is imported in it and below it, not beside it."""
    text = "from evalstore.store import _rows\n"
    files = {
        "evalstore/store/_rows.py": "",
        "evalstore/store/fold.py": text,
        "evalstore/gates/gate.py": text,
    }

    assert ["evalstore/gates/gate.py:1"] == planted(files)
    assert [] == found


def test_file_names(planted, found):
    """Three files may have one name, four may not; every package has its __init__.py."""
    files = {
        f"evalstore/{folder}/{name}.py": "" for folder in "abc" for name in ("rows", "__init__")
    }

    assert [] == planted(files)
    assert 4 == len(planted({**files, "evalstore/d/rows.py": "", "evalstore/d/__init__.py": ""}))
    assert [] == found


def test_object_files(planted, found):
    """An object has the name of its file; six have reasons not to."""
    files = {
        "sql/rows.sql": "create or replace temp table rows as select 1;\n",
        "sql/lines.sql": "-- create view x\ncreate view facts.texts as select 1;\n",
        "sql/fold/no_new_events.sql": "create table no_new_events (a int);\n",
    }

    assert ["sql/lines.sql:1", "sql/fold/no_new_events.sql:1"] == planted(files)
    assert len(UNNAMED_OBJECTS) <= 6
    assert [] == found
