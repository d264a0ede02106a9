-- The sums over the cases of each label that occurs in a slice: what its precision is made of.
--
-- A case is due where it expects the label, and given where an attempt answers it. A case counts
-- once: right_sum and given_sum add up the shares of its attempts that are right, or answer the
-- label; the squares, and union_square_sum, that of the cases due or given, are for standard
-- errors. named_… are of the attempts at the due cases that answer any label. The counts of cases
-- missing, lost to an error or not scored are of due ones; attempts are those at due cases and
-- those elsewhere that answer the label.
--
-- grain: run_id, system_id, slice_name, slice_value, label
-- for: metrics

create or replace view facts.label_sums as

with sides as (
    from (values (true), (false)) as named (is_due)
),

label_answers as (
    select
        answers.*,
        sides.is_due,
        case when sides.is_due then expected_label else answered_label end as label,
        coalesce(answered_label = expected_label or not sides.is_due, false) as is_given,
        coalesce(answered_label = expected_label, false) as is_right,
        coalesce(sides.is_due and answered_label <> '', false) as is_named
    from facts.labelled_answers as answers
    cross join sides
    where sides.is_due or (answered_label <> '' and answered_label <> expected_label)
),

label_cases as (
    select
        run_id, system_id, case_id, label, is_due,
        count(*) as attempt_count,
        count(weight) as known_count,
        count_if(is_given) as given_attempt_count,
        count_if(is_named) as named_attempt_count,
        coalesce(macros.sum_of_shares(case when is_right then weight end), 0) as right_share,
        coalesce(macros.sum_of_shares(case when is_given then weight end), 0) as given_share,
        coalesce(macros.sum_of_shares(case when is_named then weight end), 0) as named_share,
        coalesce(bool_and(is_missing) filter (where weight is not null), false) as is_missing,
        bool_or(is_failed) as has_failed
    from label_answers
    group by all
)

select
    label_cases.run_id, label_cases.system_id, slices.slice_name, slices.slice_value,
    label_cases.label,
    count_if(is_due and known_count > 0) as due_count,
    coalesce(sum(known_count) filter (where is_due), 0)::bigint as due_attempt_count,
    count_if(given_share > 0) as given_count,
    sum(given_attempt_count)::bigint as given_attempt_count,
    count_if(known_count > 0) as union_count,
    sum(case when is_due then known_count else given_attempt_count end)::bigint
        as union_attempt_count,
    count_if(named_share > 0) as named_count,
    sum(named_attempt_count)::bigint as named_attempt_count,
    macros.sum_of_shares(right_share) as right_sum,
    macros.sum_of_shares(right_share * right_share) as right_square_sum,
    macros.sum_of_shares(given_share) as given_sum,
    macros.sum_of_shares(given_share * given_share) as given_square_sum,
    count_if(is_due and known_count > 0)
    + coalesce(macros.sum_of_shares(case when not is_due then given_share * given_share end), 0)
        as union_square_sum,
    macros.sum_of_shares(named_share) as named_sum,
    macros.sum_of_shares(named_share * named_share) as named_square_sum,
    macros.sum_of_shares(right_share * named_share) as right_named_sum,
    count_if(is_due and is_missing) as missing_count,
    count_if(known_count = 0 and has_failed) as error_count,
    count_if(known_count = 0 and not has_failed) as unscored_count,
    coalesce(sum(attempt_count) filter (where is_due), 0)::bigint as expected_attempt_count,
    sum(attempt_count)::bigint as attempt_count,
    sum(attempt_count - known_count)::bigint as left_out_attempt_count
from label_cases
inner join facts.case_slices as slices
    on label_cases.run_id = slices.run_id and label_cases.case_id = slices.case_id
group by
    label_cases.run_id, label_cases.system_id, slices.slice_name, slices.slice_value,
    label_cases.label;
