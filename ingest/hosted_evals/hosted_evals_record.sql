-- What the reader says of a run, an output item or counts, in one typed shape.

create or replace temp macro hosted_evals_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "case_id": "VARCHAR", "ended": "VARCHAR",
    "started": {"at": "DOUBLE", "config": "JSON"},
    "item": {
        "messages": "JSON", "expected": "JSON", "attributes": "JSON", "status": "VARCHAR",
        "text": "VARCHAR", "error": "VARCHAR", "finish_reason": "VARCHAR",
        "tokens_in": "DOUBLE", "tokens_out": "DOUBLE", "at": "DOUBLE", "has_sample": "BOOLEAN",
        "results": [{
            "validator_id": "VARCHAR", "passed": "BOOLEAN", "score": "DOUBLE", "error": "VARCHAR",
            "model": "VARCHAR", "reply": "VARCHAR"
        }]
    },
    "figures": [{"scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "value": "DOUBLE"}]
}');
