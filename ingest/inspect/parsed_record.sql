-- What the reader says of a log, a sample or a log's end, in one typed shape.

create or replace temp macro parsed_record(record) as
from_json(record, '{
    "kind": "VARCHAR", "run_id": "VARCHAR", "suite": "VARCHAR", "model": "VARCHAR",
    "repairs": "JSON", "measuring": ["VARCHAR"], "rating": ["VARCHAR"],
    "grading": ["VARCHAR"], "is_first_epoch": "BOOLEAN",
    "graders": [{
        "validator_id": "VARCHAR", "model": "VARCHAR", "prompt_sha256": "VARCHAR",
        "temperature": "DOUBLE", "digest": "VARCHAR"
    }],
    "prices": [{
        "model": "VARCHAR", "input_usd_per_million": "DOUBLE", "output_usd_per_million": "DOUBLE",
        "cache_read_usd_per_million": "DOUBLE", "cache_write_usd_per_million": "DOUBLE"
    }],
    "started": {
        "task_id": "VARCHAR", "eval_set_id": "VARCHAR", "eval_id": "VARCHAR",
        "run_id": "VARCHAR", "attempts": "BIGINT",
        "task_version": "VARCHAR", "task_args": "JSON", "created": "VARCHAR",
        "model_generate_config": "JSON", "config": {"epochs": "JSON", "limit": "JSON"},
        "revision": {"commit": "VARCHAR"}, "packages": "JSON", "tags": ["VARCHAR"],
        "dataset": "VARCHAR", "scorers": "JSON", "solvers": "JSON", "prices": "JSON"
    },
    "finished": {
        "status": "VARCHAR", "error": "VARCHAR", "invalidated": "BOOLEAN", "scored_at": "VARCHAR",
        "results": {"total_samples": "BIGINT", "completed_samples": "BIGINT"},
        "stats": {"completed_at": "VARCHAR"}
    },
    "sample": {
        "case_id": "VARCHAR", "prompt": "VARCHAR",
        "images": "JSON", "response_images": "JSON",
        "messages": "JSON", "choices": "JSON", "target": "JSON", "attributes": "JSON",
        "lifted": {
            "domain": "VARCHAR", "label": "VARCHAR", "cluster_id": "VARCHAR",
            "session_id": "VARCHAR", "severity": "VARCHAR", "is_canary": "BOOLEAN",
            "tags": ["VARCHAR"]
        },
        "epoch": "BIGINT", "text": "VARCHAR", "error": "VARCHAR",
        "limit": "VARCHAR", "output_time": "DOUBLE", "working_time": "DOUBLE",
        "total_time": "DOUBLE", "completed_at": "VARCHAR", "answer": "VARCHAR",
        "confidence": "DOUBLE", "confidence_was": "DOUBLE",
        "model_usage": [{
            "model": "VARCHAR", "tokens_in": "BIGINT", "tokens_out": "BIGINT",
            "tokens_cache_read": "BIGINT", "tokens_cache_write": "BIGINT",
            "tokens_reasoning": "BIGINT", "cost_usd": "DOUBLE"
        }],
        "tools": [{"name": "VARCHAR", "call_count": "BIGINT", "error_count": "BIGINT"}],
        "invalidation": {
            "author": "VARCHAR", "reason": "VARCHAR", "timestamp": "VARCHAR"
        },
        "scores": [{
            "validator_id": "VARCHAR", "value": "JSON", "number": "DOUBLE", "answer": "VARCHAR",
            "infinity": "VARCHAR", "is_value_edited": "BOOLEAN",
            "explanation": "VARCHAR", "tag": "VARCHAR", "metadata": "JSON",
            "edit": {
                "number": "BIGINT", "author": "VARCHAR", "reason": "VARCHAR",
                "edited_at": "VARCHAR", "metadata": "JSON"
            },
            "repairs": "JSON"
        }],
        "raw_fields": "JSON", "case_repairs": "JSON", "response_repairs": "JSON"
    },
    "completed_at": "VARCHAR",
    "figures": [{
        "scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "reducer": "VARCHAR",
        "group_name": "VARCHAR", "value": "DOUBLE", "value_text": "VARCHAR",
        "stderr": "DOUBLE",
        "scored_count": "BIGINT", "unscored_count": "BIGINT", "repairs": "JSON"
    }]
}');
