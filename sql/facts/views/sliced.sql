-- Each row of facts.scored once for each slice of its case and of what the attempt used.
--
-- Slices of cases: all=all, domain, label, canary (true, false), severity, and every attribute of
-- the case by its own name. Slices of attempts: called_tool, tool_errors, tokens_used, cost_usd
-- (facts.sliced_attempts says which values they have, and what weights mean in them). An attribute
-- named like one of those nine is the slice attribute.NAME, and one that begins with `attribute.`
-- is attribute.attribute.NAME, so that no two share a slice.
--
-- The columns are those of facts.scored, whichever they are, so no rule may want them counted.
-- A filter on slice_name prunes the branches it does not need.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value

create or replace view facts.sliced as

with attribute_slices as (
    select
        run_id,
        case_id,
        value as slice_value,
        case
            when
                name in (
                    'all', 'domain', 'label', 'canary', 'severity',
                    'called_tool', 'tool_errors', 'tokens_used', 'cost_usd'
                )
                or starts_with(name, 'attribute.')
                then 'attribute.' || name
            else name
        end as slice_name
    from facts.case_attributes
)

select
    'all' as slice_name,
    'all' as slice_value,
    scored.* -- noqa: AM04
from facts.scored
union all
select
    'domain' as slice_name,
    domain as slice_value,
    scored.*
from facts.scored
where domain is not null
union all
select
    'label' as slice_name,
    label as slice_value,
    scored.*
from facts.scored
where label is not null
union all
select
    'canary' as slice_name,
    case when is_canary then 'true' else 'false' end as slice_value,
    scored.*
from facts.scored
union all
select
    'severity' as slice_name,
    severity as slice_value,
    scored.*
from facts.scored
where severity is not null
union all
select
    attribute_slices.slice_name,
    attribute_slices.slice_value,
    scored.*
from facts.scored
inner join attribute_slices using (run_id, case_id)
-- True of every row. Said one by one, and not as `not in`, the database sees from a filter on
-- any of these five that this branch has nothing for it, and does not read it.
where
    attribute_slices.slice_name <> 'all'
    and attribute_slices.slice_name <> 'domain'
    and attribute_slices.slice_name <> 'label'
    and attribute_slices.slice_name <> 'canary'
    and attribute_slices.slice_name <> 'severity'
union all
select sliced_attempts.*
from facts.sliced_attempts
-- True of every row, as above.
where
    sliced_attempts.slice_name <> 'all'
    and sliced_attempts.slice_name <> 'domain'
    and sliced_attempts.slice_name <> 'label'
    and sliced_attempts.slice_name <> 'canary'
    and sliced_attempts.slice_name <> 'severity';
