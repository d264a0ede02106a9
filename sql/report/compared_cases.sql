-- What became of each case from one side of a comparison to the other; the first of each kind.
--
-- A case is right, on either side, where the mean of its attempts is one half or more, as in
-- facts.case_outcomes; became wrong and became right are those of macros.regressions. left_value
-- and right_value are what `compare --cases` holds side by side: case_values has them. change is
-- the first of these that holds:
--
--     only left, only right    the other side has no such case
--     lost value, gained value, no value
--                              the right, the left or both sides have none: an error, no verdict
--     asked otherwise          the prompt is another
--     became wrong, became right
--     fell, rose               the value is another; the side of one half, if any, is the same
--     answered otherwise       the same value, another reply
--     unchanged
--
-- Parameters: left_run_id, left_system_id, right_run_id, right_system_id, validator_id;
-- case_limit, how many of each change.
--
-- grain: case_id

with sides as (
    select
        case_outcomes.case_id,
        case_outcomes.run_id = $left_run_id
        and case_outcomes.system_id = $left_system_id as is_left,
        case_outcomes.outcome,
        case_outcomes.is_right,
        case_outcomes.prompt_sha256,
        case_values.value,
        scored.confidence
    from facts.case_outcomes
    inner join facts.scored
        on
            case_outcomes.run_id = scored.run_id
            and case_outcomes.system_id = scored.system_id
            and case_outcomes.case_id = scored.case_id
            and case_outcomes.validator_id = scored.validator_id
            and scored.represents_case
    left join case_values
        on
            case_outcomes.run_id = case_values.run_id
            and case_outcomes.system_id = case_values.system_id
            and case_outcomes.case_id = case_values.case_id
            and case_outcomes.validator_id = case_values.validator_id
            and case_values.slice_name = 'all'
    where
        case_outcomes.run_id in ($left_run_id, $right_run_id)
        and (case_outcomes.run_id, case_outcomes.system_id) in (
            ($left_run_id, $left_system_id), ($right_run_id, $right_system_id)
        )
        and case_outcomes.validator_id = $validator_id
),

older as (
    select * from sides
    where is_left
),

newer as (
    select * from sides
    where not is_left
),

replies as (
    select
        run_id = $left_run_id and system_id = $left_system_id as is_left,
        case_id,
        list(coalesce(text, answer, error, status) order by attempt) as texts
    from facts.responses
    where
        run_id in ($left_run_id, $right_run_id)
        and (run_id, system_id) in (
            ($left_run_id, $left_system_id), ($right_run_id, $right_system_id)
        )
    group by all
),

paired_cases as (
    select
        coalesce(older.case_id, newer.case_id) as case_id,
        older.outcome as left_outcome,
        newer.outcome as right_outcome,
        older.value as left_value,
        newer.value as right_value,
        newer.confidence,
        case
            when newer.case_id is null then 'only left'
            when older.case_id is null then 'only right'
            when newer.value is null and older.value is null then 'no value'
            when newer.value is null then 'lost value'
            when older.value is null then 'gained value'
            when older.prompt_sha256 <> newer.prompt_sha256 then 'asked otherwise'
            when older.is_right <> newer.is_right
                then macros.change(older.is_right, newer.is_right)
            when newer.value < older.value then 'fell'
            when newer.value > older.value then 'rose'
            when
                coalesce(
                    left_replies.texts <> right_replies.texts,
                    (left_replies.texts is null) <> (right_replies.texts is null)
                )
                then 'answered otherwise'
            else 'unchanged'
        end as change
    from older
    full outer join newer on older.case_id = newer.case_id
    left join replies as left_replies
        on older.case_id = left_replies.case_id and left_replies.is_left
    left join replies as right_replies
        on newer.case_id = right_replies.case_id and not right_replies.is_left
),

ranked_cases as (
    select
        paired_cases.*,
        count(*) over (partition by change) as change_count,
        row_number() over (
            partition by change
            order by
                abs(right_value - left_value) desc nulls last,
                confidence desc nulls last,
                case_id
        ) as place
    from paired_cases
)

select
    case_id,
    change,
    change_count,
    left_outcome,
    right_outcome,
    left_value,
    right_value
from ranked_cases
where place <= $case_limit
order by
    change,
    place
