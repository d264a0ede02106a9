"""Hashes of configurations: those of files that mean the same as before stay as recorded."""

from pathlib import Path

import pytest

from evalstore.gates import config

# The first digits of the hashes, by the code that first read `shown` and `max_tries`.
RECORDED = [
    ("2d7bfb6d15aa366b", 'metric = "accuracy"; min = 0.85'),
    ("2d7bfb6d15aa366b", 'metric = "accuracy"; min = 0.85; require = "point"'),
    ("a9b5e87e187bff61", 'metric = "accuracy"; min = 0.85; require = "shown"'),
    ("a9b5e87e187bff61", 'metric = "accuracy"; min = 0.85; require = "confident"'),
    ("00ee560fc14dee04", 'metric = "accuracy"; min = 0.85; min_count = 30; max_error_rate = 0.1'),
    ("7a8c02751ae01f0c", 'metric = "ece"; max = 0.1; informational = true'),
    (
        "bdf0c15bf6968582",
        (
            'metric = "accuracy"; min = 0.5; max = 0.9; '
            'where = { domain = "d", system = "a", validator = "factual" }'
        ),
    ),
    ("46b5fcfb185b414e", 'metric = "accuracy"; min = 0.5; where = { domain = "*" }'),
    (
        "bb8aade6db6de687",
        'metric = "abstention_precision"; min = 0.5; where = { variant = "mapping=strict" }',
    ),
    ("d6146fedfab8b1df", 'metric = "accuracy"; max_drop = 0; require = "confident"'),
    (
        "dc0002bc725419f6",
        'metric = "accuracy"; max_drop = 0.02; require = "shown"; max_undetected = 0.05',
    ),
    (
        "7351472ad7af14ac",
        (
            'metric = "accuracy"; max_drop = 0.02; require = "shown"; '
            'baseline = "branch:main"; cluster = "case"'
        ),
    ),
    ("0ab71733f880c2ea", 'metric = "accuracy"; max_drop = 0.02; require = "ruled_out"'),
    (
        "a7c853661ccb763c",
        'metric = "accuracy"; max_drop = 0.02; require = "point"; baseline = "run:r1"',
    ),
    (
        "b2b9164fce864696",
        (
            'metric = "accuracy"; max_drop = 0.02; require = "point"; '
            'baseline = "branch:main"; max_age = "30 days"'
        ),
    ),
    (
        "69f20ae8ceb5446c",
        (
            'metric = "accuracy"; max_drop = 0.02; require = "shown"; max_age = "20 runs"; '
            "max_tries = 2"
        ),
    ),
    ("0789cd90d6663225", 'metric = "accuracy"; adaptive = {}'),
    (
        "b906bb19ab5fbf46",
        'metric = "accuracy"; adaptive = { runs = 10, sigmas = 2, min_runs = 3, branch = "main" }',
    ),
    ("0817d751b0384f60", 'metric = "accuracy"; adaptive = { alarm = 0.01 }'),
    ("194211a6ded130fa", 'metric = "accuracy"; adaptive = { by = "difficulty" }'),
    ("1cee00e112acc194", 'metric = "accuracy"; must_beat = "controls"'),
    ("b644f2101220a22f", 'metric = "accuracy"; must_beat = ["a", "b"]; max_undetected = 0.1'),
    ("943b1469bd7876a4", "canaries = true"),
    ("afcf7ebdc0a1b70c", 'metric = "accuracy"; min = 0.5; [gates]; control = "holm"'),
    ("aa14e861865c7a2f", 'metric = "accuracy"; min = 0.5; [gates]; control = "bh"; alpha = 0.1'),
    ("3495829d72cbc1d9", 'metric = "accuracy"; min = 0.5; [gates]; max_tries = 3'),
    (
        "47526826a7164ebf",
        (
            'metric = "accuracy"; min = 0.5; require = "shown"; [[gate]]; id = "drop"; '
            'metric = "accuracy"; max_drop = 0; require = "shown"; [gates]; control = "none"'
        ),
    ),
]


def hash_of(folder: Path, text: str) -> str:
    """Return the hash of the gates of a text."""
    path = folder / "gates.toml"
    lines = text.replace("; ", "\n")
    path.write_text(f"[[gate]]\n{lines}\n", encoding="utf-8")
    gates = config.read(path)
    control = config.read_control(path, gates)
    return config.config_sha256(gates, control, allow_incomplete=False)


@pytest.mark.parametrize(("recorded", "text"), RECORDED)
def test_a_file_that_means_the_same_keeps_its_hash(tmp_path: Path, recorded: str, text: str):
    """A report shows the decisions of the newest hash together, older ones among them."""
    assert recorded == hash_of(tmp_path, text)[:16]


def test_a_drop_without_a_word_is_one_that_must_be_shown(tmp_path: Path):
    """Its hash is that of the file with the word, so decisions by the former meaning part."""
    text = 'metric = "accuracy"; max_drop = 0.02; baseline = "run:r1"'
    point, shown = (f'{text}; require = "{word}"' for word in ("point", "shown"))

    assert hash_of(tmp_path, shown) == hash_of(tmp_path, text)
    assert hash_of(tmp_path, point) != hash_of(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("min = 0.5; require = 'shown'", "none"),
        ("min = 0.5; require = 'shown'; where = { domain = '*' }", "holm"),
        ("min = 0.5; where = { domain = '*' }", "none"),
        ("max_drop = 0; [[gate]]; id = 'b'; metric = 'accuracy'; min = 0.5", "none"),
        (
            "max_drop = 0; [[gate]]; id = 'b'; metric = 'accuracy'; min = 0.5; require = 'shown'",
            "holm",
        ),
        (
            (
                "max_drop = 0; [[gate]]; id = 'b'; metric = 'accuracy'; min = 0.5; "
                "require = 'shown'; informational = true"
            ),
            "none",
        ),
    ],
)
def test_several_tests_are_adjusted_unless_the_file_says_how(
    tmp_path: Path, text: str, method: str
):
    """Holm's method where several gates, or one in each domain, block by what is shown."""
    path = tmp_path / "gates.toml"
    for said, expected in (("", method), ("; [gates]; control = 'none'", "none")):
        lines = f"[[gate]]; metric = 'accuracy'; {text}{said}".replace("; ", "\n")
        path.write_text(lines, encoding="utf-8")

        assert expected == config.read_control(path, config.read(path)).method
