-- How many attempts a tool counts in another way than we do, in words, for each scorer.
--
-- `explanation` is of the reading `theirs` of facts.case_values and `zero_explanation` of `zeros`;
-- an infinite value is no difference, since it counts for nobody.
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
),

worded as (
    select
        *,
        case discrepancy
            when 'changed' then 'verdicts changed since: '
            when 'invalidated' then 'invalidated attempts that the tool counts: '
            when 'unread' then 'values that are no number, 0 to the tool: '
            when 'ungraded' then 'grades that could not be read, 0 to the tool: '
            when 'not given' then 'values that were not given, 0 to the tool: '
            when 'without an answer'
                then 'attempts that failed or have no answer, scored by the tool: '
            when 'without a verdict'
                then 'attempts without an answer or a verdict, wrong only here: '
            else 'verdicts that count for the tool alone: '
        end
        || attempt_count as words
    from counted
)

select
    run_id,
    system_id,
    validator_id,
    string_agg(words, '; ' order by discrepancy) filter (
        where discrepancy not in ('infinite', 'not given')
    ) as explanation,
    string_agg(words, '; ' order by discrepancy) filter (where discrepancy != 'infinite')
        as zero_explanation,
    coalesce(max(attempt_count) filter (where discrepancy = 'infinite'), 0) as infinite_count
from worded
group by all;
