-- What the reader says of a task, a sample or a figure, in one typed shape.

create or replace temp macro lm_eval_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "system_id": "VARCHAR",
    "generator": "VARCHAR",
    "measuring": ["VARCHAR"], "rating": ["VARCHAR"], "slices": ["VARCHAR"],
    "judges_each": "BOOLEAN", "filters_disagree": "BOOLEAN", "targets_are_numbers": "BOOLEAN",
    "started": {
        "at": "DOUBLE", "version": "VARCHAR", "seed": "JSON", "git_hash": "VARCHAR",
        "config": "JSON"
    },
    "finished": {
        "at": "DOUBLE", "repeats": "BIGINT",
        "counts": {"original": "BIGINT", "effective": "BIGINT"}
    },
    "sample": {
        "case_id": "VARCHAR", "doc_id": "VARCHAR", "filter": "VARCHAR", "is_first": "BOOLEAN",
        "prompt": "VARCHAR", "messages": "JSON", "choices": "JSON", "target": "JSON",
        "numbered_target": "VARCHAR", "reply_repairs": "JSON", "raw_fields": "JSON",
        "attributes": "MAP(VARCHAR, JSON)", "texts": ["VARCHAR"], "has_answer": "BOOLEAN",
        "confidence": "DOUBLE", "log_likelihoods": "JSON", "attempts": "BIGINT",
        "answer": "JSON", "repairs": "JSON",
        "scores": [{
            "validator_id": "VARCHAR", "attempt": "BIGINT", "value": "JSON", "number": "DOUBLE",
            "is_of_all": "BOOLEAN", "objection": "VARCHAR"
        }]
    },
    "at": "DOUBLE",
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "value": "DOUBLE",
        "value_text": "VARCHAR", "stderr": "DOUBLE", "count": "BIGINT"
    }]
}');
