-- The sessions of each run, in the order that their names give, else in which they began.
--
-- Names give an order where all sessions of a run are named alike but for one number (1, 2, 10;
-- week 9, week 10) or by dates with the year first (2026-01-05, 2026-W02): then they stand in the
-- order of these. Else a session began with the first response that a system gave in it, or with
-- nothing known where none has; what began together, or nobody answered, follows by its name.
--
-- grain: run_id, session_id
-- for: metrics, questions

create or replace view facts.sessions as

with begun_sessions as (
    select
        cases.run_id,
        cases.session_id,
        count(distinct cases.case_id) as case_count,
        min(responses.occurred_at) as began_at
    from facts.cases
    left join facts.responses using (run_id, case_id)
    where cases.session_id is not null
    group by all
),

named_sessions as (
    select
        *,
        regexp_replace(session_id, '[0-9]+', '0', 'g') as name_pattern,
        -- Numbers with zeros before them compare as texts as they do as numbers.
        array_to_string(
            list_transform(
                regexp_extract_all(session_id, '[0-9]+|[^0-9]+'),
                lambda part: case
                    when regexp_matches(part, '^[0-9]')
                        then lpad(part, greatest(length(part), 20)::integer, '0')
                    else part
                end
            ),
            ''
        ) as name_key
    from begun_sessions
),

ordered_sessions as (
    select
        *,
        min(name_pattern) over run_sessions = max(name_pattern) over run_sessions
        and (
            regexp_matches(name_pattern, '^[^0-9]*0[^0-9]*$')
            or bool_and(regexp_matches(session_id, '^[0-9]{4}-')) over run_sessions
        ) as is_named_in_order
    from named_sessions
    window run_sessions as (partition by run_id)
)

select
    run_id,
    session_id,
    row_number() over (
        partition by run_id
        order by
            case when is_named_in_order then name_key end,
            began_at nulls last,
            name_key,
            session_id
    ) as session_number,
    case_count,
    began_at
from ordered_sessions;
