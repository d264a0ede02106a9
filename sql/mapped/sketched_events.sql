-- Runs, cases, responses and verdicts; nulls are left out of the events.
select
    'run_started' as kind,
    run_id,
    null as record_number,
    null as occurred_at,
    json_object('suite', suite, 'systems', list(distinct system_id)) as payload
from results
group by run_id, suite
union all
select
    'case_generated' as kind,
    run_id,
    record_number,
    null as occurred_at,
    json_object(
        'case_id', case_id,
        'prompt', prompt,
        'expected', expected,
        'domain', domain,
        'attributes', attributes
    ) as payload
from results
qualify row_number() over (partition by run_id, case_id order by record_number) = 1
union all
select
    'response_recorded' as kind,
    run_id,
    record_number,
    occurred_at,
    json_object(
        'case_id', case_id,
        'system_id', system_id,
        'attempt', attempt,
        'status', case
            when error is not null then 'error'
            when coalesce(response, answer) is null then 'missing'
            else 'ok'
        end,
        'text', response,
        'answer', answer,
        'confidence', confidence,
        'confidence_kind', case when confidence is not null then 'stated' end,
        'latency_ms', latency_ms,
        'tokens_in', tokens_in,
        'tokens_out', tokens_out,
        'cost_usd', cost_usd,
        'error', error
    ) as payload
from results
where has_responses
union all
select
    'verdict_recorded' as kind,
    run_id,
    record_number,
    null as occurred_at,
    json_object(
        'case_id', case_id,
        'system_id', system_id,
        'attempt', attempt,
        'validator_id', verdict.validator_id,
        'outcome', verdict.outcome,
        'score', verdict.score,
        'value', verdict.value,
        'reason', reason
    ) as payload
from (
    select
        *,
        unnest(verdicts) as verdict
    from results
    where error is null
) as judged
union all
select
    'run_finished' as kind,
    run_id,
    null as record_number,
    null as occurred_at,
    json_object('status', 'completed') as payload
from results
group by run_id
