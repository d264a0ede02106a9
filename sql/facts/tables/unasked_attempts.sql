-- Attempts that a run never asked, since it was stopped when its gates had decided.
--
-- Not asked is no missing answer: nothing is expected of these attempts, so they are in no count
-- of any metric. They are told from answers that were lost by what the log says: the run's start
-- names the gates that may stop it (config.stop_when_decided) and that its seed drew the order of
-- the cases (config.case_order); its end has the status stopped and says how many answers there
-- were (counts.responses). Of the attempts in that order, those that have no answer and come after
-- so many, and after the last that has one, were not asked; any other without one is missing. A
-- run that was not stopped so has none here.
--
-- grain: run_id, system_id, case_id, attempt
-- empty without: run_started with stop_when_decided

with starts as (
    select
        run_id,
        json_extract_string(payload, ['$.config.case_order', '$.config.stop_when_decided'])
            as texts
    from current_events
    where kind = 'run_started'
),

ends as (
    select
        run_id,
        try_cast(json_extract_string(payload, '$.counts.responses') as bigint) as answer_count
    from current_events
    where kind = 'run_finished'
),

stopped_runs as (
    select
        runs.run_id,
        runs.seed,
        runs.systems,
        ends.answer_count,
        coalesce(runs.declared_attempt_count, 1) as attempt_count
    from runs
    inner join starts using (run_id)
    inner join ends using (run_id)
    where
        runs.run_status = 'stopped'
        and runs.seed <> ''
        and starts.texts[1] = 'drawn'
        and starts.texts[2] is not null
        and ends.answer_count is not null
),

-- The cases of a session are asked together, those of a cluster one after the other.
drawn_cases as (
    select
        stopped_runs.*,
        cases.case_id,
        sha256(
            stopped_runs.seed
            || e'\n'
            || coalesce(cases.cluster_id, cases.session_id, e'\x01' || cases.case_id)
        ) as place,
        case
            when cases.session_id is null then current_events.position
            else min(current_events.position) over (partition by cases.run_id, cases.session_id)
        end as position
    from cases
    inner join stopped_runs using (run_id)
    inner join current_events using (run_id, event_id)
),

asked_systems as (
    select
        drawn_cases.* exclude (systems),
        unnest(drawn_cases.systems) as system_id
    from drawn_cases
),

drawn_attempts as (
    select
        asked_systems.*,
        unnest(range(1, attempt_count + 1))::integer as attempt
    from asked_systems
),

-- Of what is asked together, what has an answer stands first, since any of it may come first.
numbered_attempts as (
    select
        drawn_attempts.run_id,
        drawn_attempts.system_id,
        drawn_attempts.case_id,
        drawn_attempts.attempt,
        drawn_attempts.answer_count,
        responses.case_id is not null as is_answered,
        row_number() over (
            partition by drawn_attempts.run_id
            order by
                drawn_attempts.place,
                drawn_attempts.position,
                responses.case_id is null,
                drawn_attempts.system_id,
                drawn_attempts.attempt,
                drawn_attempts.case_id
        ) as number
    from drawn_attempts
    left join responses using (run_id, system_id, case_id, attempt)
),

last_answers as (
    select
        run_id,
        max(number) filter (where is_answered) as number
    from numbered_attempts
    group by run_id
)

select
    numbered_attempts.run_id,
    numbered_attempts.system_id,
    numbered_attempts.case_id,
    numbered_attempts.attempt,
    'not asked: the run was stopped when its gates had decided' as reason
from numbered_attempts
inner join last_answers using (run_id)
where
    not numbered_attempts.is_answered
    and numbered_attempts.number
    > greatest(numbered_attempts.answer_count, coalesce(last_answers.number, 0))
