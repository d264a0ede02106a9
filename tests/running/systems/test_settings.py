"""Settings of systems: both ends of a range are in it, and what is no number is none."""

import math

import pytest

from evalstore.errors import UsageError
from evalstore.running.system_settings import Settings


def settings(**values):
    return Settings("mine", "echo", values, [*values, "other"])


@pytest.mark.parametrize("value", [0, 0.0, 0.5, 1])
def test_a_number_in_its_range(value):
    """The ends belong to it; what is not set is the default, or None."""
    given = settings(n=value)

    assert value == given.number("n", 0.25, 0.0, 1.0) == given.number_or_none("n", 0.0, 1.0)
    assert isinstance(given.number("n", 0.25, 0.0, 1.0), float)
    assert {"a": float(value)} == settings(n={"a": value}).shares("n")
    assert (0.25, None, {}) == (
        given.number("other", 0.25, 0.0, 1.0), given.number_or_none("other"), given.shares("other")
    )  # fmt: skip


@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan, math.inf, True, "1", None])
def test_no_number_of_that_range(value):
    """The error names the system, the setting and the range."""
    for read in (
        lambda: settings(n=value).number("n", 0.25, 0.0, 1.0),
        lambda: settings(n=value).number_or_none("n", 0.0, 1.0),
        lambda: settings(n={"a": value}).shares("n"),
    ):
        with pytest.raises(UsageError, match=r"system 'mine' \(echo\): n is .*from 0 to 1"):
            read()


@pytest.mark.parametrize(("value", "is_whole"), [(2, True), (5, True), (1, False), (6, False),
                                                 (2.0, False), (True, False)])  # fmt: skip
def test_whole_numbers(value, is_whole):
    """From two to five, both of them in it."""
    if is_whole:
        assert value == settings(n=value).whole("n", 3, 2, 5)
    else:
        with pytest.raises(UsageError, match="a whole number from 2 to 5"):
            settings(n=value).whole("n", 3, 2, 5)


def test_texts_and_choices():
    """A choice is one of those there are, a flag no number, and a list not empty."""
    good = settings(kind="a", on=False, names=["x", "y"])

    assert ("a", False, ("x", "y")) == (
        good.choice("kind", ["a", "b"], "b"), good.flag("on", default=True), good.texts("names")
    )  # fmt: skip
    assert ("b", True, "z") == (
        good.choice("other", ["a", "b"], "b"), good.flag("other", default=True),
        good.text("other", "z"),
    )  # fmt: skip
    assert (True, False) == (good.has("kind"), good.has("other"))
    for read in (
        lambda: settings(n="c").choice("n", ["a", "b"], "b"),
        lambda: settings(n=0).flag("n", default=True),
        lambda: settings(n=[]).texts("n"),
        lambda: settings(n=["a", ""]).texts("n"),
        lambda: settings(n=["a\0"]).texts("n"),
        lambda: settings().text("n"),
    ):
        with pytest.raises(UsageError, match="system 'mine'"):
            read()


def test_an_unknown_name_has_its_closest():
    """A slip is named with what was meant; its value, which may be a secret, is not."""
    with pytest.raises(UsageError, match=r"no setting 'tok' \(is 'token' meant") as error:
        Settings("mine", "echo", {"tok": "hidden"}, ["token", "url"])

    assert "hidden" not in str(error.value)
    assert str(error.value).endswith("its settings are token, url")
