-- What a reader says of an exported run or one of its rows, in one typed shape.

create or replace temp macro experiment_row_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "generator": "VARCHAR", "systems": ["VARCHAR"],
    "config": "JSON", "measuring": ["VARCHAR"],
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "value": "DOUBLE", "value_text": "VARCHAR",
        "count": "DOUBLE"
    }],
    "row": {
        "case_id": "VARCHAR", "system_id": "VARCHAR", "is_first": "BOOLEAN", "attempt": "BIGINT",
        "prompt": "VARCHAR",
        "messages": "JSON", "expected": "JSON", "text": "VARCHAR", "error": "VARCHAR",
        "at": "VARCHAR", "latency_ms": "DOUBLE", "tokens_in": "DOUBLE", "tokens_out": "DOUBLE",
        "cost_usd": "DOUBLE", "attributes": "JSON",
        "scores": [{
            "validator_id": "VARCHAR", "truth": "BOOLEAN", "number": "DOUBLE", "value": "DOUBLE",
            "label": "VARCHAR", "unscored": "VARCHAR", "reason": "VARCHAR", "error": "VARCHAR",
            "judge": "VARCHAR"
        }]
    }
}');
