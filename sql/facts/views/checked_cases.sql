-- Each judged case once per slice, with what its judge gave it and what people did.
--
-- People are the validators named `human:NAME`; every other validator is a judge.
--
--     correctness           what the case counts in accuracy, null where it is left out
--     judge_correctness     the same, of replies that came and could be read; of the others it is
--                           known without a judge that they are not right
--     label_correctness     the mean of what people's verdicts on the case count, null without one
--     sampling_probability  with what chance the case was drawn for a label, the largest where
--                           people say different ones
--     cluster_name          cluster_id, or a name of its own for a case without one
--     reason                why the case is left out of accuracy
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.checked_cases as

with labels as (
    select
        scored.run_id,
        scored.system_id,
        scored.case_id,
        avg(macros.correctness(scored.is_right, scored.score)) as label_correctness,
        max(verdicts.sampling_probability) as sampling_probability
    from facts.scored
    left join facts.verdicts
        on
            scored.run_id = verdicts.run_id
            and scored.system_id = verdicts.system_id
            and scored.case_id = verdicts.case_id
            and scored.attempt = verdicts.attempt
            and scored.validator_id = verdicts.validator_id
    where
        scored.validator_id like 'human:%'
        and coalesce(scored.status, 'ok') not in ('missing', 'unparsable')
        and scored.outcome in ('right', 'wrong', 'abstained')
    group by all
),

judged_cases as (
    select
        run_id, system_id, case_id, validator_id, slice_name, slice_value,
        is_primary_validator,
        -- No name of a cluster begins like this by accident and is a case's id as well.
        coalesce(cluster_id, e'\x01' || case_id) as cluster_name,
        coalesce(status = 'missing', false) as is_missing,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case_correctness as correctness,
        case when coalesce(status, 'ok') not in ('missing', 'unparsable') then case_correctness end
            as judge_correctness,
        case when case_correctness is null then macros.left_out_reason(status, outcome) end
            as reason
    from facts.sliced
    where represents_case and validator_id not like 'human:%'
)

select
    judged_cases.run_id,
    judged_cases.system_id,
    judged_cases.case_id,
    judged_cases.validator_id,
    judged_cases.slice_name,
    judged_cases.slice_value,
    judged_cases.is_primary_validator,
    judged_cases.cluster_name,
    judged_cases.is_missing,
    judged_cases.is_failed,
    judged_cases.correctness,
    judged_cases.judge_correctness,
    case when judged_cases.judge_correctness is not null then labels.label_correctness end
        as label_correctness,
    case when judged_cases.judge_correctness is not null then labels.sampling_probability end
        as sampling_probability,
    judged_cases.reason
from judged_cases
left join labels using (run_id, system_id, case_id);
