-- What the reader says of a run, a sample with all of its events, or a report, in one typed shape.

create or replace temp macro openai_evals_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "started": {"at": "VARCHAR", "suite_version": "VARCHAR", "seed": "BIGINT", "config": "JSON"},
    "case_id": "VARCHAR", "measuring": ["VARCHAR"], "judge": "VARCHAR", "has_judge": "BOOLEAN",
    "events": [{
        "type": "VARCHAR", "data": "JSON", "created_at": "VARCHAR", "repairs": "JSON"
    }],
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "value": "DOUBLE", "value_text": "VARCHAR"
    }]
}');
