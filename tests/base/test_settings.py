"""Settings declared by a dataclass: both ends of a range are in it, and what is wrong is named."""

import math
from dataclasses import dataclass, fields, make_dataclass

import pytest

from evalstore.base import settings
from evalstore.errors import UsageError

PLACE = "system 'mine' (echo)"


def read(declaration, *value, **options):
    """Return the setting ``n`` as a declaration reads it; the default without a value."""
    kind = make_dataclass("Kind", [("n", object, declaration)])
    table = {"n": value[0]} if value else {}
    return settings.parsed(kind, table, PLACE, **options).n


@dataclass(frozen=True)
class Example:
    """Settings of an example."""

    token: str = settings.text()
    is_strict: bool = settings.flag(False, key="strict")
    label: str = ""


@pytest.mark.parametrize("value", [0, 0.0, 0.5, 1])
def test_a_number_in_its_range(value):
    """The ends belong to it; what is not set is the default."""
    number = read(settings.number(0.25, 0.0, 1.0), value)

    assert value == number
    assert isinstance(number, float)
    assert read(settings.number(None, 0.0, 1.0)) is None


@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan, math.inf, True, "1", None])
def test_no_number_of_that_range(value):
    """The error names the place, the key and the range."""
    with pytest.raises(UsageError, match=r"system 'mine' \(echo\): `n` is .*from 0 to 1"):
        read(settings.number(0.25, 0.0, 1.0), value)


@pytest.mark.parametrize(
    ("declaration", "value", "expected"),
    [
        (settings.number(), math.inf, "a finite number"),
        (settings.choice(["corn", "mse"]), "corm", r"one of corn, mse; did you mean 'corn'\?"),
        (settings.number(), 1e301, "a finite number"),
        (settings.number(None, 0.0), -1, "a number of at least 0"),
        (settings.number(1.0, 0.0, 5.0, is_above=True), 0, "a number above 0 to 5"),
        pytest.param(settings.whole(), 16**5000, "`n` is too large, expected", id="digits"),
        pytest.param(settings.whole(), [16**5000], "is too long to be shown", id="list"),
    ],
)
def test_bounds_in_words(declaration, value, expected):
    """An open range and an excluded end are named; a number of many digits is not shown."""
    with pytest.raises(UsageError, match=expected):
        read(declaration, value)


@pytest.mark.parametrize(("value", "is_whole"), [(2, True), (5, True), (1, False), (6, False),
                                                 (2.0, False), (True, False)])  # fmt: skip
def test_whole_numbers(value, is_whole):
    """From two to five, both of them in it."""
    if is_whole:
        assert value == read(settings.whole(3, 2, 5), value)
    else:
        with pytest.raises(UsageError, match="a whole number from 2 to 5"):
            read(settings.whole(3, 2, 5), value)


def test_texts_and_choices():
    """A choice is one of those there are, a flag no number, and a list not empty."""
    assert read(settings.choice(["a", "b"]), "b") == "b"
    assert read(settings.choice(["a", "b"])) == "a"
    assert read(settings.choice(["a", "b"], "b")) == "b"
    assert read(settings.flag(True), False) is False
    assert read(settings.texts(), ["x", "y"]) == ("x", "y")
    assert read(settings.texts(takes_one=True), "x") == ("x",)
    assert read(settings.texts(may_be_empty=True), []) == ()
    assert read(settings.text(may_be_empty=True), "") == ""
    for declaration, value in (
        (settings.choice(["a", "b"]), "c"),
        (settings.flag(True), 0),
        (settings.texts(), "x"),
        (settings.texts(), []),
        (settings.texts(), ["a", ""]),
        (settings.texts(), ["a\0"]),
        (settings.texts(takes_one=True), ""),
        (settings.text(), ""),
        (settings.text(may_be_empty=True), "a\0"),
    ):
        with pytest.raises(UsageError, match=r"system 'mine' \(echo\): `n` is"):
            read(declaration, value)


def test_empty_texts():
    """A message names what is wrong with one; on request one means an empty list."""
    assert read(settings.texts(("x",), takes_one=True, takes_blank=True), "") == ()
    with pytest.raises(UsageError, match=r"is '', expected a text that is not empty$"):
        read(settings.text(), "")
    with pytest.raises(UsageError, match=r"is 3, expected a text$"):
        read(settings.text(may_be_empty=True), 3)


