-- A random sample of the replies that a judge judged, for people to label and so to certify it.
--
-- Of each case one reply, of any system but controls and of any attempt, with the same chance for
-- each; then so many of these cases. A case that somebody labelled for anything but a certificate
-- of this judge may have chosen or tuned it, in whichever run of the suite: it is left out, and so
-- is one that was labelled in this run. The seed orders cases and replies, and a larger sample of
-- the same seed holds the smaller one. stratum is empty: strata would need weights.
--
-- Parameters: run_id, validator_id, seed, sample_count; the last may be null, for all cases.
--
-- grain: system_id, case_id, attempt

with judged as (
    select
        run_id, system_id, case_id, attempt,
        macros.judge_identity(
            validator_id, validator_version, validator_digest, judge_model, judge_prompt_sha256
        ) as judge
    from facts.verdicts
    where
        run_id = $run_id
        and validator_id = $validator_id
        and outcome in ('right', 'wrong', 'abstained', 'undetermined')
),

labelled_cases as (
    select distinct labels.case_id
    from facts.verdicts as labels
    inner join facts.runs as labelled_runs using (run_id)
    where
        labels.validator_id like 'human:%'
        and labelled_runs.suite is not distinct from (
            select suite
            from facts.runs
            where run_id = $run_id
        )
        and (
            labels.run_id = $run_id
            or labels.certified_judge is null
            or labels.certified_judge not in (
                select judge
                from judged
            )
        )
),

replies as (
    select
        judged.judge,
        responses.system_id,
        responses.case_id,
        responses.attempt,
        responses.event_id as response_event_id,
        cases.event_id as case_event_id,
        sha256(
            concat_ws(
                e'\x1f',
                $seed, $run_id, responses.system_id, responses.case_id, responses.attempt
            )
        ) as draw,
        sha256(concat_ws(e'\x1f', $seed, $run_id, responses.case_id)) as case_draw
    from facts.responses
    inner join facts.cases using (run_id, case_id)
    inner join judged using (run_id, system_id, case_id, attempt)
    where
        responses.run_id = $run_id
        and responses.status = 'ok'
        and not responses.has_readings_only
        and responses.case_id not in (
            select case_id
            from labelled_cases
        )
        and (responses.run_id, responses.system_id) not in (
            select (controls.run_id, controls.system_id)
            from facts.controls
        )
),

placed_replies as (
    select
        replies.*,
        row_number() over (partition by case_id order by draw) as place,
        count(*) over (partition by case_id) as case_reply_count,
        count(*) over (partition by system_id) as stratum_count
    from replies
),

ranked_replies as (
    select
        placed_replies.*,
        row_number() over (order by case_draw) as rank,
        count(*) over () as case_count
    from placed_replies
    where place = 1
),

drawn_replies as (
    select *
    from ranked_replies
    where coalesce(rank <= $sample_count, true)
)

select
    drawn_replies.judge,
    drawn_replies.system_id,
    drawn_replies.case_id,
    drawn_replies.attempt,
    drawn_replies.response_event_id,
    cast([] as varchar[]) as stratum,
    drawn_replies.stratum_count,
    count(*) over () / (case_count * case_reply_count) as sampling_probability,
    case_events.payload as case_payload,
    response_events.payload as response_payload
from drawn_replies
inner join log.current_events as case_events
    on drawn_replies.case_event_id = case_events.event_id
inner join log.current_events as response_events
    on drawn_replies.response_event_id = response_events.event_id
where case_events.run_id = $run_id and response_events.run_id = $run_id
order by drawn_replies.case_draw
