-- The cases that findings are about: those that fail, and those that changed since a baseline.
--
-- A case fails where an attempt at it does not count as right or is left out; it became wrong or
-- right by the mean of its attempts, as in facts.regressions. paired_count counts the cases that
-- were judged on both sides and asked the same. Without a baseline nothing is paired. A case is
-- left out where an attempt at it is: an error, or no judgement.
--
-- Parameters: run_id, baseline_run_id, asked (system_id, validator_id, slice_name, slice_value of
-- each finding), case_limit.
--
-- grain: system_id, validator_id, slice_name, slice_value

with asked_rows as (
    select
        unnest(
            $asked::struct(
                system_id varchar,
                validator_id varchar,
                slice_name varchar,
                slice_value varchar
            )[],
            recursive := true
        )
),

asked_parts as (
    select distinct
        slice_name,
        slice_value
    from asked_rows
),

asked_judges as (
    select distinct
        system_id,
        validator_id
    from asked_rows
),

case_results as (
    select
        system_id,
        validator_id,
        case_id,
        bool_or(coalesce(not is_right, weight is null)) as is_failing,
        bool_or(weight is null) as is_left_out,
        bool_or(is_right is false) as is_mistake,
        max(confidence) as confidence
    from facts.scored
    inner join asked_judges using (system_id, validator_id)
    where run_id = $run_id
    group by all
),

newer as (
    select
        system_id,
        validator_id,
        case_id,
        is_right,
        prompt_sha256
    from facts.case_outcomes
    where run_id = $run_id
),

older as (
    select
        system_id,
        validator_id,
        case_id,
        is_right,
        prompt_sha256
    from facts.case_outcomes
    where run_id = $baseline_run_id
),

pairs as (
    select
        newer.system_id,
        newer.validator_id,
        newer.case_id,
        coalesce(macros.change(older.is_right, newer.is_right), 'unchanged') as change
    from newer
    inner join older using (system_id, validator_id, case_id)
    where
        newer.is_right is not null
        and older.is_right is not null
        and coalesce(newer.prompt_sha256 = older.prompt_sha256, true)
),

compared_cases as (
    select
        case_results.system_id,
        case_results.validator_id,
        case_results.case_id,
        case_results.is_failing,
        case_results.is_left_out,
        case_results.is_mistake,
        case_results.confidence,
        pairs.change
    from case_results
    left join pairs using (system_id, validator_id, case_id)
),

asked_slices as (
    select
        case_slices.case_id,
        case_slices.slice_name,
        case_slices.slice_value
    from facts.case_slices
    inner join asked_parts using (slice_name, slice_value)
    where
        case_slices.run_id = $run_id
        and case_slices.slice_name <> 'all'
),

-- In a slice of what attempts used, a case is what those of its attempts came to that lie in it.
used_cases as (
    select
        sliced_attempts.system_id,
        sliced_attempts.validator_id,
        sliced_attempts.case_id,
        sliced_attempts.slice_name,
        sliced_attempts.slice_value,
        bool_or(coalesce(not sliced_attempts.is_right, sliced_attempts.weight is null))
            as is_failing,
        bool_or(sliced_attempts.weight is null) as is_left_out,
        bool_or(sliced_attempts.is_right is false) as is_mistake,
        max(sliced_attempts.confidence) as confidence
    from facts.sliced_attempts
    inner join asked_parts using (slice_name, slice_value)
    where sliced_attempts.run_id = $run_id
    group by all
),

-- All cases, also those that the run does not declare, and so are in no slice.
asked_cases as (
    select
        compared_cases.*,
        asked_rows.slice_name,
        asked_rows.slice_value
    from asked_rows
    inner join compared_cases using (system_id, validator_id)
    where asked_rows.slice_name = 'all'
    union all by name
    select
        compared_cases.*,
        asked_rows.slice_name,
        asked_rows.slice_value
    from asked_rows
    inner join compared_cases using (system_id, validator_id)
    inner join asked_slices using (case_id, slice_name, slice_value)
    union all by name
    select
        used_cases.*,
        pairs.change
    from used_cases
    semi join asked_rows using (system_id, validator_id, slice_name, slice_value)
    left join pairs using (system_id, validator_id, case_id)
),

ranked_cases as (
    select
        asked_cases.*,
        row_number() over (
            partition by system_id, validator_id, slice_name, slice_value
            order by
                change = 'became wrong' desc nulls last,
                is_failing desc,
                is_mistake desc,
                confidence desc nulls last,
                case_id
        ) as case_rank
    from asked_cases
)

select
    system_id,
    validator_id,
    slice_name,
    slice_value,
    count(*) filter (where is_failing) as failing_count,
    count(change) as paired_count,
    count(*) filter (where change = 'became wrong') as became_wrong_count,
    count(*) filter (where change = 'became right') as became_right_count,
    list(case_id order by case_rank) filter (
        where is_failing and case_rank <= $case_limit
    ) as cases,
    count(*) filter (where is_left_out) as left_out_count,
    list_slice(
        list(case_id order by case_id) filter (where is_left_out), 1, $case_limit
    ) as left_out_cases,
    list_slice(
        list(case_id order by case_id) filter (where change = 'became right'), 1, $case_limit
    ) as right_cases
from ranked_cases
group by all
order by system_id, validator_id, slice_name, slice_value
