-- Precision, recall and F1 of the labels that were answered: of each label, and their averages.
--
--                  value                          of which cases
--     precision    right / given                  given: the label is answered
--     recall       right / due                    due: the label is expected
--     f1           2 right / (given + due)        given or due
--
-- The variants: `label=NAME`; `average=micro`, where right, given and due are added up over the
-- labels; `average=macro`, the mean of the labels that have a score; `average=weighted`, that mean
-- with the due cases of a label as its weight. In the averages the counts are of cases as well: a
-- case counts for precision where any label is answered. The ends of intervals are null where none
-- is known in closed form: of macro and weighted, and of the micro F1.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.label_scores as

with kinds as (
    from (
        values ('label'), ('average=micro'), ('average=macro'), ('average=weighted')
    ) as named (kind)
),

labels as (
    select
        sums.*,
        kinds.kind,
        kinds.kind = 'label' as is_label,
        case when kinds.kind = 'label' then 'label=' || sums.label else kinds.kind end as variant,
        case kinds.kind when 'average=weighted' then due_count else 1 end as label_weight,
        right_sum / nullif(given_sum, 0) as precision,
        right_sum / nullif(due_count, 0) as recall,
        2 * right_sum / nullif(given_sum + due_count, 0) as f1
    from facts.label_sums as sums
    cross join kinds
),

-- Of a single label, the sums over it are its own.
units as (
    select
        run_id, system_id, slice_name, slice_value, kind, variant,
        sum(due_count)::bigint as due_count,
        sum(due_attempt_count)::bigint as due_attempt_count,
        sum(case when is_label then given_count else named_count end)::bigint as given_count,
        sum(case when is_label then given_attempt_count else named_attempt_count end)::bigint
            as given_attempt_count,
        sum(case when is_label then union_count else due_count end)::bigint as union_count,
        sum(union_attempt_count)::bigint as union_attempt_count,
        macros.steady_sum(right_sum) as right_sum,
        macros.steady_sum(right_square_sum) as right_square_sum,
        macros.steady_sum(case when is_label then given_sum else named_sum end) as given_sum,
        macros.steady_sum(case when is_label then given_square_sum else named_square_sum end)
            as given_square_sum,
        macros.steady_sum(case when is_label then right_square_sum else right_named_sum end)
            as right_given_sum,
        macros.steady_sum(case when is_label then due_count + given_sum - right_sum end)
            as union_sum,
        macros.steady_sum(union_square_sum) as union_square_sum,
        macros.steady_sum(label_weight * precision)
        / nullif(sum(label_weight) filter (where precision is not null), 0) as precision_mean,
        macros.steady_sum(label_weight * recall)
        / nullif(sum(label_weight) filter (where recall is not null), 0) as recall_mean,
        macros.steady_sum(label_weight * f1)
        / nullif(sum(label_weight) filter (where f1 is not null), 0) as f1_mean,
        sum(missing_count)::bigint as missing_count,
        sum(error_count)::bigint as error_count,
        sum(unscored_count)::bigint as unscored_count,
        sum(case when is_label then attempt_count else expected_attempt_count end)::bigint
            as attempt_count,
        sum(left_out_attempt_count)::bigint as left_out_attempt_count
    from labels
    group by all
),

errors as (
    select
        units.*,
        kind in ('average=macro', 'average=weighted') as is_mean,
        macros.ratio_error(
            right_sum, given_sum, right_square_sum, right_given_sum, given_square_sum, given_count
        ) as precision_error,
        macros.ratio_error(
            right_sum, due_count, right_square_sum, right_sum, due_count, due_count
        ) as recall_error,
        macros.ratio_error(
            right_sum, union_sum, right_square_sum, right_sum, union_square_sum, union_count
        ) as union_error
    from units
),

unions as (
    select
        errors.*,
        macros.ratio_low(right_sum, union_sum, union_error, union_count, union_attempt_count)
            as union_low,
        macros.ratio_high(right_sum, union_sum, union_error, union_count, union_attempt_count)
            as union_high
    from errors
)

select
    run_id, system_id, slice_name, slice_value, variant,
    given_count as precision_count,
    due_count as recall_count,
    union_count as f1_count,
    missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    case when is_mean then precision_mean else right_sum / nullif(given_sum, 0) end as precision,
    case when is_mean then recall_mean else right_sum / nullif(due_count, 0) end as recall,
    case when is_mean then f1_mean else 2 * right_sum / nullif(given_sum + due_count, 0) end
        as f1,
    case
        when not is_mean
            then macros.ratio_low(
                right_sum, given_sum, precision_error, given_count, given_attempt_count
            )
    end as precision_low,
    case
        when not is_mean
            then macros.ratio_high(
                right_sum, given_sum, precision_error, given_count, given_attempt_count
            )
    end as precision_high,
    case
        when not is_mean
            then macros.ratio_low(
                right_sum, due_count, recall_error, due_count, due_attempt_count
            )
    end as recall_low,
    case
        when not is_mean
            then macros.ratio_high(
                right_sum, due_count, recall_error, due_count, due_attempt_count
            )
    end as recall_high,
    -- F1 is 2 J / (1 + J) of the share J = right / (due or given), and rises with it.
    2 * union_low / (1 + union_low) as f1_low,
    2 * union_high / (1 + union_high) as f1_high
from unions;
