-- Every attempt that was expected, with what each validator of its case made of it.
--
-- is_right is null where the attempt is left out of accuracy: an error, no judgement, or a
-- validator that measures, which says of nothing that it is right. See facts.scored for the rest.
--
-- grain: run_id, system_id, case_id, attempt, validator_id

with measuring_validators as (
    select distinct
        run_id,
        validator_id
    from verdicts
    where outcome = 'measured'
),

judged_attempts as (
    select
        expected_attempts.*,
        case_validators.validator_id,
        case_validators.is_primary_validator,
        verdicts.outcome,
        verdicts.score,
        verdicts.value,
        measuring_validators.validator_id is not null as is_measured
    from expected_attempts
    inner join case_validators using (run_id, case_id)
    left join verdicts
        on
            expected_attempts.run_id = verdicts.run_id
            and expected_attempts.system_id = verdicts.system_id
            and expected_attempts.case_id = verdicts.case_id
            and expected_attempts.attempt = verdicts.attempt
            and expected_attempts.has_response
            and case_validators.validator_id = verdicts.validator_id
    left join measuring_validators
        on
            expected_attempts.run_id = measuring_validators.run_id
            and case_validators.validator_id = measuring_validators.validator_id
)

select
    judged_attempts.run_id,
    judged_attempts.system_id,
    judged_attempts.case_id,
    judged_attempts.attempt,
    judged_attempts.validator_id,
    runs.suite,
    run_cases.domain,
    run_cases.label,
    run_cases.cluster_id,
    run_cases.session_id,
    run_cases.is_canary,
    run_cases.severity,
    run_cases.expected,
    judged_attempts.answer,
    if(judged_attempts.status = 'ok', judged_attempts.confidence, null) as confidence,
    if(
        judged_attempts.status = 'ok' and judged_attempts.confidence is not null,
        judged_attempts.confidence_kind,
        null
    ) as confidence_kind,
    judged_attempts.status,
    judged_attempts.outcome,
    if(
        judged_attempts.status = 'ok' and judged_attempts.outcome in ('right', 'wrong'),
        judged_attempts.score,
        null
    ) as score,
    if(judged_attempts.status = 'ok', judged_attempts.value, null) as value,
    case
        when judged_attempts.is_measured or judged_attempts.status = 'error' then null
        when judged_attempts.status in ('missing', 'unparsable') then false
        when judged_attempts.outcome in ('right', 'wrong')
            then coalesce(judged_attempts.score >= 0.5, judged_attempts.outcome = 'right')
        when judged_attempts.outcome = 'abstained' then false
    end as is_right,
    judged_attempts.is_primary_validator,
    judged_attempts.latency_ms,
    runs.git_sha,
    runs.committed_at,
    judged_attempts.occurred_at,
    judged_attempts.is_repeated
from judged_attempts
inner join run_cases using (run_id, case_id)
inner join runs using (run_id)
