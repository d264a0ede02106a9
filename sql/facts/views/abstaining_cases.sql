-- How often a system answers, abstains and rejects on a labelled case, once per slice and mapping.
--
-- The shares are of the attempts at the case whose prediction is known, null without one. Only
-- what is labelled C is rejected, what is not E falsely answered, and what is E rightly:
--
--                 licensed       strict                        by_action
--     answers     YES            YES, NO                       YES, NO
--     abstains    NO, UNKNOWN    UNKNOWN                       UNKNOWN
--     due on      C, U           U                             C, U
--     rejects C   NO, UNKNOWN    NO                            UNKNOWN
--     false       YES            YES on C; YES and NO on U     YES, NO
--     right on E  YES            YES                           YES, NO
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value, mapping

create or replace view facts.abstaining_cases as

with mappings as (
    from (
        values
        ('licensed', true, false),
        ('strict', false, true),
        ('by_action', false, false)
    ) as named (mapping, is_licensed, is_strict)
),

counted_actions as (
    select
        predicted_cases.*,
        mappings.mapping,
        label = 'U' or (label = 'C' and not is_strict) as is_abstention_due,
        case when is_licensed then yes_count else yes_count + no_count end as answer_count,
        case when is_licensed then no_count + unknown_count else unknown_count end
            as abstention_count,
        case
            when is_strict then no_count
            when is_licensed then no_count + unknown_count
            else unknown_count
        end as rejection_count,
        case
            when is_licensed or (is_strict and label = 'C') then yes_count
            else yes_count + no_count
        end as false_answer_count,
        case when mapping = 'by_action' then yes_count + no_count else yes_count end
            as licensed_answer_count
    from facts.predicted_cases
    cross join mappings
)

select
    run_id, system_id, case_id, validator_id, slice_name, slice_value, mapping,
    is_primary_validator,
    label,
    is_abstention_due,
    attempt_count,
    known_attempt_count,
    missing_count / nullif(known_attempt_count, 0) as missing_share,
    answer_count / nullif(known_attempt_count, 0) as answer_share,
    abstention_count / nullif(known_attempt_count, 0) as abstention_share,
    case when label = 'C' then rejection_count / nullif(known_attempt_count, 0) end
        as rejection_share,
    case when label <> 'E' then false_answer_count / nullif(known_attempt_count, 0) end
        as false_answer_share,
    case when label = 'E' then licensed_answer_count / nullif(known_attempt_count, 0) end
        as licensed_answer_share
from counted_actions;
