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
-- reducer that is none of these gives no value. `reading` is `ours`, or `theirs` where the tool
-- counts any attempt in another way.
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
        bool_or(discrepancy is not null) over (
            partition by run_id, system_id, validator_id
        ) as is_differing
    from facts.attempt_values
),

ways as (
    select unnest(['ours', 'theirs']) as reading
),

readings as (
    select
        told_apart.run_id,
        told_apart.system_id,
        told_apart.validator_id,
        told_apart.case_id,
        told_apart.attempt,
        told_apart.is_judged,
        told_apart.outcome,
        case when ways.reading = 'ours' then told_apart.number else told_apart.tool_number end
            as number,
        ways.reading
    from told_apart
    cross join ways
    where ways.reading = 'ours' or told_apart.is_differing
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

cases as (
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
        max(number) as max_value
    from readings
    group by all
),

reducers as (
    select distinct
        run_id,
        system_id,
        validator_id,
        coalesce(reducer, 'mean') as reducer,
        try_cast(regexp_extract(reducer, '^(at_least|pass_at|pass_k)_(\d+)$', 2) as integer)
            as drawn_count
    from facts.reported_figures
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
        case
            when cases.attempt_count = 0 then null
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
),

unreduced_scorers as (
    select distinct
        run_id,
        system_id,
        validator_id
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
        readings.number as case_value
    from readings
    semi join unreduced_scorers using (run_id, system_id, validator_id)
)

select * from reduced_cases
where case_value is not null
union all
select * from single_attempts
where case_value is not null;
