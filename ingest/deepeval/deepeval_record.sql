-- What the reader says of a run, a test case, the figures or the end, in one typed shape.

create or replace temp macro deepeval_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "repairs": "JSON", "case_id": "VARCHAR", "attempt": "BIGINT",
    "shares": ["VARCHAR"],
    "started": {
        "hyperparameters": "JSON", "identifier": "VARCHAR", "dataset_id": "VARCHAR",
        "dataset_version": "VARCHAR", "test_file": "VARCHAR", "has_success": "BOOLEAN"
    },
    "case": {
        "name": "VARCHAR", "prompt": "VARCHAR", "expected": "VARCHAR", "context": ["VARCHAR"],
        "expected_tools": "JSON", "tags": ["VARCHAR"], "attributes": "JSON",
        "user_description": "VARCHAR", "comments": "VARCHAR",
        "is_missing": "BOOLEAN", "text": "VARCHAR", "turns": "JSON",
        "retrieval_context": ["VARCHAR"], "tools_called": "JSON", "latency_ms": "DOUBLE",
        "tokens_in": "BIGINT", "tokens_out": "BIGINT", "cost_usd": "DOUBLE",
        "success": "BOOLEAN",
        "metrics": [{
            "name": "VARCHAR", "number": "BIGINT", "success": "BOOLEAN", "score": "DOUBLE",
            "score_text": "VARCHAR",
            "is_unscored": "BOOLEAN", "threshold": "DOUBLE", "reason": "VARCHAR",
            "error": "VARCHAR", "is_strict": "BOOLEAN", "is_flaky": "BOOLEAN",
            "model": "VARCHAR", "cost_usd": "DOUBLE", "tokens_in": "BIGINT",
            "tokens_out": "BIGINT"
        }],
        "repairs": "JSON"
    },
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "value": "DOUBLE",
        "value_text": "VARCHAR", "count": "BIGINT"
    }]
}');
