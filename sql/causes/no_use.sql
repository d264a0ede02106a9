-- No response has the values of the slice: tools, tokens or cost of an attempt.

with asked_responses as (
    select
        tool_call_count,
        cost_reason
    from facts.responses
    where
        getvariable('filter_slice_name') in (
            'called_tool', 'tool_errors', 'tokens_used', 'cost_usd'
        )
        and coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
        and coalesce(
            system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
        )
        and not exists (
            select 1
            from facts.sliced_attempts
            where
                sliced_attempts.slice_name = getvariable('filter_slice_name')
                and coalesce(
                    sliced_attempts.run_id = getvariable('filter_run_id'),
                    getvariable('filter_run_id') is null
                )
                and coalesce(
                    sliced_attempts.system_id = getvariable('filter_system_id'),
                    getvariable('filter_system_id') is null
                )
        )
)

select
    case
        when getvariable('filter_slice_name') = 'cost_usd'
            then format(
                'none of {} responses has a cost_usd: {}', count(*),
                coalesce(mode(cost_reason), 'the reason is unknown')
            )
        when getvariable('filter_slice_name') = 'tokens_used'
            then format('none of {} responses has tokens_in and tokens_out', count(*))
        when count(tool_call_count) = 0
            then format('none of {} responses records its tool calls', count(*))
        else format('none of {} responses called a tool', count(*))
    end as cause
from asked_responses
having count(*) > 0
