-- What the reader says of a run, an instance in one trial, or figures, in one typed shape.

create or replace temp macro helm_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "domain": "VARCHAR", "measuring": ["VARCHAR"], "rating": ["VARCHAR"], "is_first": "BOOLEAN",
    "case_id": "VARCHAR",
    "started": {"config": "JSON", "tags": ["VARCHAR"]},
    "instance": {
        "is_separate": "BOOLEAN", "attempt": "BIGINT", "prompt": "VARCHAR", "expected": "JSON",
        "choices": "JSON", "attributes": "JSON", "has_result": "BOOLEAN", "error": "VARCHAR",
        "text": "VARCHAR", "completions": "JSON", "answer": "VARCHAR", "confidence": "DOUBLE",
        "latency_ms": "DOUBLE", "tokens_in": "DOUBLE", "tokens_out": "DOUBLE", "at": "DOUBLE",
        "scores": [{
            "validator_id": "VARCHAR", "value": "DOUBLE", "value_text": "VARCHAR",
            "objection": "VARCHAR"
        }]
    },
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "group": "VARCHAR",
        "value": "DOUBLE", "value_text": "VARCHAR"
    }]
}');
