-- A record of every_eval_ever as its reader gives it, parsed.

create or replace temp macro every_eval_ever_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "system_id": "VARCHAR",
    "validator_id": "VARCHAR", "attempt": "INTEGER", "is_first": "BOOLEAN",
    "is_new_reply": "BOOLEAN", "is_of_metric": "BOOLEAN", "is_unknown": "BOOLEAN",
    "is_own": "BOOLEAN", "case_id": "VARCHAR", "noted": "MAP(VARCHAR, VARCHAR)",
    "attributes": "MAP(VARCHAR, VARCHAR)", "raw_fields": "JSON",
    "measuring": ["VARCHAR"], "binary": ["VARCHAR"], "grading": ["VARCHAR"],
    "finished_at": "VARCHAR",
    "started": {
        "run_id": "VARCHAR", "systems": ["VARCHAR"], "suite": "VARCHAR",
        "seconds": "DOUBLE", "config": "JSON", "started_at": "VARCHAR",
        "suite_version": "VARCHAR", "git_sha": "VARCHAR", "git_branch": "VARCHAR"
    },
    "sample": {
        "sample_id": "VARCHAR", "evaluation_name": "VARCHAR", "sample_hash": "VARCHAR",
        "input": {
            "raw": "VARCHAR", "formatted": "VARCHAR", "reference": ["VARCHAR"],
            "choices": ["VARCHAR"]
        },
        "output": { "raw": ["VARCHAR"] },
        "messages": "JSON",
        "answer_attribution": [{
            "extracted_value": "VARCHAR", "is_terminal": "BOOLEAN"
        }],
        "evaluation": {
            "score": "DOUBLE", "score_text": "VARCHAR", "is_correct": "BOOLEAN"
        },
        "token_usage": { "input_tokens": "BIGINT", "output_tokens": "BIGINT" },
        "performance": { "latency_ms": "DOUBLE" },
        "error": "VARCHAR"
    },
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "group": "VARCHAR",
        "value": "DOUBLE", "value_text": "VARCHAR", "stderr": "DOUBLE", "count": "BIGINT"
    }]
}');
