"""A number is the same number however it is written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import constants

from evalstore.judges.text.values.dates import MONTHS, dates_in
from evalstore.judges.text.values.number_words import SMALL, TENS
from evalstore.judges.text.values.numbers import numbers_in
from evalstore.judges.text.values.units import unit_after
from evalstore.judges.text.wording import plain

WHOLE = st.integers(-(10**15), 10**15)
CENTS = st.integers(-(10**9), 10**9)
WRAPPINGS = st.sampled_from(["{}", "It is {}.", "({})", "x = {}", "**{}**", "about {}, I think"])
ONES = {number: word for word, number in SMALL.items()}
DECADES = {number: word for word, number in TENS.items()}


def read(text):
    """Return the one number in a text."""
    found = numbers_in(plain(text))
    assert len(found) == 1, (text, found)
    return found[0].value


def spelled(number):
    """Write a number below a hundred in words."""
    if number in ONES:
        return ONES[number]
    tens, ones = number // 10 * 10, number % 10
    return DECADES[tens] + (f"-{ONES[ones]}" if ones else "")


@given(WHOLE, WRAPPINGS, st.sampled_from([",", ".", " ", "'", "_", "\u202f", ""]))
def test_whole_numbers(number, wrapping, mark):
    """Thousands may be set apart by any of the usual marks."""
    grouped = f"{number:,}".replace(",", mark)
    if mark == "." and grouped.count(".") == 1:
        # 1.234 is read the English way, as a little more than one.
        return

    assert number == read(wrapping.format(grouped))


@given(CENTS, WRAPPINGS)
def test_decimals(cents, wrapping):
    """A point, or grouping commas and a point, or the other way round."""
    expected = Fraction(cents, 100)
    english = f"{'-' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"
    german = english.replace(",", " ").replace(".", ",").replace(" ", ".")

    assert expected == read(wrapping.format(english))
    assert expected == read(wrapping.format(german))


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), WRAPPINGS)
def test_fractions(top, bottom, wrapping):
    """A fraction is exact."""
    assert Fraction(top, bottom) == read(wrapping.format(f"{top}/{bottom}"))


@given(st.integers(1, 99999), st.integers(-60, 60))
def test_powers_of_ten(digits, exponent):
    """Scientific notation in the spellings that models use."""
    expected = Fraction(digits) * Fraction(10) ** exponent

    for form in (
        "{0}e{1}",
        "{0}E{1:+d}",
        "{0} \u00d7 10^{1}",
        "{0} * 10**{1}",
        r"{0} \times 10^{{{1}}}",
    ):
        assert expected == read(form.format(digits, exponent)), form


@given(st.integers(-99, 99))
def test_number_words(number):
    """Words up to a hundred, with their sign."""
    sign = "minus " if number < 0 else ""

    assert number == read(f"It is {sign}{spelled(abs(number))}.")


@given(
    st.integers(1, 2999),
    st.integers(1, 12),
    st.integers(1, 28),
    st.sampled_from(["{day} {name} {year}", "{name} {day}, {year}", "{day}. {name} {year}",
                     "the {day}th of {name}, {year}", "{long}-{month:02d}-{day:02d}",
                     "{day}.{month}.{long}"]),
)  # fmt: skip
def test_dates(year, month, day, form):
    """A date is the same date in any wording."""
    name = MONTHS[month - 1].capitalize()
    text = form.format(day=day, month=month, name=name, year=year, long=f"{year:04d}")
    found = [(date.year, date.month, date.day) for date in dates_in(plain(text))]

    assert [(year, month, day)] == found, text


@pytest.mark.parametrize(
    ("unit", "size"),
    [
        ("inches", constants.inch),
        ("ft", constants.foot),
        ("miles", constants.mile),
        ("lb", constants.pound),
        ("atm", constants.atm),
        ("bar", constants.bar),
        ("eV", constants.electron_volt),
        ("MeV", 1e6 * constants.electron_volt),
        ("cal", constants.calorie),
        ("L", constants.liter),
        ("hours", constants.hour),
        ("days", constants.day),
        ("tonnes", 1000),
        ("km/h", constants.kmh),
        ("u", constants.atomic_mass),
        ("kWh", 3.6e6),
        ("mg", 1e-6),
        ("cm^2", 1e-4),
        ("um", 1e-6),
        ("g/cm^3", 1e3),
        ("kJ mol^-1", 1e3),
        ("J/(mol K)", 1.0),
        ("meters per second", 1.0),
    ],
)
def test_units(unit, size):
    """A unit is as large as another library has it."""
    found = unit_after(f" {unit}")

    assert found is not None
    assert len(unit) + 1 == found[1]
    assert size == pytest.approx(float(found[0].factor), rel=1e-7)


@pytest.mark.parametrize(("text", "kelvin"), [("°C", 373.15), ("°F", 310.9277777), ("K", 100)])
def test_temperatures(text, kelvin):
    """A hundred degrees are what the thermometer says."""
    unit, _ = unit_after(f" {text}")

    assert kelvin == pytest.approx(float(100 * unit.factor + unit.offset))


@pytest.mark.parametrize(
    "text", ["apples", "in total", "as well", "at most", "a", "of them", "and 3 m", ""]
)
def test_words_are_no_units(text):
    """What follows a number is not always its unit."""
    assert unit_after(f" {text}") is None
