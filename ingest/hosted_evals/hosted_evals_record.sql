-- What the reader says of a run, an output item or counts, in one typed shape.

create or replace temp macro hosted_evals_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "case_id": "VARCHAR", "ended": "VARCHAR",
    "started": {"at": "DOUBLE", "config": "JSON"},
    "item": {
        "messages": "JSON", "expected": "JSON", "attributes": "JSON", "status": "VARCHAR",
        "text": "VARCHAR", "error": "VARCHAR", "finish_reason": "VARCHAR",
        "tokens_in": "DOUBLE", "tokens_out": "DOUBLE", "at": "DOUBLE",
        "results": [{
            "validator_id": "VARCHAR", "passed": "BOOLEAN", "score": "DOUBLE",
            "score_text": "VARCHAR", "error": "VARCHAR", "model": "VARCHAR", "reply": "VARCHAR",
            "is_unread": "BOOLEAN"
        }]
    },
    "figures": [{"scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "value": "DOUBLE"}]
}');
