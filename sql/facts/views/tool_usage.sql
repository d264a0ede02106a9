-- The calls of each tool for a response, and how many of them gave an error.
--
-- Of the sample's own conversation: calls of agents that it handed over to, and kept to itself,
-- are not among them.
--
-- grain: run_id, system_id, case_id, attempt, tool_name

create or replace view facts.tool_usage as

with called_tools as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        unnest(tools) as tool
    from facts.responses
)

select
    run_id,
    system_id,
    case_id,
    attempt,
    tool.name as tool_name,
    sum(tool.call_count)::bigint as call_count,
    sum(tool.error_count)::bigint as error_count
from called_tools
where tool.name is not null
group by all;
