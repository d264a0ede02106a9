"""Tools that a sample called: calls, errors, and what no log can be held to."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.harnesses.inspect import tools

CALLED = [
    {"role": "user", "content": "20+1?"},
    {
        "role": "assistant",
        "tool_calls": [
            {"id": "1", "function": "add", "arguments": {"x": 20}},
            {"id": "2", "function": "add"},
        ],
    },
    {"role": "tool", "function": "add", "tool_call_id": "1", "error": {"type": "unknown"}},
    {"role": "tool", "function": "add", "tool_call_id": "2", "content": "21"},
    # There is no such tool.
    {"role": "assistant", "tool_calls": [{"id": "3", "function": "nope"}]},
    {"role": "tool", "tool_call_id": "3", "error": {"type": "parsing"}},
]
FOUND = [
    {"name": "add", "call_count": 2, "error_count": 1},
    {"name": "nope", "call_count": 1, "error_count": 1},
]


def test_a_response_has_the_tools_that_were_called(payloads):
    """As Inspect 0.3.285 writes them, where a tool fails and another does not exist."""
    found = payloads({"messages": CALLED}, {"messages": CALLED[:1], "epoch": 2}, {"epoch": 3})[
        "response_recorded"
    ]

    # No call is known to be none; without messages nothing is known.
    assert [FOUND, [], None] == [response.get("tools") for response in found]


@pytest.mark.parametrize(
    "messages",
    [
        "text",
        {"role": "assistant"},
        [None, 3, []],
        [{"role": "assistant", "tool_calls": "add"}],
        [{"role": "assistant", "tool_calls": [None, "add", {"function": None}, {"function": {}}]}],
        [{"role": "tool", "error": "no call names it"}],
        [{"role": "tool", "tool_call_id": [], "error": "x"}],
    ],
)
def test_what_is_no_call_counts_for_none(payloads, messages):
    """Such a sample is read as any other."""
    [response] = payloads({"messages": messages})["response_recorded"]

    assert not response.get("tools")


def test_half_a_surrogate_pair_in_a_name_is_replaced(payloads):
    """What a model calls is untrusted."""
    calls = [{"role": "assistant", "tool_calls": [{"function": "a\ud83d"}]}]
    [response] = payloads({"messages": calls})["response_recorded"]

    assert [{"name": "a?", "call_count": 1, "error_count": 0}] == response["tools"]


MESSAGES = st.lists(
    st.one_of(
        st.builds(
            lambda names: {"role": "assistant", "tool_calls": [{"function": n} for n in names]},
            st.lists(st.sampled_from("abc")),
        ),
        st.builds(
            lambda name, error: {"role": "tool", "function": name, "error": error},
            st.sampled_from("abc"),
            st.sampled_from([None, {"type": "timeout"}]),
        ),
    ),
    min_size=1,
)


@given(MESSAGES, st.integers(0, 20))
def test_counts_are_the_same_in_any_parts(messages, at):
    """Chunked or whole."""
    counts = tools.ToolCounts()
    counts.add(messages[:at])
    counts.add(messages[at:])

    assert tools.called(messages) == counts.found()
    calls = [call for one in messages for call in one.get("tool_calls", ())]
    assert len(calls) == sum(tool["call_count"] for tool in counts.found())


def chunked(refs, chunks, start):
    names = [(f"samples/1_epoch_1/messages/{at}.json", part) for at, part in chunks.items()]
    shell = {"id": 1, "epoch": 1, "input": "20+1?", "message_refs": refs}
    return [
        start,
        ("samples/1_epoch_1/sample.json", json.dumps(shell).encode(), 8),
        *((name, json.dumps(part).encode(), 8) for name, part in names),
    ]


@pytest.mark.parametrize(
    ("refs", "chunks", "found"),
    [
        ([[0, 6]], {0: CALLED}, FOUND),
        ([[0, 2], [2, 6]], {0: CALLED[:3], 3: CALLED[3:]}, FOUND),
        # The other messages are those of a model call that the conversation dropped.
        ([[0, 1]], {0: CALLED}, []),
        ([[2, 8]], {0: CALLED[:2], 2: CALLED[:4], 6: CALLED[4:]}, FOUND),
        # A message is missing, so nobody knows what it called.
        ([[0, 7]], {0: CALLED}, None),
        ([[0, 6]], {3: CALLED[3:]}, None),
        ([[0, 6]], {0: "text"}, None),
        (None, {0: CALLED}, None),
        ([[0, "6"]], {0: CALLED}, None),
        ([[6, 0]], {0: CALLED}, None),
    ],
)
def test_a_chunked_sample_is_looked_at_chunk_by_chunk(read, members, written, refs, chunks, found):
    """What cannot be read of its messages costs the sample nothing else."""
    [start] = [member for member in members() if member[0] == "_journal/start.json"]
    [sample] = read(written(chunked(refs, chunks, start))).objects()

    assert "1" == sample["sample"]["case_id"]
    assert found == sample["sample"]["tools"]
