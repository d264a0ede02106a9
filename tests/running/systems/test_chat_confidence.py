"""How sure a model is: by its word, by its tokens' probabilities, or by vote."""

import json
import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.plugins.question import Question
from evalstore.running.chat.confidence import by_log_probabilities, by_vote

PARIS = '{"answer": "Paris", "confidence": 0.9}'


def tokens(*pairs):
    """Return tokens with their probabilities as the protocol writes them."""
    return {"content": [{"token": text, "logprob": math.log(share)} for text, share in pairs]}


def test_log_probabilities(service, chat, asked):
    """The probability is that of the answer's tokens alone; what was stated is kept beside it."""
    logprobs = tokens(
        ('{"answer":', 0.5), (' "Par', 0.8), ("is", 0.5), ('",', 0.9), (' "confidence": 0.9}', 0.1)
    )
    service.plays(service.says(PARIS, logprobs=logprobs))

    response = chat(confidence="logprob").ask(asked, 1)

    assert True is service.requests[0]["logprobs"]
    assert response.confidence == pytest.approx(0.8 * 0.5 * 0.9)
    assert ("logprob", 0.9) == (response.confidence_kind, response.extra["stated_confidence"])


@pytest.mark.parametrize(
    "logprobs",
    [
        None,
        {},
        {"content": []},
        {"content": [{"token": "other", "logprob": -1.0}]},
        {"content": [{"token": PARIS, "logprob": "high"}]},
        {"content": [{"token": PARIS, "logprob": float("nan")}]},
        {"content": [{"token": PARIS, "logprob": -1.0, "bytes": [999]}]},
        {"content": ["Paris"]},
    ],
)
def test_no_log_probabilities(service, chat, asked, logprobs):
    """Where the tokens are not those of the text there is no confidence, and none is made up."""
    service.plays(service.says(PARIS, logprobs=logprobs))

    response = chat(confidence="logprob").ask(asked, 1)

    assert ("ok", "Paris", None, None) == (
        response.status,
        response.answer,
        response.confidence,
        response.confidence_kind,
    )


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20),
    st.data(),
)
def test_log_probabilities_of_any_tokens(answer, data):
    """However the bytes are cut into tokens, those that touch the answer count, once each."""
    text = json.dumps({"answer": answer, "confidence": 0.5}, ensure_ascii=False)
    written = text.encode()
    cuts = data.draw(st.sets(st.integers(1, len(written) - 1), max_size=8))
    edges = [0, *sorted(cuts), len(written)]
    start = len(b'{"answer": ')
    end = start + len(json.dumps(answer, ensure_ascii=False).encode())
    pieces = list(pairwise(edges))
    touching_count = sum(low < end and high > start for low, high in pieces)

    found = by_log_probabilities(text, [(written[low:high], -0.5) for low, high in pieces])

    assert found == pytest.approx(math.exp(-0.5 * touching_count))


def test_vote(service, chat, asked):
    """The answer given most often is the answer, and its share of all samples the confidence."""
    texts = ["Lyon", "Paris", "paris.", None]
    acts = [
        service.says(f'{{"answer": {"null" if text is None else chr(34) + text + chr(34)}, '
                     '"confidence": 0.7}')
        for text in texts
    ]  # fmt: skip
    service.plays(*acts, service.says("I am not sure."))

    response = chat(confidence="vote", samples=5, seed=3).ask(asked, 1)

    assert ("ok", "Paris", 2 / 5, "vote") == (
        response.status,
        response.answer,
        response.confidence,
        response.confidence_kind,
    )
    assert [3, 4, 5, 6, 7] == [request["seed"] for request in service.requests]
    assert (5 * 12, 5 * 5, 5) == (
        response.tokens_in,
        response.tokens_out,
        response.extra["request_count"],
    )


def test_vote_of_nothing(service, chat, asked):
    """Samples without an answer elect none."""
    service.plays(service.says("Paris?"))

    response = chat(confidence="vote", samples=2).ask(asked, 1)

    assert ("unparsable", None, None) == (response.status, response.answer, response.confidence)


def test_vote_with_an_error(service, chat, asked):
    """A share of all samples needs all samples: where one cannot be had there is none."""
    service.plays(service.says(PARIS), service.gives(400))

    response = chat(confidence="vote", samples=3).ask(asked, 1)

    assert ("error", None, None) == (response.status, response.answer, response.confidence)


def test_free_text_is_not_voted_on(service, chat):
    """Free texts are no votes: they are asked for once, without a confidence."""
    service.plays(service.says("A city."))

    response = chat(confidence="vote").ask(Question("case", ("Tell me.",)), 1)

    assert (1, None) == (len(service.requests), response.confidence)


def test_no_confidence(service, chat, asked):
    """Where none is wanted, none is recorded as such; what was stated is kept beside it."""
    service.plays(service.says(PARIS))

    response = chat(confidence="none").ask(asked, 1)

    assert (None, None, 0.9) == (
        response.confidence,
        response.confidence_kind,
        response.extra["stated_confidence"],
    )


@given(st.lists(st.one_of(st.none(), st.sampled_from(["a", "A ", " a.", "b", "c", "."])),
                min_size=1))  # fmt: skip
def test_vote_counts(answers):
    """The winner's votes are as many as any answer has."""
    winner, count = by_vote(answers)

    folded = [None if answer is None else answer.strip(" .").casefold() for answer in answers]
    assert max(map(folded.count, folded)) == count == folded.count(folded[winner])
