-- What the reader says of a file, a run of a test, or the file's end, in one typed shape.

create or replace temp macro junit_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "at": "VARCHAR", "config": "JSON",
    "case_id": "VARCHAR", "system_id": "VARCHAR", "attributes": "JSON",
    "about": {
        "domain": "VARCHAR", "label": "VARCHAR", "cluster_id": "VARCHAR", "session_id": "VARCHAR",
        "severity": "VARCHAR", "expected": "VARCHAR"
    },
    "is_first": "BOOLEAN", "attempt": "BIGINT", "latency_ms": "DOUBLE", "answer": "VARCHAR",
    "confidence": "DOUBLE", "confidence_was": "VARCHAR",
    "outcome": "VARCHAR", "reason": "VARCHAR", "tag": "VARCHAR", "text": "VARCHAR",
    "listed_in": "VARCHAR", "is_rerun": "BOOLEAN",
    "figures": [{"metric": "VARCHAR", "params": "JSON", "group": "VARCHAR", "value": "DOUBLE"}]
}');
