-- The attempts of a case made one value, by each reducer that a figure is reported under.
--
-- Where a figure names no reducer, its cases are reduced by their mean, and each attempt is here
-- by itself too, since tools leave the name out in both cases.
--
--     mean, median, max  of the values
--     mode               the most common value; of several, the one that came first
--     majority           the value of more than half of the attempts that were judged, else none
--     at_least_k         1 where at least k values are 1, else 0
--     pass_at_k          how likely one of k attempts, drawn without replacement, is right
--     pass_k_k           how likely all of k attempts are right
--
-- Values that a letter for no answer gave are told from wrong ones where they are counted. A
-- reducer that is none of these gives no value. `is_graded` tells a case with a value that is
-- neither 0 nor 1. `reading` is one of
--
--     ours        by our rules
--     theirs      as the tool counts, where it counts any attempt in another way
--     zeros       as theirs, and 0 where the scorer gave nothing, as some tools count it
--     filled      as theirs, and 1 under pass_at_k where fewer than k attempts have a value
--                 (`is_filled`), as Inspect had it until 2026
--
-- grain: run_id, system_id, validator_id, reducer, reading, case_id, attempt
-- for: facts.reported_scores

create or replace view facts.case_values as

with told_apart as (
    select
        run_id,
        system_id,
        validator_id,
        case_id,
        attempt,
        is_judged,
        outcome,
        number,
        tool_number,
        coalesce(discrepancy = 'not given', false) as is_not_given,
        bool_or(discrepancy not in ('not given', 'infinite')) over scorer as is_differing,
        bool_or(discrepancy = 'not given') over scorer as has_not_given
    from facts.attempt_values
    window scorer as (partition by run_id, system_id, validator_id)
),

readings as (
    select
        run_id,
        system_id,
        validator_id,
        case_id,
        attempt,
        is_judged,
        outcome,
        number,
        'ours' as reading
    from told_apart
    union all
    select
        run_id,
        system_id,
        validator_id,
        case_id,
        attempt,
        is_judged,
        outcome,
        tool_number as number,
        'theirs' as reading
    from told_apart
    where is_differing
    union all
    select
        run_id,
        system_id,
        validator_id,
        case_id,
        attempt,
        is_judged,
        outcome,
        case when is_not_given then 0 else tool_number end as number,
        'zeros' as reading
    from told_apart
    where has_not_given
),

common_values as (
    select
        run_id,
        system_id,
        validator_id,
        reading,
        case_id,
        outcome,
        number,
        count(*) as attempt_count,
        min(attempt) as first_attempt
    from readings
    where number is not null
    group by all
),

modes as (
    select
        run_id,
        system_id,
        validator_id,
        reading,
        case_id,
        arg_max(number, row(attempt_count, -first_attempt)) as mode_value,
        max(attempt_count) as mode_count
    from common_values
    group by all
),

counted_cases as (
    select
        run_id,
        system_id,
        validator_id,
        reading,
        case_id,
        count(number) as attempt_count,
        count(*) filter (where is_judged) as judged_count,
        count(*) filter (where number >= 1) as right_count,
        avg(number) as mean_value,
        median(number) as median_value,
        max(number) as max_value,
        coalesce(bool_or(number not in (0, 1)), false) as is_graded
    from readings
    group by all
),

reducers as (
    select distinct
        run_id,
        system_id,
        valued_id as validator_id,
        coalesce(reducer, 'mean') as reducer,
        try_cast(regexp_extract(reducer, '^(at_least|pass_at|pass_k)_(\d+)$', 2) as integer)
            as drawn_count
    from facts.reported_figures
),

-- With too few attempts under any of them.
filled_scorers as (
    select
        counted_cases.run_id,
        counted_cases.system_id,
        counted_cases.validator_id,
        max_by(counted_cases.reading, counted_cases.reading = 'theirs') as base_reading
    from counted_cases
    inner join reducers using (run_id, system_id, validator_id)
    where starts_with(reducers.reducer, 'pass_at_') and counted_cases.reading != 'zeros'
    group by all
    having bool_or(counted_cases.attempt_count between 1 and reducers.drawn_count - 1)
),

cases as (
    select
        *,
        false as is_filled
    from counted_cases
    union all
    select
        counted_cases.* replace ('filled' as reading),
        true as is_filled
    from counted_cases
    inner join filled_scorers using (run_id, system_id, validator_id)
    where counted_cases.reading = filled_scorers.base_reading
),

reduced_cases as (
    select
        cases.run_id,
        cases.system_id,
        cases.validator_id,
        reducers.reducer,
        cases.reading,
        cases.case_id,
        null::integer as attempt,
        cases.is_graded,
        cases.is_filled and cases.attempt_count < reducers.drawn_count as is_filled,
        case
            when cases.attempt_count = 0 then null
            when cases.is_filled and cases.attempt_count < reducers.drawn_count then 1
            when reducers.reducer = 'mean' then cases.mean_value
            when reducers.reducer = 'median' then cases.median_value
            when reducers.reducer = 'max' then cases.max_value
            when reducers.reducer = 'mode' then modes.mode_value
            when reducers.reducer = 'majority'
                then case when 2 * modes.mode_count > cases.judged_count then modes.mode_value end
            when starts_with(reducers.reducer, 'at_least_')
                then (cases.right_count >= reducers.drawn_count)::int
            when starts_with(reducers.reducer, 'pass_at_')
                then macros.passing_chance(
                    cases.attempt_count, cases.right_count, reducers.drawn_count
                )
            when starts_with(reducers.reducer, 'pass_k_')
                then 1 - macros.passing_chance(
                    cases.attempt_count,
                    cases.attempt_count - cases.right_count,
                    reducers.drawn_count
                )
        end::double as case_value
    from cases
    inner join reducers using (run_id, system_id, validator_id)
    left join modes using (run_id, system_id, validator_id, reading, case_id)
    where not cases.is_filled or starts_with(reducers.reducer, 'pass_at_')
),

unreduced_scorers as (
    select distinct
        run_id,
        system_id,
        valued_id as validator_id
    from facts.reported_figures
    where reducer is null
),

single_attempts as (
    select
        readings.run_id,
        readings.system_id,
        readings.validator_id,
        'none' as reducer,
        readings.reading,
        readings.case_id,
        readings.attempt,
        coalesce(readings.number not in (0, 1), false) as is_graded,
        false as is_filled,
        readings.number as case_value
    from readings
    semi join unreduced_scorers using (run_id, system_id, validator_id)
)

select * from reduced_cases
where case_value is not null
union all
select * from single_attempts
where case_value is not null;
