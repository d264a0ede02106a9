"""Modules that documents named are found under their former names."""

import importlib
import pickle
import sys

import pytest

from evalstore.base.former_names import FORMER_NAMES


@pytest.fixture
def unloaded(monkeypatch):
    """Forget the former names that were imported."""
    for name in list(sys.modules):
        if name.startswith(tuple(FORMER_NAMES)) or name in {"evalstore.drift", "evalstore.lake"}:
            monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize("former", [*FORMER_NAMES, "evalstore.types.case"])
def test_a_former_name_gives_the_module_of_today(unloaded, former):
    """It is the same module, with a warning that says its name, and its own specification."""
    with pytest.warns(DeprecationWarning, match=r"was renamed; import evalstore\.\S+ instead"):
        found = importlib.import_module(former)

    assert found is sys.modules[found.__name__]
    assert found.__spec__.name == found.__name__ != former


def test_a_class_is_one_under_both_names(unloaded):
    """A plugin's verdict by the former name is a verdict, and its pickle names today's module."""
    with pytest.warns(DeprecationWarning, match="was renamed"):
        from evalstore.types.verdict import Verdict as FormerVerdict
    from evalstore.plugins.verdict import Verdict

    assert FormerVerdict is Verdict
    assert b"evalstore.plugins" in pickle.dumps(Verdict)


@pytest.mark.parametrize("name", ["evalstore.typeset", "evalstore.drift.nothing", "evalstore.no"])
def test_any_other_name_is_not_found(name):
    """The package answers for the names that it had, not for those below or beside them."""
    with pytest.raises(ModuleNotFoundError, match=name.rpartition(".")[2]):
        importlib.import_module(name)
