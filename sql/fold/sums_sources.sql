-- What the facts of the touched runs give of that without which a table of sums is empty.
--
--     answers        an attempt that was expected
--     labels         one at a case that is entailed, contradicted or unknown
--     measurements   one on which a validator measured something
--     verdicts       a verdict, also where nothing was expected of the system
--
-- grain: source

with attempts as (
    select
        run_id,
        label,
        outcome
    from facts.scored
    union all
    select
        run_id,
        label,
        null as outcome
    from facts.unjudged
),

counts as (
    select
        count(*) as attempt_count,
        count(*) filter (where label in ('E', 'C', 'U')) as labelled_count,
        count(*) filter (where outcome = 'measured') as measured_count
    from attempts
    where
        run_id between getvariable('first_run_id') and getvariable('last_run_id')
        and run_id in (select touched_runs.run_id from touched_runs)
)

select 'answers' as source
from counts
where attempt_count > 0
union all
select 'labels' as source
from counts
where labelled_count > 0
union all
select 'measurements' as source
from counts
where measured_count > 0
union all
select 'verdicts' as source
where
    exists (
        select 1
        from facts.verdicts
        where
            run_id between getvariable('first_run_id') and getvariable('last_run_id')
            and run_id in (select touched_runs.run_id from touched_runs)
    );
