-- How many attempts a tool counts in another way than we do, in words, for each scorer.
--
-- grain: run_id, system_id, validator_id
-- for: facts.reported_scores

create or replace view facts.figure_discrepancies as

with counted as (
    select
        run_id,
        system_id,
        validator_id,
        discrepancy,
        count(*) as attempt_count
    from facts.attempt_values
    where discrepancy is not null
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    string_agg(
        case discrepancy
            when 'changed' then 'verdicts changed since: '
            when 'invalidated' then 'invalidated attempts that the tool counts: '
            when 'unread' then 'values that are no number, 0 to the tool: '
            when 'without an answer'
                then 'attempts that failed or have no answer, scored by the tool: '
            when 'without a verdict'
                then 'attempts without an answer or a verdict, wrong only here: '
            else 'verdicts that count for the tool alone: '
        end
        || attempt_count,
        '; '
        order by discrepancy
    ) as explanation
from counted
group by all;
