-- How likely at least one of k attempts at a case is right, averaged over the cases.
--
-- Of a case's n attempts c are right; the chance is that of k attempts drawn from the n without
-- replacement, which does not depend on their order. An attempt counts as in accuracy: abstained,
-- missing and unparsable ones are not right, a graded one is right from one half on, and one that
-- failed or has no judgement is none. A case with fewer than k attempts is left out: error_count
-- where errors are what it lacks, unscored_count else.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- source: mean of 1 - C(n - c, k) / C(n, k); Chen et al. 2021 (arXiv 2107.03374)
-- parameters: k=1, k=2, k=5, k=10; macros.pass_at(run_id, k) for any other

create or replace view metrics.pass_at_k as

with variants as (
    from (
        values
        ('k=1', 1),
        ('k=2', 2),
        ('k=5', 5),
        ('k=10', 10)
    ) as named (variant, drawn_count)
),

cases as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        case_id,
        status,
        is_primary_validator
    from facts.sliced
),

attempts as (
    select
        cases.run_id,
        cases.system_id,
        cases.validator_id,
        cases.slice_name,
        cases.slice_value,
        cases.case_id,
        cases.is_primary_validator,
        cases.status = 'missing' as is_missing,
        macros.attempt_is_right(
            coalesce(responses.status, 'missing'), verdicts.outcome, verdicts.score
        ) as is_right,
        coalesce(responses.status, 'missing') in ('ok', 'error')
        and coalesce(responses.status = 'error' or verdicts.outcome = 'error', false) as is_failed
    from cases
    left join facts.responses
        on
            cases.run_id = responses.run_id
            and cases.system_id = responses.system_id
            and cases.case_id = responses.case_id
    left join facts.verdicts
        on
            cases.run_id = verdicts.run_id
            and cases.system_id = verdicts.system_id
            and cases.case_id = verdicts.case_id
            and responses.attempt = verdicts.attempt
            and cases.validator_id = verdicts.validator_id
),

attempted_cases as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        case_id,
        bool_or(is_primary_validator) as is_primary_validator,
        bool_or(is_missing) as is_missing,
        count(is_right) as attempt_count,
        count(*) filter (where is_right) as right_count,
        count(*) filter (where is_failed) as failed_count
    from attempts
    group by all
),

drawn_cases as (
    select
        attempted_cases.run_id,
        attempted_cases.system_id,
        attempted_cases.validator_id,
        attempted_cases.slice_name,
        attempted_cases.slice_value,
        variants.variant,
        attempted_cases.is_primary_validator,
        attempted_cases.is_missing,
        attempted_cases.attempt_count < variants.drawn_count
        and attempted_cases.attempt_count + attempted_cases.failed_count >= variants.drawn_count
            as is_failed,
        macros.passing_chance(
            attempted_cases.attempt_count, attempted_cases.right_count, variants.drawn_count
        ) as passing_chance
    from attempted_cases
    cross join variants
),

counted_cases as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        variant,
        bool_or(is_primary_validator) as is_primary_validator,
        count(passing_chance) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where passing_chance is null and not is_failed) as unscored_count,
        avg(passing_chance) as pass_at_k
    from drawn_cases
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    pass_at_k
from counted_cases;
