"""Tables of prices: CSV and TOML, chosen by option or configuration."""

import pytest

from evalstore.errors import UsageError
from evalstore.harnesses import prices

HEADER = "model,input_usd_per_million,output_usd_per_million,source,as_of\n"
TOML = """
[[price]]
model = "m"
input_usd_per_million = 2
output_usd_per_million = 8.5
source = "our contract"
as_of = 2026-11-01
"""


@pytest.fixture
def written(tmp_path):
    """Write a file and return its path."""

    def write(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_csv_and_toml_say_the_same(written):
    """A day of TOML is a date, and one of CSV a text."""
    table = written("prices.csv", f"\ufeff{HEADER}m,2,8.5,our contract,2026-11-01\n")

    assert prices.read(table) == prices.read(written("prices.toml", TOML))
    assert prices.read(table).digest == prices.read(written("prices.toml", TOML)).digest


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("p.csv", HEADER + "m,-1,8,s,d\n", "line 2: `input_usd_per_million` is '-1'"),
        ("p.csv", HEADER + "m,nan,8,s,d\n", "line 2: `input_usd_per_million` is 'nan'"),
        ("p.csv", HEADER + "m,1,much,s,d\n", "line 2: `output_usd_per_million` is 'much'"),
        ("p.csv", HEADER + "m,1,,s,d\n", "line 2: `output_usd_per_million` is missing"),
        ("p.csv", HEADER + "m,1,2,,d\n", "line 2: `source` is missing"),
        ("p.csv", HEADER + "m,1,2,s,d\nm,1,3,s,d\n", "line 3: found a second price of 'm'"),
        (
            "p.csv",
            HEADER + "m,1,2,s\n",
            "the number of fields in line 2 differs from the first line",
        ),
        (
            "p.csv",
            HEADER + "m,1,2,s,d,e\n",
            "the number of fields in line 2 differs from the first line",
        ),
        ("p.csv", "model,price\nm,1\n", "unknown column 'price'"),
        ("p.csv", b"\xff\xfe\x00", "as a table of prices"),
        ("p.csv", HEADER + '"m,1', "as a table of prices"),
        ("p.toml", "[[price]", "as a table of prices"),
        ("p.toml", "price = 3", "`price` is not a list of tables"),
        ("p.toml", TOML.replace("2\n", "true\n", 1), "`input_usd_per_million` is True"),
    ],
)
def test_what_is_no_price_is_named_with_its_row(written, name, text, said):
    """File, row, field, what was found and what is expected."""
    path = written(name, text)

    with pytest.raises(UsageError) as caught:
        prices.read(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_an_option_comes_before_the_configuration(written, tmp_path):
    """A file of the configuration lies beside it."""
    written("mine.toml", TOML)
    config = written("evalstore.toml", '[prices]\nfile = "mine.toml"\n')

    assert {"m"} == prices.chosen(None, config).by_model.keys()
    assert prices.read(prices.SHIPPED_FILE) == prices.chosen("shipped", config)
    assert "" == prices.chosen(None, tmp_path / "none.toml").digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prices = 3", "expected a table [prices]"),
        ('[prices]\nfiel = "x"', "no setting 'fiel'; did you mean 'file'?"),
        ("[prices]\nfile = 3", "`file` is 3"),
        ("[prices", "not readable as TOML"),
        ('[prices]\nfile = "none.csv"', "as a table of prices"),
    ],
)
def test_a_configuration_that_names_no_prices_is_an_error(written, text, said):
    """Rather than costs by nothing."""
    config = written("evalstore.toml", text)

    with pytest.raises(UsageError) as caught:
        prices.chosen(None, config)
    assert said in str(caught.value)
