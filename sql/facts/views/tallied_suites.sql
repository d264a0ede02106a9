-- What evalstore counts for each count that a suite of tests reports, such as its failures.
--
-- Such a figure names in its params the `outcomes` it counts, and with `suites` the attempts that
-- which suites list: an attribute of their cases, unless the verdict names another. By `counted`
-- it is of `runs`, all attempts; of `names`, each case once in a suite; and without it of what
-- the suites list, where an attempt that a listed one only mentions, a rerun, does not count.
--
-- grain: run_id, event_id
-- for: facts.tallied_figures

create or replace view facts.tallied_suites as

with figures as (
    select
        run_id,
        event_id,
        validator_id,
        coalesce(json_extract_string(params, '$.counted'), 'listed') as counted,
        from_json(json_extract(params, '$.outcomes'), '["VARCHAR"]') as outcomes,
        from_json(json_extract(params, '$.suites'), '["VARCHAR"]') as suites
    from facts.reported_figures
    where json_type(params, '$.outcomes') = 'ARRAY'
),

counted_outcomes as (
    select distinct
        run_id,
        validator_id,
        outcomes
    from figures
),

case_suites as (
    select
        run_id,
        case_id,
        value as suite
    from facts.case_attributes
    where name = 'suite'
),

-- What only few verdicts say.
marks as (
    select
        run_id,
        event_id,
        json_extract_string(payload, '$.listed_in') as suite,
        coalesce(json_extract_string(payload, '$.is_rerun') = 'true', false) as is_rerun
    from log.events
    where
        run_id in (select figures.run_id from figures)
        and kind = 'verdict_recorded'
        and (json_exists(payload, '$.listed_in') or json_exists(payload, '$.is_rerun'))
),

attempts as (
    select
        verdicts.run_id,
        verdicts.validator_id,
        verdicts.system_id,
        verdicts.case_id,
        verdicts.outcome,
        coalesce(marks.suite, case_suites.suite) as suite,
        coalesce(marks.is_rerun, false) as is_rerun
    from facts.verdicts
    left join marks
        on verdicts.run_id = marks.run_id and verdicts.event_id = marks.event_id
    left join case_suites
        on verdicts.run_id = case_suites.run_id and verdicts.case_id = case_suites.case_id
    where verdicts.run_id in (select figures.run_id from figures)
),

suite_counts as (
    select
        attempts.run_id,
        attempts.validator_id,
        counted_outcomes.outcomes,
        attempts.suite,
        count(*) as run_count,
        count(*) filter (where not attempts.is_rerun) as listed_count,
        count(distinct [attempts.system_id, attempts.case_id]) as name_count
    from counted_outcomes
    inner join attempts
        on
            counted_outcomes.run_id = attempts.run_id
            and counted_outcomes.validator_id = attempts.validator_id
            and list_contains(counted_outcomes.outcomes, attempts.outcome)
    group by all
)

select
    figures.run_id,
    figures.event_id,
    coalesce(
        sum(
            case figures.counted
                when 'runs' then suite_counts.run_count
                when 'names' then suite_counts.name_count
                else suite_counts.listed_count
            end
        ),
        0
    )::bigint as value_count
from figures
left join suite_counts
    on
        figures.run_id = suite_counts.run_id
        and figures.validator_id = suite_counts.validator_id
        and figures.outcomes = suite_counts.outcomes
        and (figures.suites is null or list_contains(figures.suites, suite_counts.suite))
group by figures.run_id, figures.event_id;
