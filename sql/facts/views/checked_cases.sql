-- Each judged case once per slice, with what its judge gave it and what people did.
--
-- People are the validators named `human:NAME`; every other validator is a judge. Slices of what
-- attempts used are left out: a label is compared with all attempts at its case.
--
--     correctness           what the case counts in accuracy, null where it is left out
--     judge_correctness     the same, of replies that came and could be read; of the others it is
--                           known without a judge that they are not right
--     label_correctness     the mean of what people's verdicts on the case count, of several
--                           attempts each by its own probability; null without one
--     sampling_probability  with what chance the case was drawn for a label, the largest where
--                           people say different ones
--     label_weight          how many cases the label stands for: 1 over sampling_probability,
--                           summed over the labelled attempts, divided by how many attempts have a
--                           reply; 1 where all probabilities are the same or some are not known,
--                           null without a label
--     has_drawn_attempts    whether the case has several attempts with a reply, and labels of the
--                           system were drawn with different chances
--     cluster_name          cluster_id, or a name of its own for a case without one
--     reason                why the case is left out of accuracy
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.checked_cases as

with attempt_labels as (
    select
        scored.run_id,
        scored.system_id,
        scored.case_id,
        scored.attempt,
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

weighted_labels as (
    select
        attempt_labels.*,
        coalesce(
            min(sampling_probability) over systems < max(sampling_probability) over systems
            and count(sampling_probability) over systems = count(*) over systems,
            false
        ) as is_uneven,
        case when is_uneven then 1e0 / sampling_probability else 1e0 end as attempt_weight
    from attempt_labels
    window systems as (partition by run_id, system_id)
),

labels as (
    select
        run_id,
        system_id,
        case_id,
        sum(attempt_weight * label_correctness) / sum(attempt_weight) as label_correctness,
        max(sampling_probability) as sampling_probability,
        bool_or(is_uneven) as is_uneven,
        sum(attempt_weight) as weight_sum
    from weighted_labels
    group by run_id, system_id, case_id
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
        greatest(1, case_attempt_count - case_error_count - case_missing_count) as reply_count,
        case when coalesce(status, 'ok') not in ('missing', 'unparsable') then case_correctness end
            as judge_correctness,
        case when case_correctness is null then macros.left_out_reason(status, outcome) end
            as reason
    from facts.sliced
    where
        represents_case
        and validator_id not like 'human:%'
        and slice_name not in ('called_tool', 'tool_errors', 'tokens_used', 'cost_usd')
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
    case
        when judged_cases.judge_correctness is null then null
        when labels.is_uneven then labels.weight_sum / judged_cases.reply_count
        when labels.case_id is not null then 1e0
    end as label_weight,
    coalesce(labels.is_uneven and judged_cases.reply_count > 1, false) as has_drawn_attempts,
    judged_cases.reason
from judged_cases
left join labels using (run_id, system_id, case_id);
