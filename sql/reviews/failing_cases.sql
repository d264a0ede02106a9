-- The failing cases of a run, the surest mistakes of every system first, and how many there are.
--
-- Each system gets its turn, so that one that fails often does not crowd out another.
-- Controls are left out: that they fail is their purpose.
--
-- Parameters: run_id, case_limit.
--
-- grain: system_id, case_id

with failing_cases as (
    select
        system_id,
        case_id,
        bool_or(is_right is false and is_primary_validator) as is_primary_mistake,
        bool_or(is_right is false) as is_mistake,
        max(confidence) as confidence
    from facts.scored
    where
        run_id = $run_id
        and coalesce(not is_right, weight is null)
        and system_id not in (
            select controls.system_id
            from facts.controls
            where controls.run_id = $run_id
        )
    group by all
),

ranked_cases as (
    select
        system_id,
        case_id,
        count(*) over () as case_count,
        row_number() over (
            partition by system_id
            order by
                is_primary_mistake desc,
                is_mistake desc,
                confidence desc nulls last,
                case_id
        ) as case_rank
    from failing_cases
)

select
    system_id,
    case_id,
    case_count
from ranked_cases
order by case_rank, system_id
limit $case_limit