@pytest.mark.parametrize("value", ["hard,easy", "hard, easy", ["hard", "easy"]])
def test_some_of_several(value):
    """They are in the order of the choices, however they are written."""
    levels = ("easy", "medium", "hard")

    assert read(settings.some_of(levels), value) == ("easy", "hard")
    assert read(settings.some_of(levels)) == levels
    for invalid in ("hardest", [], 3):
        with pytest.raises(UsageError, match="expected one or more of easy, medium, hard"):
            read(settings.some_of(levels), invalid)


def test_values_written_as_text():
    """They are read only on request, as on the command line; None then counts as missing."""
    assert read(settings.number(0.5, 0.0, 1.0), ".25", reads_text=True) == 0.25
    assert read(settings.whole(0), "7", reads_text=True) == 7
    assert read(settings.flag(False), "TRUE", reads_text=True) is True
    assert read(settings.choice(["rules"]), "Rules", reads_text=True) == "rules"
    assert read(settings.whole(3), None, reads_text=True) == 3
    for declaration, value in (
        (settings.number(0.5, 0.0, 1.0), "nan"),
        (settings.whole(0), "1.0"),
        (settings.flag(False), "yes"),
    ):
        with pytest.raises(UsageError, match=f"`n` is '{value}'"):
            read(declaration, value, reads_text=True)


def test_an_invalid_name_of_a_variable_is_not_shown():
    """It may be the secret itself; a service without a key has an empty name."""
    assert read(settings.variable("KEY"), "MY_KEY") == "MY_KEY"
    assert read(settings.variable("KEY", may_be_empty=True), "") == ""
    for value in ("sk-0123", "", 5):
        with pytest.raises(UsageError, match="`n` must name an environment variable") as error:
            read(settings.variable("KEY"), value)

        assert "sk-" not in str(error.value)


def test_an_unknown_name_has_its_closest():
    """A slip is named with what was meant; its value, which may be a secret, is not."""
    with pytest.raises(UsageError, match="no setting 'tokn'; did you mean 'token'") as error:
        settings.parsed(Example, {"tokn": "hidden"}, PLACE)

    assert "hidden" not in str(error.value)
    assert str(error.value).endswith("Available: strict, token")


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_only_a_newline_ends_a_line(tmp_path, separator):
    """What may stand in a text is no end of a line, for the parser and for what was meant."""
    path = tmp_path / "evalstore.toml"
    path.write_text(f'name = "a{separator}b"\nmin = 0,85\nmax = 0.9\n', encoding="utf-8")

    with pytest.raises(UsageError, match=r"at line 2, .*is `min = 0\.85` meant\?$"):
        settings.read_toml(path)


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x1e"])
def test_a_control_character_is_named_at_its_line(tmp_path, separator):
    """TOML has none in a text; no other line is taken for the one that has it."""
    path = tmp_path / "evalstore.toml"
    path.write_text(f'name = "a"\nother = "a{separator}\nmin = 0,85\n', encoding="utf-8")

    with pytest.raises(UsageError, match=r"at line 2, column 11\)$"):
        settings.read_toml(path)


def test_a_table_becomes_its_dataclass():
    """A key may have another name than its field; a field that is no setting is computed."""
    table = {"token": "x", "strict": True}

    assert Example("x", True, "y") == settings.parsed(Example, table, PLACE, label="y")
    assert Example("x", True) == settings.parsed(
        Example, table | {"other": 1}, PLACE, is_part=True
    )
    assert ("token", "strict") == settings.names_of(Example)
    assert ["token", "is_strict", "label"] == [part.name for part in fields(Example)]
    with pytest.raises(UsageError, match="no setting 'label'"):
        settings.parsed(Example, table | {"label": "y"}, PLACE)


def test_a_missing_setting_is_named():
    """A setting without a default is required."""
    with pytest.raises(UsageError, match="`token` is not set, expected a text"):
        settings.parsed(Example, {}, PLACE)


def test_files_of_toml(tmp_path):
    """A missing file is None; one that is not TOML is an error with its path."""
    path = tmp_path / "evalstore.toml"
    assert settings.read_toml(path) is None
    path.write_text("a = 1")
    assert settings.read_toml(path) == {"a": 1}
    for data in (b"a = ", b"a = '\xff'", b"a = " + b"9" * 5000):
        path.write_bytes(data)
        with pytest.raises(UsageError, match=r"evalstore\.toml is not readable as TOML"):
            settings.read_toml(path)
