-- The payload of response_recorded; a merge patch onto nothing leaves out what is null.

create or replace temp macro promptfoo_response_payload(fields) as
json_merge_patch('{}', json_object(
    'case_id', fields.case_id,
    'system_id', fields.system_id,
    'attempt', fields.attempt,
    'status', case
        when fields.row.has_failed then 'error'
        when fields.row.is_missing then 'missing'
        else 'ok'
    end,
    'text', fields.row.text,
    'text_status', case
        when fields.row.is_text_lost and not fields.row.has_failed and not fields.row.is_missing
            then 'not_kept'
    end,
    'output', fields.row.output,
    'prompt', case when not fields.is_only_prompt then fields.row.prompt end,
    'latency_ms', fields.row.latency_ms,
    'tokens_in', fields.row.tokens_in,
    'tokens_out', fields.row.tokens_out,
    'token_usage', fields.row.token_usage,
    'cost_usd', fields.row.cost_usd,
    'is_cached', fields.row.is_cached,
    'is_refusal', fields.row.is_refusal,
    'finish_reason', fields.row.finish_reason,
    'error', fields.row.error,
    'raw_fields', fields.row.raw_fields,
    'repairs', fields.row.repairs
));
