"""Elements decoded by the megabyte: the same as one by one, whatever stands in them."""

import io
import json
import random

import pytest

from evalstore.harnesses.inspect import json_stream
from evalstore.harnesses.inspect.json_stream import JsonStream
from evalstore.harnesses.inspect.stream_errors import MalformedError, TooLargeError


def elements_of(text):
    """Return the list in a text: each element with whether it is strict, or the error's name."""
    stream = JsonStream(io.StringIO(text))
    found = []
    for name in stream.names():
        assert name == "rows"
        for _ in stream.elements():
            try:
                found.append(stream.element())
            except (MalformedError, TooLargeError, RecursionError) as error:
                found.append(type(error).__name__)
    return found


def values_of(text):
    return [found if isinstance(found, str) else found[0] for found in elements_of(text)]


def rows(count, **more):
    """Return rows with a list of objects within, whose names are those of the row."""
    return [
        {"id": number, "parts": [{"id": at, "last": "}, {"} for at in range(3)], **more,
         "last": {"last": number}}
        for number in range(count)
    ]  # fmt: skip


@pytest.fixture
def decoded(monkeypatch):
    """Return the lengths of the texts that were decoded at once."""
    lengths, loads = [], json_stream.orjson.loads

    def noting(text):
        found = loads(text)
        lengths.append(len(found))
        return found

    monkeypatch.setattr(json_stream.orjson, "loads", noting)
    return lengths


@pytest.mark.parametrize("layout", [{}, {"indent": 2}, {"separators": (",", ":")}])
@pytest.mark.parametrize("chunk_length", [50, 1_000, 1_000_000])
def test_the_elements_are_those_of_the_text(monkeypatch, layout, chunk_length):
    """Lists of objects within an element, and what looks like an edge in a text, divide none."""
    monkeypatch.setattr(json_stream, "CHUNK_LENGTH", chunk_length)
    expected = rows(100, text='"last": 1}, {"id": 2')

    assert expected == values_of(json.dumps({"rows": expected}, **layout))


def test_most_elements_are_decoded_at_once(decoded):
    """The first shows how they are divided; the last one has nothing behind it."""
    parts = [{"id": 1, "score": 0.5}] * 20
    elements_of(json.dumps({"rows": [{"id": 1, "parts": parts, "order": 1}] * 100}))

    assert [98] == decoded


def test_a_row_of_another_kind_costs_only_time(monkeypatch):
    """NaN, half characters and what is no object come out as one by one."""
    monkeypatch.setattr(json_stream, "CHUNK_LENGTH", 400)
    odd = [{"id": 1, "last": float("nan")}, {"id": 1, "last": "\ud800"}, [1], None, {}, {"id": 2}]
    found = elements_of(json.dumps({"rows": [*rows(20), *odd, *rows(20)]}))

    assert 40 + len(odd) == len(found)
    assert [False, False, True, True, True, True] == [is_strict for _, is_strict in found[20:26]]
    assert rows(20) == [value for value, _ in found[:20]] == [value for value, _ in found[26:]]


def test_a_malformed_element_costs_only_itself():
    """The others are read, those before it and those behind it."""
    text = json.dumps({"rows": rows(30)}).replace('{"id": 7, "parts"', '{"id" 7, "parts"')

    assert [*rows(7), "MalformedError", *rows(30)[8:]] == values_of(text)


@pytest.mark.parametrize("seed", range(5))
def test_any_lists_of_objects_come_out_as_they_are(monkeypatch, seed):
    """Names and texts with quotes, brackets and commas, in chunks of any length."""
    rng = random.Random(seed)
    texts = ['}, {"a', '"', "\\", "},{", "[", "]", "é", "\n", "a", "\U0001f600"]

    def value(depth):
        kind = rng.randrange(5 if depth else 3)
        if kind == 3:
            return [value(depth - 1) for _ in range(rng.randrange(4))]
        if kind == 4:
            return {rng.choice(texts): value(depth - 1) for _ in range(rng.randrange(4))}
        return (rng.choice(texts), rng.randrange(9), None)[kind]

    for _ in range(40):
        monkeypatch.setattr(json_stream, "CHUNK_LENGTH", rng.choice([8, 60, 300, 5_000]))
        expected = [
            {"a": value(3), **{text: value(3) for text in rng.sample(texts, 2)}}
            for _ in range(rng.randrange(12))
        ]
        is_ascii, indent = rng.random() < 0.5, rng.choice([None, 1, 2])
        text = json.dumps({"rows": expected}, ensure_ascii=is_ascii, indent=indent)

        assert expected == values_of(text)
