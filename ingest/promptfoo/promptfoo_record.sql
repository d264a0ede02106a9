-- A row of an evaluation, or the events of its start, its figures and its end, in one typed shape.

create or replace temp macro promptfoo_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR",
    "is_only_prompt": "BOOLEAN", "shares": ["VARCHAR"], "counted_assertions": "VARCHAR",
    "case_id": "VARCHAR", "is_first_of_case": "BOOLEAN", "system_id": "VARCHAR",
    "attempt": "BIGINT", "systems": ["VARCHAR"],
    "events": [{"kind": "VARCHAR", "at": "VARCHAR", "payload": "JSON"}],
    "row": {
        "prompt": "VARCHAR", "description": "VARCHAR", "vars": "JSON",
        "lifted": {
            "domain": "VARCHAR", "label": "VARCHAR", "cluster_id": "VARCHAR",
            "session_id": "VARCHAR", "severity": "JSON", "is_canary": "BOOLEAN", "tags": "JSON"
        },
        "attributes": "JSON", "expected": "JSON",
        "has_failed": "BOOLEAN", "is_missing": "BOOLEAN", "is_text_lost": "BOOLEAN",
        "text": "VARCHAR", "output": "JSON",
        "error": "VARCHAR", "latency_ms": "DOUBLE", "cost_usd": "DOUBLE",
        "tokens_in": "BIGINT", "tokens_out": "BIGINT", "token_usage": "JSON",
        "is_cached": "BOOLEAN", "is_refusal": "BOOLEAN", "finish_reason": "VARCHAR",
        "success": "BOOLEAN", "is_undecided": "BOOLEAN", "score": "DOUBLE",
        "score_text": "VARCHAR", "is_score_ungraded": "BOOLEAN", "reason": "VARCHAR",
        "assertions": [{
            "validator_id": "VARCHAR", "pass": "BOOLEAN", "score": "DOUBLE",
            "reason": "VARCHAR", "assertion": "JSON", "has_thrown": "BOOLEAN",
            "has_failed": "BOOLEAN", "is_unscored": "BOOLEAN", "is_member": "BOOLEAN",
            "is_set": "BOOLEAN", "is_metric_only": "BOOLEAN",
            "judge": {"model": "VARCHAR", "tokens_in": "BIGINT", "tokens_out": "BIGINT"}
        }],
        "raw_fields": "JSON",
        "named_scores": [{
            "validator_id": "VARCHAR", "value": "DOUBLE", "value_text": "VARCHAR",
            "weight": "DOUBLE", "is_ungraded": "BOOLEAN"
        }],
        "repairs": "JSON"
    }
}');
