-- The responses of a run by what a validator has to do with them, those to judge page by page.
--
-- What becomes of a response is one of: pending (to be judged), its status (missing, error,
-- unparsable) where the validator does not judge that, redacted, no case (nothing was recorded of
-- what was asked), already judged (by this digest; without one by this version), not selected (its
-- current outcome is none of those asked for), and not declared (its case does not name the
-- validator, and has to).
--
-- A page holds at most response_count_max responses and about byte_count_max bytes of them, in
-- the order in which they were recorded.
--
-- Parameters: run_id, validator_id, validator_digest, validator_version, system_id (null: every
-- system), statuses, outcomes (null: any; 'unjudged' stands for no verdict), is_again (judge also
-- what is already judged), is_declared (only cases that name the validator),
-- response_count_max, byte_count_max.
--
-- grain: disposition, place_page, byte_page

with answers as (
    select
        responses.system_id,
        responses.case_id,
        responses.attempt,
        responses.event_id,
        coalesce(responses.status, 'redacted') as status,
        events.position,
        events.revision,
        coalesce(strlen(events.payload), 0) as byte_count
    from facts.responses
    inner join log.events
        on
            responses.run_id = events.run_id
            and responses.event_id = events.event_id
    where
        responses.run_id = $run_id
        and not responses.has_readings_only
        and coalesce(responses.system_id = $system_id, $system_id is null)
),

recorded_cases as (
    select case_id
    from facts.cases
    where run_id = $run_id
),

declaring_cases as (
    select payload ->> '$.case_id' as case_id
    from log.current_events
    where
        $is_declared
        and run_id = $run_id
        and kind = 'case_generated'
        and list_contains(
            from_json(payload, '{"validators": ["VARCHAR"]}').validators, $validator_id
        )
),

current_verdicts as (
    select
        verdicts.system_id,
        verdicts.case_id,
        verdicts.attempt,
        verdicts.outcome,
        events.position,
        events.payload ->> '$.validator_digest' as validator_digest,
        events.payload ->> '$.validator_version' as validator_version,
        try_cast(events.payload ->> '$.response_event_id' as uuid) as response_event_id
    from facts.verdicts
    inner join log.events
        on
            verdicts.run_id = events.run_id
            and verdicts.event_id = events.event_id
    where
        verdicts.run_id = $run_id
        and verdicts.validator_id = $validator_id
),

judged_answers as (
    select
        answers.*,
        recorded_cases.case_id is not null as has_case,
        coalesce(current_verdicts.outcome, 'unjudged') as outcome,
        coalesce(
            current_verdicts.outcome <> 'error'
            and case
                when current_verdicts.response_event_id is not null
                    then current_verdicts.response_event_id = answers.event_id
                else answers.revision = 1 or current_verdicts.position > answers.position
            end
            and current_verdicts.validator_digest is not distinct from $validator_digest
            and (
                $validator_digest is not null
                or current_verdicts.validator_version = $validator_version
            ),
            false
        ) as is_judged
    from answers
    left join recorded_cases on answers.case_id = recorded_cases.case_id
    left join current_verdicts
        on
            answers.system_id = current_verdicts.system_id
            and answers.case_id = current_verdicts.case_id
            and answers.attempt = current_verdicts.attempt
),

dispositions as (
    select
        judged_answers.*,
        case
            when not list_contains($statuses, status) then status
            when not has_case then 'no case'
            when $is_declared and case_id not in (select case_id from declaring_cases)
                then 'not declared'
            when is_judged and not $is_again then 'already judged'
            when $outcomes is not null and not list_contains($outcomes, outcome)
                then 'not selected'
            else 'pending'
        end as disposition
    from judged_answers
),

numbered_answers as (
    select
        dispositions.*,
        row_number() over earlier_answers - 1 as place,
        sum(byte_count) over earlier_answers as byte_count_sum
    from dispositions
    window earlier_answers as (
        partition by disposition order by position rows unbounded preceding
    )
)

select
    disposition,
    if(disposition = 'pending', place // $response_count_max, 0) as place_page,
    if(disposition = 'pending', byte_count_sum // $byte_count_max, 0) as byte_page,
    count(*) as response_count,
    list_sort(list_distinct(list(case_id)))[:3] as case_ids,
    list(position order by position) filter (where disposition = 'pending') as positions
from numbered_answers
group by all
order by min(position)
