-- Who judges a case: the validators that it declares, and those that judge its domain undeclared.
--
-- A validator that judged a case which does not name it judges every case of that domain: so does
-- one that was asked once the responses were there. Where nothing of a domain was judged, every
-- validator of the run should have; where nothing of the run was, those that its start names.
--
-- is_primary_validator: `factual` where the run has it, else its only one, else the only one that
-- its start or its cases name, else none. A `factual` that no case and no start names, and that
-- could judge nothing in the run, leaves the primary validator as it was.
--
-- People, the validators named `human:NAME`, label a sample: beside another validator a person
-- judges the cases that were labelled, and is never primary. Where people alone judge a run, they
-- are validators as the others are.
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

planned_validators as (
    select distinct
        run_id,
        unnest(from_json(payload, '{"validators": ["VARCHAR"]}').validators) as validator_id
    from current_events
    where kind = 'run_started'
),

named_validators as (
    select
        run_id,
        validator_id
    from declared_validators
    union
    select
        run_id,
        validator_id
    from planned_validators
),

runs_with_other_validators as (
    select run_id
    from verdicts
    where validator_id not like 'human:%'
    union
    select run_id
    from named_validators
    where validator_id not like 'human:%'
),

labels as (
    select
        run_id,
        case_id,
        validator_id
    from verdicts
    semi join runs_with_other_validators using (run_id)
    where validator_id like 'human:%'
),

rule_verdicts as (
    select
        run_id,
        case_id,
        validator_id,
        outcome
    from verdicts
    anti join labels using (run_id, validator_id)
),

domain_validators as (
    select distinct
        rule_verdicts.run_id,
        case_domains.domain,
        rule_verdicts.validator_id
    from rule_verdicts
    inner join case_domains using (run_id, case_id)
),

declaring_cases as (
    select
        case_domains.run_id,
        case_domains.case_id,
        case_domains.domain
    from case_domains
    semi join declared_validators using (run_id, case_id)
),

-- Those that judged a case beside the ones that it names; in silence, too, as above.
added_validators as (
    select distinct
        rule_verdicts.run_id,
        declaring_cases.domain,
        rule_verdicts.validator_id
    from rule_verdicts
    inner join declaring_cases using (run_id, case_id)
    anti join declared_validators using (run_id, case_id, validator_id)
),

silent_domains as (
    select distinct
        declaring_cases.run_id,
        declaring_cases.domain
    from declaring_cases
    anti join domain_validators
        on
            declaring_cases.run_id = domain_validators.run_id
            and declaring_cases.domain is not distinct from domain_validators.domain
),

added_judges as (
    select
        run_id,
        domain,
        validator_id
    from added_validators
    union
    select
        silent_domains.run_id,
        silent_domains.domain,
        added_validators.validator_id
    from silent_domains
    inner join added_validators using (run_id)
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
    from rule_verdicts
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
        declaring_cases.run_id,
        declaring_cases.case_id,
        added_judges.validator_id
    from declaring_cases
    inner join added_judges
        on
            declaring_cases.run_id = added_judges.run_id
            and declaring_cases.domain is not distinct from added_judges.domain
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
    union all
    select
        run_id,
        case_id,
        validator_id
    from labels
),

-- A validator that can judge none of the responses decides nothing.
deciding_validators as (
    select
        run_id,
        validator_id
    from rule_verdicts
    where outcome in ('right', 'wrong', 'abstained', 'measured')
    union
    select
        run_id,
        validator_id
    from named_validators
),

judges as (
    select distinct
        run_id,
        validator_id
    from case_validators
),

primary_candidates as (
    select
        judges.run_id,
        judges.validator_id,
        named_validators.validator_id is not null as is_named,
        deciding_validators.validator_id is not null as is_deciding
    from judges
    left join named_validators using (run_id, validator_id)
    left join deciding_validators using (run_id, validator_id)
    left join runs_with_other_validators using (run_id)
    where
        judges.validator_id not like 'human:%'
        or runs_with_other_validators.run_id is null
),

primary_validators as (
    select
        run_id,
        case
            when bool_or(validator_id = 'factual' and is_deciding) then 'factual'
            when count(*) = 1 then min(validator_id)
            when count(*) filter (where is_named) = 1
                then min(validator_id) filter (where is_named)
            when count(*) filter (where is_deciding) = 1
                then min(validator_id) filter (where is_deciding)
        end as validator_id
    from primary_candidates
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
