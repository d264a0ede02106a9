-- What the reader says of a run, an instance in one trial, or figures, in one typed shape.

create or replace temp macro helm_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "domain": "VARCHAR", "measuring": ["VARCHAR"], "rating": ["VARCHAR"], "is_first": "BOOLEAN",
    "started": {"config": "JSON", "tags": ["VARCHAR"]},
    "instance": {
        "case_id": "VARCHAR", "attempt": "BIGINT", "prompt": "VARCHAR", "expected": "JSON",
        "choices": "JSON", "attributes": "JSON", "has_result": "BOOLEAN", "error": "VARCHAR",
        "text": "VARCHAR", "completions": "JSON", "answer": "VARCHAR", "confidence": "DOUBLE",
        "latency_ms": "DOUBLE", "tokens_in": "DOUBLE", "tokens_out": "DOUBLE", "at": "DOUBLE",
        "scores": [{"validator_id": "VARCHAR", "value": "DOUBLE"}]
    },
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "group": "VARCHAR",
        "value": "DOUBLE"
    }]
}');
