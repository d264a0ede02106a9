-- A random sample of the replies of a run for people to label, with the chance of each.
--
-- A reply is a response that came and could be read. Strata are made of what `by` names, within
-- each system: `domain`, `label`, `severity`, `system`, `verdict` (what the validator found), or
-- an attribute of cases. Each gives as many replies as the others, as long as it has them.
-- The seed orders the replies: a larger sample of the same seed holds the smaller one.
--
-- sampling_probability is the share of its stratum that was drawn. Replies come in the order of
-- the seed, so that nobody knows what stratum is next. all_stratum_count is how many strata there
-- are, those of which none was drawn among them.
--
-- Parameters: run_id, system_id, validator_id (null: the primary one), by, seed, sample_count,
-- of which system_id and sample_count may be null: all systems but controls, and all replies.
--
-- grain: system_id, case_id, attempt

with chosen_verdicts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        outcome
    from facts.scored
    where
        run_id = $run_id
        and coalesce(validator_id = $validator_id, is_primary_validator)
),

attributes_of_cases as (
    select
        case_id,
        map_from_entries(list(row(name, value))) as attributes
    from facts.case_attributes
    where run_id = $run_id
    group by case_id
),

replies as (
    select
        responses.system_id,
        responses.case_id,
        responses.attempt,
        responses.event_id as response_event_id,
        cases.event_id as case_event_id,
        chosen_verdicts.outcome as verdict,
        list_transform(
            cast($by as varchar[]),
            lambda name: case name
                when 'domain' then cases.domain
                when 'label' then cases.label
                when 'severity' then cases.severity
                when 'system' then responses.system_id
                when 'verdict' then chosen_verdicts.outcome
                else attributes[name]
            end
        ) as stratum,
        sha256(
            concat_ws(
                e'\x1f',
                $seed, $run_id, responses.system_id, responses.case_id, responses.attempt
            )
        ) as draw
    from facts.responses
    inner join facts.cases using (run_id, case_id)
    left join chosen_verdicts using (run_id, system_id, case_id, attempt)
    left join attributes_of_cases using (case_id)
    where
        responses.run_id = $run_id
        and responses.status = 'ok'
        and not responses.has_readings_only
        and coalesce(
            responses.system_id = $system_id,
            (responses.run_id, responses.system_id) not in (
                select (controls.run_id, controls.system_id)
                from facts.controls
            )
        )
),

placed_replies as (
    select
        replies.*,
        row_number() over (partition by system_id, stratum order by draw) as place,
        count(*) over (partition by system_id, stratum) as stratum_count
    from replies
),

ranked_replies as (
    select
        placed_replies.*,
        row_number() over (order by place, draw) as rank,
        count(*) filter (where place = 1) over () as all_stratum_count
    from placed_replies
),

drawn_replies as (
    select
        ranked_replies.*,
        count(*) over (partition by system_id, stratum) as drawn_count
    from ranked_replies
    where coalesce(rank <= $sample_count, true)
)

select
    drawn_replies.system_id,
    drawn_replies.case_id,
    drawn_replies.attempt,
    drawn_replies.response_event_id,
    drawn_replies.verdict,
    drawn_replies.stratum,
    drawn_replies.stratum_count,
    drawn_replies.all_stratum_count,
    drawn_replies.drawn_count / drawn_replies.stratum_count as sampling_probability,
    case_events.payload as case_payload,
    response_events.payload as response_payload
from drawn_replies
inner join log.current_events as case_events
    on drawn_replies.case_event_id = case_events.event_id
inner join log.current_events as response_events
    on drawn_replies.response_event_id = response_events.event_id
where case_events.run_id = $run_id and response_events.run_id = $run_id
order by drawn_replies.draw
