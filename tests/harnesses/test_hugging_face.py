"""Results on the Hugging Face Hub: what becomes of reported figures; hostile YAML."""

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.hugging_face import hugging_face

RESULT = "- dataset:\n    id: our/rivers\n    task_id: rivers\n  value: 20.90\n"
CARD = """---
license: mit
model-index:
- name: maia-2
  results:
  - task:
      type: question-answering
    dataset:
      name: Rivers
      type: our/rivers
      split: test
    metrics:
    - {type: exact_match, value: 79.6, name: Exact Match, verified: true, verifyToken: a.b.c}
    - {type: f1, value: 20.0 ± 1.2}
  - dataset: {name: Lakes, type: our/lakes}
    metrics: [{type: accuracy, value: 0.5}]
---
# maia-2
"""


@pytest.fixture
def read(take, tmp_path):
    """Return a function that reads YAML of `.eval_results` into a store."""

    def of(text, name="maia-2/.eval_results/rivers.yaml", **options):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return take(path, **options)

    return of


def rows(store, sql):
    return [tuple(row) for row in store.query(sql)]


def test_a_model_card(read, a_store):
    """A run for each data set, a figure for each metric, and no case, which a warning says."""
    taken = read(CARD, "README.md")

    assert "3 figures but no case" in taken.files[0].warnings[0]
    assert str(taken.compared) == "0 agree, 0 differ, 3 not comparable"
    assert [
        ("our/lakes", "accuracy", 0.5, None),
        ("our/rivers", "exact_match", 79.6, '{"name":"Exact Match"}'),
        ("our/rivers", "f1", 20.0, None),
    ] == rows(
        a_store,
        "select suite, validator_id, reported_value, params::varchar from facts.reported_scores "
        "inner join facts.runs using (run_id) where system_id = 'maia-2' order by all",
    )
    assert [("20.0 ± 1.2",), ("true",)] == rows(
        a_store,
        "select coalesce(payload ->> '$.reported_text', payload ->> '$.is_verified') as found "
        "from log.events where kind = 'score_reported' and found is not null order by 1",
    )
    assert [(0,)] == rows(
        a_store, "select count(*) from log.events where payload::varchar like '%a.b.c%'"
    )


@pytest.mark.sweep
def test_a_file_of_eval_results(read, a_store):
    """The folder names the model; the same again, with other notes, is another figure."""
    dated = RESULT + '  date: "2026-01-15T10:30:00Z"\n  source: {url: https://example.com}\n'
    read(dated + RESULT + "  notes: With tools\n" + RESULT)

    assert [
        ("maia-2", "our/rivers", None, "2026-01-15"),
        ("maia-2", "our/rivers", '{"notes":"With tools"}', None),
        ("maia-2", "our/rivers", '{"number":2}', None),
    ] == rows(
        a_store,
        "select payload ->> '$.system_id', suite, payload ->> '$.params', "
        "left(payload ->> '$.reported_on', 10) from log.events "
        "inner join facts.runs using (run_id) where kind = 'score_reported' order by position",
    )


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("written", "expected"),
    [(".inf", "Infinity"), ("-.Inf", "-Infinity"), ("Infinity", "Infinity"), (".nan", "NaN")],
)
def test_a_figure_that_is_not_finite_is_called_so(read, a_store, written, expected):
    """It has no number, and its text says which it is."""
    read(RESULT.replace("20.90", written))

    assert [(None, expected)] == rows(
        a_store,
        "select payload ->> 'value', payload ->> 'value_text' from log.events "
        "where kind = 'score_reported'",
    )


def test_the_same_file_again(read):
    """Nothing new."""
    read(RESULT)

    assert 0 == read(RESULT).total("new")


