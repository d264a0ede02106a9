-- What each system said, one row per attempt; a critic's readings are in alignments.
--
-- text is the text of the response, or its turns as JSON where there is no text.
--
-- Where readings are all that came of an attempt, they stand for the response (has_readings_only):
-- ok where one of them is, with the event of the first value read.
--
-- grain: run_id, system_id, case_id, attempt
-- empty without: response_recorded

with recorded_responses as (
    select
        run_id,
        occurred_at,
        event_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "status": "VARCHAR", "answer": "VARCHAR", "confidence": "DOUBLE",
            "confidence_kind": "VARCHAR", "latency_ms": "DOUBLE", "tokens_in": "BIGINT",
            "tokens_out": "BIGINT", "cost_usd": "DOUBLE", "value_dim": "VARCHAR",
            "text": "VARCHAR", "turns": "VARCHAR", "error": "VARCHAR"
        }') as fields
    from current_events
    where kind = 'response_recorded'
),

given_answers as (
    select
        run_id,
        occurred_at,
        event_id,
        fields.system_id,
        fields.case_id,
        coalesce(fields.attempt, 1) as attempt,
        fields.status,
        fields.answer,
        fields.confidence,
        fields.confidence_kind,
        fields.latency_ms,
        fields.tokens_in,
        fields.tokens_out,
        fields.cost_usd,
        coalesce(fields.text, fields.turns) as text,
        fields.error,
        false as has_readings_only
    from recorded_responses
    where fields.value_dim is null
),

readings as (
    select
        run_id,
        max(occurred_at) as occurred_at,
        arg_min(event_id, fields.value_dim) as event_id,
        fields.system_id,
        fields.case_id,
        coalesce(fields.attempt, 1) as attempt,
        if(bool_or(fields.status = 'ok'), 'ok', min(fields.status)) as status,
        true as has_readings_only
    from recorded_responses
    where fields.value_dim is not null
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
    answers.text,
    answers.error,
    answers.occurred_at,
    answers.event_id,
    answers.has_readings_only
from answers
left join final_attempts using (run_id, system_id, case_id, attempt)
