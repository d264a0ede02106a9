-- Each attempt of facts.scored once for each slice of what it used: tools, tokens and cost.
--
--     called_tool   each tool that it called; `none` where it called none, in runs in which some
--                   attempt called one. A tool of that name is `tool.none`
--     tool_errors   of attempts that called a tool, whether a call gave an error: some, none
--     tokens_used   tokens_in and tokens_out together, by decade: 0 to 1000, 1000 to 10000,
--                   10000 to 100000, 100000 to 1000000, 1000000 or more
--     cost_usd      by decade: 0 to 0.001, 0.001 to 0.01, 0.01 to 0.1, 0.1 to 1, 1 to 10,
--                   10 or more
--
-- The lower bound belongs to a slice, the upper one to the next. What a response does not say puts
-- it into no slice of that name, and neither is an attempt without a response.
--
-- Attempts at one case may lie in several slices. So weight, claim_weight, represents_case and the
-- columns case_… are made anew within each: a case counts once in a slice, with the mean of those
-- of its attempts that lie in it. The other columns are those of facts.scored, in its order.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- empty without: response_recorded with tools, tokens_in, cost_usd
-- for: metrics

with calling_runs as (
    select distinct run_id
    from responses
    where tool_call_count > 0
),

called_tools as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        tool_call_count,
        tool_error_count,
        list_distinct([
            if(tool.name = 'none', 'tool.none', tool.name)
            for tool in tools
            if tool.name is not null and tool.call_count > 0
        ]) as tool_names
    from responses
    semi join calling_runs using (run_id)
    where tool_call_count is not null
),

uses as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        'called_tool' as slice_name,
        unnest(if(tool_call_count = 0, ['none'], tool_names)) as slice_value
    from called_tools
    union all
    select
        run_id,
        system_id,
        case_id,
        attempt,
        'tool_errors' as slice_name,
        if(tool_error_count > 0, 'some', 'none') as slice_value
    from called_tools
    where tool_call_count > 0 and tool_error_count is not null
    union all
    select
        run_id,
        system_id,
        case_id,
        attempt,
        'tokens_used' as slice_name,
        case
            when tokens_in + tokens_out < 1000 then '0 to 1000'
            when tokens_in + tokens_out < 10000 then '1000 to 10000'
            when tokens_in + tokens_out < 100000 then '10000 to 100000'
            when tokens_in + tokens_out < 1000000 then '100000 to 1000000'
            else '1000000 or more'
        end as slice_value
    from responses
    where tokens_in + tokens_out is not null
    union all
    select
        run_id,
        system_id,
        case_id,
        attempt,
        'cost_usd' as slice_name,
        case
            when cost_usd < 0.001 then '0 to 0.001'
            when cost_usd < 0.01 then '0.001 to 0.01'
            when cost_usd < 0.1 then '0.01 to 0.1'
            when cost_usd < 1 then '0.1 to 1'
            when cost_usd < 10 then '1 to 10'
            else '10 or more'
        end as slice_value
    from responses
    where cost_usd is not null
),

used_attempts as (
    select
        uses.slice_name,
        uses.slice_value,
        scored.*,
        case
            when scored.is_right is null then null
            when scored.score is not null then scored.score
            when scored.is_right then 1e0
            else 0e0
        end as correctness,
        if(scored.outcome = 'measured' and scored.status = 'ok', scored.value, null)
            as measured_value,
        scored.is_right is null
        and coalesce(scored.status = 'error' or scored.outcome = 'error', false) as is_failed,
        -- As in facts.scored: the best that came of a case stands for it.
        case
            when scored.claim_weight is not null then 1
            when scored.status = 'ok' and scored.outcome in ('right', 'wrong', 'measured') then 2
            when scored.is_right is not null and scored.status <> 'missing' then 3
            when scored.is_right is not null then 4
            when is_failed then 5
            else 6
        end as attempt_rank,
        -- The only attempt at its case is all of it in any slice.
        coalesce(scored.case_attempt_count = 1, false) as is_single
    from scored
    inner join uses using (run_id, system_id, case_id, attempt)
),

repeated_attempts as (
    select
        used_attempts.*,
        count(weight) over attempts as scored_count,
        count(claim_weight) over claims as claim_count,
        row_number() over (attempts order by attempt_rank, attempt) as place,
        avg(correctness) over attempts as correctness_mean,
        avg(measured_value) over attempts as value_mean,
        count(*) over attempts as attempt_count,
        count(*) filter (where is_failed) over attempts as error_count,
        count(*) filter (where status = 'missing') over attempts as missing_count
    from used_attempts
    where not is_single
    window
        attempts as (
            partition by run_id, system_id, case_id, validator_id, slice_name, slice_value
        ),
        claims as (
            partition by
                run_id, system_id, case_id, validator_id, slice_name, slice_value,
                confidence_kind
        )
),

weighted_attempts as (
    select * exclude (correctness, measured_value, is_failed, attempt_rank, is_single)
    from used_attempts
    where is_single
    union all by name
    select
        * exclude (
            correctness, measured_value, is_failed, attempt_rank, is_single, scored_count,
            claim_count, place, correctness_mean, value_mean, attempt_count, error_count,
            missing_count
        ) replace (
            if(weight is not null, 1e0 / scored_count, null) as weight,
            if(claim_weight is not null, 1e0 / claim_count, null) as claim_weight,
            place = 1 as represents_case,
            if(place = 1, correctness_mean, null) as case_correctness,
            if(place = 1, value_mean, null) as case_value,
            if(place = 1, attempt_count, null)::integer as case_attempt_count,
            if(place = 1, error_count, null)::integer as case_error_count,
            if(place = 1, missing_count, null)::integer as case_missing_count
        )
    from repeated_attempts
)

select
    slice_name, slice_value,
    run_id, system_id, case_id, attempt, validator_id,
    suite,
    domain,
    label,
    cluster_id,
    session_id,
    is_canary,
    severity,
    expected,
    answer,
    confidence,
    confidence_kind,
    status,
    outcome,
    score,
    value,
    is_right,
    is_primary_validator,
    weight,
    claim_weight,
    represents_case,
    case_correctness,
    case_value,
    case_attempt_count,
    case_error_count,
    case_missing_count,
    latency_ms,
    git_sha,
    committed_at,
    occurred_at
from weighted_attempts
