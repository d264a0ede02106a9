-- Each attempt at a case that expects a label, as precision, recall and F1 of labels count it.
--
-- Under `label=NAME` for the label expected and for the one answered, and once under each average.
-- The columns that end in `reason` are null where the attempt counts. right_… is what it adds
-- above the line and whole_… below; in the averages of labels both have the share of its labels in
-- them, over what the label counts, so that they add up to the mean.
--
-- grain: run_id, system_id, case_id, attempt, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.counted_labels as

with kinds as (
    from (
        values ('label'), ('other'), ('average=micro'), ('average=macro'), ('average=weighted')
    ) as named (kind)
),

attempts as (
    select
        answers.*,
        slices.slice_name,
        slices.slice_value,
        kinds.kind,
        case kinds.kind
            when 'label' then 'label=' || answers.expected_label
            when 'other' then 'label=' || answers.answered_label
            else kinds.kind
        end as variant,
        kinds.kind <> 'other' as is_due,
        case kinds.kind
            when 'label' then coalesce(answers.answered_label = answers.expected_label, false)
            when 'other' then true
            else coalesce(answers.answered_label <> '', false)
        end as is_given,
        coalesce(answers.answered_label = answers.expected_label, false) as is_right,
        coalesce(answers.weight, 0) as share
    from facts.labelled_answers as answers
    inner join facts.case_slices as slices
        on answers.run_id = slices.run_id and answers.case_id = slices.case_id
    cross join kinds
    where
        kinds.kind <> 'other'
        or (answers.answered_label <> '' and answers.answered_label <> answers.expected_label)
),

-- How much one case of a label, due or given, weighs in the averages.
labels as (
    select
        sums.*,
        kinds.kind,
        case kinds.kind when 'average=macro' then 1 else due_count end as label_weight,
        sum(case when given_sum > 0 then label_weight end) over slices as precision_whole,
        sum(case when due_count > 0 then label_weight end) over slices as recall_whole,
        sum(case when due_count + given_sum > 0 then label_weight end) over slices as f1_whole
    from facts.label_sums as sums
    cross join kinds
    where kinds.kind in ('average=macro', 'average=weighted')
    window
        slices as (partition by run_id, system_id, slice_name, slice_value, kind)
),

factors as (
    select
        run_id, system_id, slice_name, slice_value, kind, label,
        label_weight / nullif(precision_whole * given_sum, 0) as precision_factor,
        label_weight / nullif(recall_whole * due_count, 0) as recall_factor,
        label_weight / nullif(f1_whole * (due_count + given_sum), 0) as f1_factor
    from labels
),

weighed as (
    select
        attempts.run_id, attempts.system_id, attempts.case_id, attempts.attempt,
        attempts.slice_name, attempts.slice_value, attempts.variant,
        attempts.weight, attempts.share, attempts.is_missing, attempts.is_failed,
        attempts.is_due, attempts.is_given, attempts.is_right,
        case
            when attempts.kind in ('average=macro', 'average=weighted')
                then coalesce(given_factors.precision_factor, 0)
            else 1
        end as precision_factor,
        case
            when attempts.kind in ('average=macro', 'average=weighted')
                then coalesce(due_factors.recall_factor, 0)
            else 1
        end as recall_factor,
        case
            when attempts.kind in ('average=macro', 'average=weighted')
                then coalesce(due_factors.f1_factor, 0)
            else 1
        end as due_factor,
        case
            when attempts.kind in ('average=macro', 'average=weighted')
                then coalesce(given_factors.f1_factor, 0)
            else 1
        end as given_factor
    from attempts
    left join factors as due_factors
        on
            attempts.run_id = due_factors.run_id
            and attempts.system_id = due_factors.system_id
            and attempts.slice_name = due_factors.slice_name
            and attempts.slice_value = due_factors.slice_value
            and attempts.kind = due_factors.kind
            and attempts.expected_label = due_factors.label
    left join factors as given_factors
        on
            attempts.run_id = given_factors.run_id
            and attempts.system_id = given_factors.system_id
            and attempts.slice_name = given_factors.slice_name
            and attempts.slice_value = given_factors.slice_value
            and attempts.kind = given_factors.kind
            and attempts.answered_label = given_factors.label
),

reasoned as (
    select
        weighed.*,
        case
            when weight is not null then null
            when is_failed then 'error: the system failed'
            else 'no parsed answer'
        end as reason
    from weighed
)

select
    run_id, system_id, case_id, attempt, slice_name, slice_value, variant,
    row_number() over (
        partition by run_id, system_id, case_id, slice_name, slice_value, variant
        order by reason is not null, not is_failed, not is_given, is_missing, attempt
    ) = 1 as represents_case,
    is_missing and reason is null and is_due as is_missing,
    weight,
    case when is_right then share * precision_factor else 0 end as right_precision,
    case when is_given then share * precision_factor else 0 end as whole_precision,
    case when is_right then share * recall_factor else 0 end as right_recall,
    case when is_due then share * recall_factor else 0 end as whole_recall,
    case when is_right then 2 * share * due_factor else 0 end as right_f1,
    case when is_due then share * due_factor else 0 end
    + case when is_given then share * given_factor else 0 end as whole_f1,
    reason,
    case when reason is null and not is_given then 'another label answered' else reason end
        as ungiven_reason,
    case when reason is null and not is_due then 'another label expected' else reason end
        as undue_reason
from reasoned;