@pytest.mark.sweep
def test_results_that_are_none(read, a_store):
    """They are left out and named by their number; the others are read."""
    taken = read("- value: 3\n" + RESULT + "- [a]\n- dataset: {id: our/lakes}\n- text\n")

    assert ["result 1", "result 3", "result 4", "result 5"] == [
        skip.location for skip in taken.files[0].skips
    ]
    assert [(1,)] == rows(a_store, "select count(*) from facts.reported_scores")


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{at}: &{at} [{','.join([f'*{before}'] * 9)}]\n"
    for before, at in zip("abcdefgh", "bcdefghi", strict=True)
)
# A value, and what is known of it: the number, the text that is no number, or an error.
VALUES = {
    "text": ("about three", None), "nothing": ("null", None), "a list": ("[1, 2]", None),
    "an object": ("{a: 1}", None), "NaN": (".nan", None), "Infinity": (".inf", None),
    "an endless number": ("1e999", None), "a long number": ("1" * 500, None),
    "hexadecimal": ("0x1F", None), "sexagesimal": ("1:30", None), "true": ("true", None),
    "a tag": ("!!python/object/apply:os.getcwd []", None), "quoted": ('"20.9"', 20.9),
    "percent": ("20.9%", 20.9), "negative": ("-3", -3.0), "an underscore": ("1_000", None),
    "a comma": ("20,9", None), "half a surrogate pair": ('"\\ud800"', None),
}  # fmt: skip


@pytest.mark.sweep
def test_odd_values(read, a_store):
    """What is no number is none, whatever YAML would make of it."""
    text = "".join(
        f"- dataset: {{id: our/{number}}}\n  value: {value}\n"
        for number, (value, _) in enumerate(VALUES.values())
    )

    [file] = read(text).files

    assert {} == dict(file.skipped)
    found = dict(
        rows(
            a_store,
            "select suite, payload -> '$.value' ->> '$' from log.events "
            "inner join facts.runs using (run_id) where kind = 'score_reported'",
        )
    )
    for number, (name, (_, expected)) in enumerate(VALUES.items()):
        value = found[f"our/{number}"]
        assert expected == (None if value is None else float(value)), name


UNREADABLE = {
    "nothing": b"", "text": b"results", "an object": b"{}", "an empty list": b"[]",
    "a broken list": b"- dataset: {id: a\n", "a tab": b"- dataset:\n\tid: a\n",
    "an unknown alias": b"- *a\n", "no UTF-8": b"- dataset: \xff\xfe\n", "NUL": b"- \x00\n",
    "deep nesting": b"- " + b"[" * 5000 + b"]" * 5000, "two documents": b"- a\n---\n- b\n",
    "a bomb of aliases": BOMB.encode(), "a list in itself": b"&a [*a]\n",
    "too long": b"- " + b"a" * (4 * 1024 * 1024), "UTF-16": "- a".encode("utf-16"),
    "an index of text": b"model-index: text\n", "an index of null": b"model-index:\n",
    "results that are text": b"model-index: [{name: a, results: text}]\n",
    "no metrics": b"model-index: [{name: a, results: [{dataset: {type: a}}]}]\n",
    "a key that is a list": b"? [a]\n: b\n",
}  # fmt: skip


@pytest.mark.thinned(4)
@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_files(read, a_store, name):
    """They are refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"rivers\.yaml"):
        read(UNREADABLE[name], format_name="hugging_face")
    assert list(a_store.layout.inbox.iterdir()) == []


def test_a_card_without_an_end(read):
    """Its front matter ends with a line of ---."""
    with pytest.raises(UnreadableInputError, match=r"between two lines of ---"):
        read(CARD.replace("---\n#", "#"), "README.md", format_name="hugging_face")


def test_an_error_names_its_line(read):
    """As an editor counts the lines of the card."""
    with pytest.raises(UnreadableInputError, match=r"README\.md, line 4: not valid YAML"):
        read("---\na: 1\nb: 2\n}: 3\n---\n", "README.md", format_name="hugging_face")


def test_only_results_are_recognised(tmp_path):
    """Neither other cards nor other YAML."""
    card, results = tmp_path / "README.md", tmp_path / "rivers.yaml"
    assert hugging_face.recognises(card, CARD.encode())
    assert hugging_face.recognises(results, b"# ours\n" + RESULT.encode())
    assert hugging_face.recognises(results, b"- value: 1\n  dataset:\n    id: a\n")
    for text in ("# model-index:\n", "---\nlicense: mit\n---\n", ""):
        assert not hugging_face.recognises(card, text.encode())
    for text in ("jobs:\n  value: 1\n", "- name: a\n  value: 1\n", ""):
        assert not hugging_face.recognises(results, text.encode())
