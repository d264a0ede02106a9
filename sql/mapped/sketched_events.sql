-- Runs, cases, responses and verdicts of `results`; what is null is left out of the events.
with shared_ids as (
    -- An id under which a run has several questions names each by a digest of what it asks, and
    -- the rows of a case and system are attempts at it, in their order, where no column counts.
    select
        run_id,
        case_id
    from results
    group by run_id, case_id
    having count(distinct hash(prompt)) filter (where prompt is not null) > 1
),

named_results as (
    select
        results.* exclude (case_id),
        case
            when shared_ids.case_id is not null and results.prompt is not null
                then
                    left(results.case_id, 503) || '~'
                    || left(sha256(to_json(results.prompt)::varchar), 8)
            else results.case_id
        end as case_id
    from results
    left join shared_ids using (run_id, case_id)
),

counted_results as (
    select
        * exclude (attempt),
        coalesce(
            attempt,
            row_number() over (partition by run_id, case_id, system_id order by record_number)
        ) as attempt
    from named_results
)

-- Runs, cases, responses and verdicts; nulls are left out of the events.
select
    'run_started' as kind,
    run_id,
    null as record_number,
    null as occurred_at,
    json_object(
        'suite', suite,
        'systems', list(distinct system_id order by system_id) filter (where system_id is not null)
    ) as payload
from counted_results
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
from counted_results
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
        -- Missing is what has neither a reply nor a judgement, where replies are kept.
        'status', case
            when error is not null then 'error'
            when nullif(coalesce(response, answer), '') is not null then 'ok'
            when not keeps_replies or is_judged then 'ok'
            else 'missing'
        end,
        'text', response,
        'text_status', case
            when error is not null or coalesce(response, answer) is not null then null
            when not keeps_replies or is_judged then 'not_kept'
        end,
        'answer', answer,
        'confidence', confidence,
        'confidence_kind', case when confidence is not null then 'stated' end,
        'latency_ms', latency_ms,
        'tokens_in', tokens_in,
        'tokens_out', tokens_out,
        'cost_usd', cost_usd,
        'error', error
    ) as payload
from counted_results
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
        'reason', coalesce(
            verdict.reason,
            reason,
            case
                when verdict.outcome = 'unscored' then 'no value of ' || verdict.validator_id
            end
        )
    ) as payload
from (
    select
        *,
        unnest(verdicts) as verdict
    from counted_results
    where error is null
) as judged
union all
select
    'run_finished' as kind,
    run_id,
    null as record_number,
    null as occurred_at,
    json_object('status', 'completed') as payload
from counted_results
group by run_id
