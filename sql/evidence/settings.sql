-- The settings that the runs recorded at their start: each name and value, and in how many runs.
--
-- name is the path into `config`; a list is one value.
--
-- Parameters: run_ids.
--
-- grain: name, value

with leaves as (
    select
        events.run_id,
        tree.fullkey[3:] as name,
        coalesce(tree.atom, tree.value)::varchar as value
    from log.current_events as events, json_tree(events.payload -> '$.config') as tree
    where
        events.kind = 'run_started'
        and list_contains($run_ids, events.run_id)
        and tree.type not in ('OBJECT', 'NULL')
        -- Not what is inside a list.
        and not contains(regexp_replace(tree.fullkey, '"[^"]*"', '', 'g'), '[')
)

select
    name,
    value,
    count(distinct run_id) as run_count
from leaves
where name <> ''
group by name, value
order by name, value
