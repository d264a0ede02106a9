-- The 95 % interval of a share of one's own, here of the right answers of each generator.

select
    cases.generator,
    sum(scored.is_right::int) / count(*) as right_share,
    macros.wilson_low(sum(scored.is_right::int), count(*)) as ci_low,
    macros.wilson_high(sum(scored.is_right::int), count(*)) as ci_high
from facts.scored
inner join facts.cases using (run_id, case_id)
where scored.is_primary_validator and scored.is_right is not null
group by cases.generator
order by cases.generator;
