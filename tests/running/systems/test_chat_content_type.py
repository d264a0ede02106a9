"""An answer of another content type is an error that names the way out."""

import json

import pytest

PARIS = '{"answer": "Paris", "confidence": 0.9}'


@pytest.mark.parametrize(
    ("kind", "way_out"),
    [
        ("text/html; charset=utf-8", "; a web page is there: base_url has to end before"),
        ("text/event-stream", "; it streams although that was not asked for: turn streaming off"),
        ("text/plain", ""),
    ],
)
def test_wrong_content_type(service, chat, asked, kind, way_out):
    """What is not JSON by its own word is not read as JSON."""
    body = json.dumps({"choices": [{"message": {"content": PARIS}}]}).encode()
    service.plays(service.gives(200, body, kind=kind))

    expected = f"the service answered with content type {kind!r}, expected application/json"
    response = chat().ask(asked, 1)

    assert ("error", None) == (response.status, response.answer)
    assert response.error.startswith(expected + way_out)
