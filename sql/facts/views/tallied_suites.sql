-- What evalstore counts for each count that a suite of tests reports, such as its failures.
--
-- Such a figure names in its params the `outcomes` it counts, and with `suites` the cases of which
-- suites, an attribute of theirs. Of each case the newest attempt counts, as tools that run tests
-- again report it.
--
-- grain: run_id, event_id
-- for: facts.tallied_figures

create or replace view facts.tallied_suites as

with figures as (
    select
        run_id,
        event_id,
        validator_id,
        from_json(json_extract(params, '$.outcomes'), '["VARCHAR"]') as outcomes,
        from_json(json_extract(params, '$.suites'), '["VARCHAR"]') as suites
    from facts.reported_figures
    where json_type(params, '$.outcomes') = 'ARRAY'
),

last_attempts as (
    select
        run_id,
        system_id,
        case_id,
        validator_id,
        max(attempt) as attempt
    from facts.verdicts
    semi join figures using (run_id)
    group by run_id, system_id, case_id, validator_id
),

case_suites as (
    select
        run_id,
        case_id,
        value as suite
    from facts.case_attributes
    where name = 'suite'
)

select
    figures.run_id,
    figures.event_id,
    count(*) filter (where list_contains(figures.outcomes, verdicts.outcome)) as value_count
from figures
inner join last_attempts using (run_id, validator_id)
inner join facts.verdicts using (run_id, system_id, case_id, validator_id, attempt)
left join case_suites
    on last_attempts.run_id = case_suites.run_id and last_attempts.case_id = case_suites.case_id
where figures.suites is null or list_contains(figures.suites, case_suites.suite)
group by figures.run_id, figures.event_id;
