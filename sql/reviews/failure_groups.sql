-- What the failures of a run share, of each system and validator as it was recorded last.
--
-- other_count is of analyses of the same failures by other models, or with other limits.
--
-- Parameters: run_id.
--
-- grain: system_id, validator_id, group_number, sentence_number

with own_groups as (
    select
        *,
        dense_rank() over (
            partition by system_id, validator_id
            order by recorded_at desc, analysis_id
        ) as place,
        count(distinct analysis_id) over (partition by system_id, validator_id) - 1 as other_count
    from facts.failure_groups
    where
        run_id = $run_id
        and not is_foreign
)

select
    system_id,
    validator_id,
    group_number,
    sentence_number,
    group_title,
    sentence,
    case_ids,
    judge_system_id,
    judge_model,
    failure_count,
    shown_count,
    explained_count,
    dropped_sentence_count,
    is_current,
    other_count
from own_groups
where place = 1
order by
    system_id,
    validator_id,
    group_number,
    sentence_number
