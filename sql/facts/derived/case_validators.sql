-- Who judges a case: the validators that it declares, else those that judge its domain.
--
-- Where nothing of a domain was judged, every validator of the run should have; where nothing of
-- the run was, those that its start names. is_primary_validator: `factual` where the run has it,
-- else its only one, else none.
--
-- grain: run_id, case_id, validator_id

with case_domains as (
    select
        run_id,
        case_id,
        domain
    from run_cases
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
        case_domains.domain,
        verdicts.validator_id
    from verdicts
    inner join case_domains using (run_id, case_id)
),

undeclared_cases as (
    select
        case_domains.run_id,
        case_domains.case_id,
        case_domains.domain
    from case_domains
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
)

select distinct
    case_validators.run_id,
    case_validators.case_id,
    case_validators.validator_id,
    coalesce(
        case_validators.validator_id = primary_validators.validator_id, false
    ) as is_primary_validator
from case_validators
left join primary_validators using (run_id)
