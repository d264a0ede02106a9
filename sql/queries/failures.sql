-- What failed and why, attempt by attempt; controls only where one is named.

select
    run_id,
    system_id,
    case_id,
    attempt,
    validator_id,
    status,
    verdict,
    expected,
    answer,
    reason,
    tags,
    taxonomy,
    confidence,
    failing_attempt_count,
    attempt_count,
    domain,
    prompt,
    response,
    response_event_id,
    verdict_event_id
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
order by run_id, system_id, case_id, validator_id, attempt
limit $row_limit
