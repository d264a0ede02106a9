"""Tokens and costs of models in the facts."""


def found(store, sql):
    return [tuple(row.values()) for row in store.query(sql)]


def test_each_model_has_a_row_and_a_missing_cost_its_reason(warehouse, lines):
    """One that is named twice is summed, and has no cost where one of its calls has none."""
    graded = [
        {"model": "gpt", "tokens_in": 100, "tokens_cache_read": 40, "cost_usd": 0.5},
        {"model": "grader", "tokens_in": 10, "tokens_out": 2},
    ]
    twice = [{"model": "gpt", "tokens_in": 1, "cost_usd": 1}, {"model": "gpt", "tokens_in": 3}]
    warehouse.add(
        lines.response("c1", model_usage=graded),
        lines.response("c2", model_usage=twice),
        lines.response("c3", cost_usd=0.25, cost_source="stated"),
        lines.response("c4"),
        # A foreign shape is no usage, and no error.
        lines.response("c5", model_usage=["much", {"model": 3}]),
    )

    assert [
        ("c1", "gpt", 100, None, 40, 0.5),
        ("c1", "grader", 10, 2, None, None),
        ("c2", "gpt", 4, None, None, None),
    ] == found(
        warehouse,
        "select case_id, model, tokens_in, tokens_out, tokens_cache_read, cost_usd "
        "from facts.model_usage where case_id < 'c5' order by all",
    )
    assert [
        ("c1", None, None, "no price is known of grader", 40),
        ("c2", None, None, "no price is known of gpt", None),
        ("c3", 0.25, "stated", None, None),
        ("c4", None, None, "the response does not say", None),
    ] == found(
        warehouse,
        "select case_id, cost_usd, cost_source, cost_reason, tokens_cache_read "
        "from facts.responses where case_id < 'c5' order by all",
    )


def test_tools_are_counted_for_each_response(warehouse, lines):
    """None called is 0 calls; of what says nothing, nothing is known."""
    called = [
        {"name": "add", "call_count": 2, "error_count": 1},
        {"name": "bash", "call_count": 1, "error_count": 0},
    ]
    warehouse.add(
        lines.response("c1", tools=called), lines.response("c2", tools=[]), lines.response("c3")
    )

    assert [
        ("c1", 3, 1, ["add", "bash"]), ("c2", 0, 0, []), ("c3", None, None, None),
    ] == found(
        warehouse,
        "select case_id, tool_call_count, tool_error_count, tool_names "
        "from facts.responses order by all",
    )  # fmt: skip
    assert [("c1", "add", 2, 1), ("c1", "bash", 1, 0)] == found(
        warehouse,
        "select case_id, tool_name, call_count, error_count from facts.tool_usage order by all",
    )
