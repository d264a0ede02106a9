-- What each system said, one row per attempt; a critic's readings are in alignments.
--
-- text is the text of the response, or its turns as JSON where there is no text. Where there is
-- neither, text_status is not_kept if the source says that it does not keep it.
--
-- Where readings are all that came of an attempt, they stand for the response (has_readings_only):
-- ok where one of them is, with the event of the first value read.
--
-- Of a response whose payload was taken out the key is left, which its subject says, too; its
-- status is null.
--
-- grain: run_id, system_id, case_id, attempt
-- empty without: response_recorded

with recorded_payloads as (
    select
        run_id,
        occurred_at,
        event_id,
        -- case/system/attempt, and the value dimension of a reading.
        if(payload is null, string_split(subject, '/'), null) as key_parts,
        from_json(payload, '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "status": "VARCHAR", "answer": "VARCHAR", "confidence": "DOUBLE",
            "confidence_kind": "VARCHAR", "latency_ms": "DOUBLE", "tokens_in": "BIGINT",
            "tokens_out": "BIGINT", "cost_usd": "DOUBLE", "value_dim": "VARCHAR",
            "text": "VARCHAR", "text_status": "VARCHAR", "turns": "VARCHAR",
            "error": "VARCHAR", "cost_source": "VARCHAR",
            "model_usage": [{
                "model": "VARCHAR", "tokens_in": "BIGINT", "tokens_out": "BIGINT",
                "tokens_cache_read": "BIGINT", "tokens_cache_write": "BIGINT",
                "tokens_reasoning": "BIGINT", "cost_usd": "DOUBLE"
            }],
            "tools": [{"name": "VARCHAR", "call_count": "BIGINT", "error_count": "BIGINT"}]
        }') as fields
    from current_events
    where kind = 'response_recorded'
),

recorded_responses as (
    select
        run_id,
        occurred_at,
        event_id,
        fields,
        coalesce(fields.case_id, url_decode(key_parts[1])) as case_id,
        coalesce(fields.system_id, url_decode(key_parts[2])) as system_id,
        coalesce(fields.attempt, try_cast(key_parts[3] as integer), 1) as attempt,
        coalesce(fields.value_dim, url_decode(key_parts[4])) as value_dim
    from recorded_payloads
),

given_answers as (
    select
        run_id,
        occurred_at,
        event_id,
        system_id,
        case_id,
        attempt,
        fields.status,
        fields.answer,
        fields.confidence,
        fields.confidence_kind,
        fields.latency_ms,
        fields.tokens_in,
        fields.tokens_out,
        fields.cost_usd,
        fields.cost_source,
        fields.model_usage,
        fields.tools,
        coalesce(fields.text, fields.turns) as text,
        fields.text_status,
        fields.error,
        false as has_readings_only
    from recorded_responses
    where value_dim is null
),

readings as (
    select
        run_id,
        max(occurred_at) as occurred_at,
        arg_min(event_id, value_dim) as event_id,
        system_id,
        case_id,
        attempt,
        if(bool_or(fields.status = 'ok'), 'ok', min(fields.status)) as status,
        true as has_readings_only
    from recorded_responses
    where value_dim is not null
    group by all
),

answers as (
    from given_answers
    union all by name
    from readings
    anti join given_answers using (run_id, system_id, case_id, attempt)
),

final_attempts as (
    select
        run_id,
        system_id,
        case_id,
        max(attempt) as attempt,
        true as is_final_attempt
    from answers
    group by all
)

select
    answers.run_id,
    answers.system_id,
    answers.case_id,
    answers.attempt,
    coalesce(final_attempts.is_final_attempt, false) as is_final_attempt,
    answers.status,
    answers.answer,
    answers.confidence,
    answers.confidence_kind,
    answers.latency_ms,
    answers.tokens_in,
    answers.tokens_out,
    answers.cost_usd,
    answers.cost_source,
    case
        when answers.cost_usd is not null then null
        when len(answers.model_usage) > 0
            then 'no price is known of ' || array_to_string(
                list_sort([
                    used.model
                    for used in answers.model_usage
                    if used.cost_usd is null and used.model is not null
                ]),
                ', '
            )
        else 'the response does not say'
    end as cost_reason,
    list_sum([used.tokens_cache_read for used in answers.model_usage])::bigint
        as tokens_cache_read,
    list_sum([used.tokens_cache_write for used in answers.model_usage])::bigint
        as tokens_cache_write,
    list_sum([used.tokens_reasoning for used in answers.model_usage])::bigint as tokens_reasoning,
    answers.model_usage,
    case
        when answers.tools is not null
            then coalesce(list_sum([tool.call_count for tool in answers.tools]), 0)::bigint
    end as tool_call_count,
    case
        when answers.tools is not null
            then coalesce(list_sum([tool.error_count for tool in answers.tools]), 0)::bigint
    end as tool_error_count,
    [tool.name for tool in answers.tools] as tool_names,
    answers.tools,
    answers.text,
    answers.text_status,
    answers.error,
    answers.occurred_at,
    answers.event_id,
    answers.has_readings_only
from answers
left join final_attempts using (run_id, system_id, case_id, attempt)
