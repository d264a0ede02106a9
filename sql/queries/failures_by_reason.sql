-- How many failures have each reason, and one of them as an example.
--
-- What a reason quotes of a reply is left out, so that replies of one kind are counted together.
-- Those of controls only where one is named.

select
    run_id,
    system_id,
    validator_id,
    status,
    verdict,
    split_part(reason, '; it begins with ', 1) as reason,
    count(*) as failure_count,
    count(distinct case_id) as case_count,
    min(case_id) as example_case_id,
    left(min_by(response, case_id), 200) as example_response
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
group by all
order by failure_count desc, run_id, system_id, validator_id, status, reason
limit $row_limit
