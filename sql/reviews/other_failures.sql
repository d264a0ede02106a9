-- How many cases fail and are never wrong: missing, failed, abstained, unscored and the like.
--
-- Parameters: run_id, system_id, validator_id.
--
-- grain: kind

with failing_cases as (
    select
        case_id,
        bool_or(coalesce(verdict = 'wrong', false)) as is_wrong,
        min(
            case
                when status in ('missing', 'error', 'unparsable') then status
                else coalesce(verdict, 'unjudged')
            end
        ) as kind
    from facts.failures
    where
        run_id = $run_id
        and system_id = $system_id
        and validator_id = $validator_id
    group by all
)

select
    kind,
    count(*)::integer as case_count
from failing_cases
where not is_wrong
group by all
order by kind
