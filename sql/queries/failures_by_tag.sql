-- How many failures bear each tag, and of how many cases they are.
--
-- Those of controls only where one is named.

with tagged_failures as (
    select
        run_id,
        system_id,
        validator_id,
        case_id,
        unnest(if(len(tags) > 0, tags, ['(no tag)'])) as tag
    from facts.failures
    where
        coalesce(run_id = $run_id, $run_id is null)
        and coalesce(system_id = $system_id, $system_id is null)
        and (
            $system_id is not null
            or (run_id, system_id) not in (
                select (controls.run_id, controls.system_id)
                from facts.controls
            )
        )
        and coalesce(validator_id = $validator_id, $validator_id is null)
)

select
    run_id,
    system_id,
    validator_id,
    tag,
    count(*) as failure_count,
    count(distinct case_id) as case_count
from tagged_failures
group by all
order by failure_count desc, run_id, system_id, validator_id, tag
limit $row_limit
