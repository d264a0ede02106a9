-- Every case that a system should have answered, with what a validator made of it.
--
-- One row also where the response is missing. The final attempt counts. What a row is worth:
--
--     is_right         null where the row is left out of accuracy (an error, or no judgement);
--                      false for a wrong, abstained, missing or unparsable one; a score of at
--                      least one half is right
--     score            the share that is right, where a verdict gave one and the row counts
--     confidence       only of responses with status ok: what was not answered claims nothing
--     confidence_kind  what that confidence is, as the response says; null without one
--
-- grain: run_id, system_id, case_id, validator_id

with starts as (
    select
        run_id,
        from_json(payload, '{"systems": ["VARCHAR"]}').systems as systems
    from current_events
    where kind = 'run_started'
),

declared_systems as (
    select distinct
        run_id,
        unnest(systems) as system_id
    from starts
),

run_systems as (
    select
        run_id,
        system_id
    from declared_systems
    union all
    select distinct
        run_id,
        system_id
    from responses
    where run_id not in (select declared_systems.run_id from declared_systems)
),

-- A case that only a response or a verdict mentions is a case all the same.
mentioned_cases as (
    select
        run_id,
        case_id
    from responses
    union
    select
        run_id,
        case_id
    from verdicts
),

asked_cases as (
    select
        run_id,
        case_id,
        domain,
        label,
        cluster_id,
        session_id,
        is_canary,
        severity,
        expected
    from cases
    union all
    select
        mentioned_cases.run_id,
        mentioned_cases.case_id,
        null as domain,
        null as label,
        null as cluster_id,
        null as session_id,
        false as is_canary,
        null as severity,
        null as expected
    from mentioned_cases
    anti join cases using (run_id, case_id)
),

case_declarations as (
    select
        run_id,
        json_extract_string(payload, '$.case_id') as case_id,
        from_json(payload, '{"validators": ["VARCHAR"]}').validators as validators
    from current_events
    where kind = 'case_generated'
),

declared_validators as (
    select distinct
        run_id,
        case_id,
        unnest(validators) as validator_id
    from case_declarations
),

domain_validators as (
    select distinct
        verdicts.run_id,
        asked_cases.domain,
        verdicts.validator_id
    from verdicts
    inner join asked_cases using (run_id, case_id)
),

undeclared_cases as (
    select
        asked_cases.run_id,
        asked_cases.case_id,
        asked_cases.domain
    from asked_cases
    anti join declared_validators using (run_id, case_id)
),

-- Where nothing of a domain was judged, every validator of the run should have.
judging_validators as (
    select distinct
        run_id,
        validator_id
    from verdicts
),

planned_validators as (
    select distinct
        run_id,
        unnest(from_json(payload, '{"validators": ["VARCHAR"]}').validators) as validator_id
    from current_events
    where kind = 'run_started'
),

run_validators as (
    select
        run_id,
        validator_id
    from judging_validators
    union all
    select
        planned_validators.run_id,
        planned_validators.validator_id
    from planned_validators
    where planned_validators.run_id not in (select run_id from judging_validators)
),

silent_cases as (
    select
        undeclared_cases.run_id,
        undeclared_cases.case_id
    from undeclared_cases
    anti join domain_validators
        on
            undeclared_cases.run_id = domain_validators.run_id
            and undeclared_cases.domain is not distinct from domain_validators.domain
),

case_validators as (
    select
        run_id,
        case_id,
        validator_id
    from declared_validators
    union all
    select
        silent_cases.run_id,
        silent_cases.case_id,
        run_validators.validator_id
    from silent_cases
    inner join run_validators using (run_id)
    union all
    select
        undeclared_cases.run_id,
        undeclared_cases.case_id,
        domain_validators.validator_id
    from undeclared_cases
    inner join domain_validators
        on
            undeclared_cases.run_id = domain_validators.run_id
            and undeclared_cases.domain is not distinct from domain_validators.domain
),

primary_validators as (
    select
        run_id,
        case
            when bool_or(validator_id = 'factual') then 'factual'
            when count(distinct validator_id) = 1 then min(validator_id)
        end as validator_id
    from case_validators
    group by all
),

final_responses as (
    select
        responses.run_id,
        responses.system_id,
        responses.case_id,
        responses.attempt,
        responses.status,
        responses.answer,
        responses.confidence,
        if(responses.confidence is not null, responses.confidence_kind, null) as confidence_kind,
        responses.latency_ms,
        responses.occurred_at
    from responses
    where responses.is_final_attempt
),

expected_answers as (
    select
        asked_cases.run_id,
        run_systems.system_id,
        asked_cases.case_id,
        case_validators.validator_id,
        asked_cases.domain,
        asked_cases.label,
        asked_cases.cluster_id,
        asked_cases.session_id,
        asked_cases.is_canary,
        asked_cases.severity,
        asked_cases.expected,
        final_responses.attempt,
        coalesce(final_responses.status, 'missing') as status,
        final_responses.answer,
        final_responses.confidence,
        final_responses.confidence_kind,
        final_responses.latency_ms,
        final_responses.occurred_at
    from asked_cases
    inner join run_systems using (run_id)
    inner join case_validators using (run_id, case_id)
    left join final_responses
        on
            asked_cases.run_id = final_responses.run_id
            and run_systems.system_id = final_responses.system_id
            and asked_cases.case_id = final_responses.case_id
),

judged_answers as (
    select
        expected_answers.*,
        verdicts.score as given_score,
        verdicts.outcome
    from expected_answers
    left join verdicts
        on
            expected_answers.run_id = verdicts.run_id
            and expected_answers.system_id = verdicts.system_id
            and expected_answers.case_id = verdicts.case_id
            and expected_answers.attempt = verdicts.attempt
            and expected_answers.validator_id = verdicts.validator_id
),

counted_answers as (
    select
        judged_answers.*,
        case
            when status = 'error' then null
            when status in ('missing', 'unparsable') then false
            when outcome in ('right', 'wrong') then coalesce(given_score >= 0.5, outcome = 'right')
            when outcome = 'abstained' then false
        end as is_right
    from judged_answers
)

select
    counted_answers.run_id,
    counted_answers.system_id,
    counted_answers.case_id,
    counted_answers.validator_id,
    runs.suite,
    counted_answers.domain,
    counted_answers.label,
    counted_answers.cluster_id,
    counted_answers.session_id,
    counted_answers.is_canary,
    counted_answers.severity,
    counted_answers.expected,
    counted_answers.answer,
    if(counted_answers.status = 'ok', counted_answers.confidence, null) as confidence,
    if(counted_answers.status = 'ok', counted_answers.confidence_kind, null) as confidence_kind,
    counted_answers.status,
    counted_answers.outcome,
    if(
        counted_answers.status = 'ok' and counted_answers.outcome in ('right', 'wrong'),
        counted_answers.given_score,
        null
    ) as score,
    counted_answers.is_right,
    coalesce(primary_validators.validator_id is not null, false) as is_primary_validator,
    counted_answers.latency_ms,
    runs.git_sha,
    runs.committed_at,
    counted_answers.occurred_at
from counted_answers
inner join runs using (run_id)
left join primary_validators
    on
        counted_answers.run_id = primary_validators.run_id
        and counted_answers.validator_id = primary_validators.validator_id
