-- The payload of response_recorded, of one test case.

create or replace temp macro deepeval_response_payload(fields) as
json_object(
    'case_id', fields.case_id,
    'system_id', fields.system_id,
    'attempt', fields.attempt,
    'status', deepeval_status(fields.case),
    'text', fields.case.text,
    'text_status', case
        when fields.case.text is null and deepeval_status(fields.case) = 'ok' then 'not_kept'
    end,
    'turns', fields.case.turns,
    'retrieval_context', fields.case.retrieval_context,
    'tools_called', fields.case.tools_called,
    'latency_ms', fields.case.latency_ms,
    'tokens_in', fields.case.tokens_in,
    'tokens_out', fields.case.tokens_out,
    'cost_usd', fields.case.cost_usd,
    'repairs', fields.case.repairs
);
