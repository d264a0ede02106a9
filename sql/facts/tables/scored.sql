-- Every attempt that a system should have made at a case, with what a validator made of it.
--
-- One row also where the response is missing. What a row is worth:
--
--     is_right          null where the attempt is left out of accuracy (an error, no judgement, or
--                       a validator that measures); false for a wrong, abstained, missing or
--                       unparsable one; a score of at least one half is right
--     score             the share that is right, where a verdict gave one and the row counts
--     value             what a scorer measured, on its own scale
--     confidence        only of responses with status ok: what was not answered claims nothing
--     confidence_kind   what that confidence is, as the response says; null without one
--     weight            1 / the attempts of this case that count, so that a case counts once
--                       however often it was attempted; null where the attempt is left out
--     claim_weight      1 / the claims of this case of the same confidence_kind; null without one
--     represents_case   true on one row per case, the best that came of it: a claim, something
--                       else that is right, wrong or measured, another reply that counts, a
--                       missing one, an error, no judgement. Whoever counts cases counts these
--     case_correctness  on that row, the mean correctness of the attempts that count
--     case_value        on that row, the mean of what was measured
--     case_attempt_count, case_error_count, case_missing_count
--                       on that row, how many attempts were expected, failed and never came
--
-- grain: run_id, system_id, case_id, attempt, validator_id

with valued_attempts as (
    select
        judged_attempts.*,
        case
            when is_right is null then null
            when score is not null then score
            when is_right then 1e0
            else 0e0
        end as correctness,
        if(outcome = 'measured' and status = 'ok', value, null) as measured_value,
        is_right is null and coalesce(status = 'error' or outcome = 'error', false) as is_failed,
        is_right is not null
        and confidence is not null
        and coalesce(outcome <> 'abstained', true) as is_claim,
        status = 'missing' as is_missing
    from judged_attempts
),

ranked_attempts as (
    select
        valued_attempts.*,
        correctness is not null or measured_value is not null as is_scored,
        case
            when is_claim then 1
            when status = 'ok' and outcome in ('right', 'wrong', 'measured') then 2
            when is_right is not null and not is_missing then 3
            when is_right is not null then 4
            when is_failed then 5
            else 6
        end as attempt_rank
    from valued_attempts
),

-- A case with a single attempt, as most are, needs no look at its other rows.
single_attempts as (
    select
        ranked_attempts.*,
        1 as scored_count,
        1 as claim_count,
        1 as place,
        correctness as case_correctness,
        measured_value as case_value,
        1 as case_attempt_count,
        is_failed::integer as case_error_count,
        is_missing::integer as case_missing_count
    from ranked_attempts
    where not is_repeated
),

repeated_attempts as (
    select
        ranked_attempts.*,
        count(*) filter (where is_scored) over attempts as scored_count,
        count(*) filter (where is_claim) over claims as claim_count,
        row_number() over (attempts order by attempt_rank, attempt) as place,
        avg(correctness) over attempts as case_correctness,
        avg(measured_value) over attempts as case_value,
        count(*) over attempts as case_attempt_count,
        count(*) filter (where is_failed) over attempts as case_error_count,
        count(*) filter (where is_missing) over attempts as case_missing_count
    from ranked_attempts
    where is_repeated
    window
        attempts as (partition by run_id, system_id, case_id, validator_id),
        claims as (partition by run_id, system_id, case_id, validator_id, confidence_kind)
),

weighted_attempts as (
    select * from single_attempts
    union all
    select * from repeated_attempts
)

select
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
    if(is_scored, 1e0 / scored_count, null) as weight,
    if(is_claim, 1e0 / claim_count, null) as claim_weight,
    place = 1 as represents_case,
    if(place = 1, case_correctness, null) as case_correctness,
    if(place = 1, case_value, null) as case_value,
    if(place = 1, case_attempt_count, null)::integer as case_attempt_count,
    if(place = 1, case_error_count, null)::integer as case_error_count,
    if(place = 1, case_missing_count, null)::integer as case_missing_count,
    latency_ms,
    git_sha,
    committed_at,
    occurred_at
from weighted_attempts
