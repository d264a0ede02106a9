-- Each attempt that was expected of a system, once per slice, as means over domains count it.
--
-- domain_share is the part of its domain's accuracy that an attempt stands for: over a domain of
-- the slice it adds up to one. declared_weight is what the run says the domain weighs, 0 where it
-- does not say: accuracy_weighted counts such cases and gives them no weight.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_domains as

with answers as (
    select
        sliced_answers.*,
        weight / sum(weight) over (
            partition by run_id, system_id, validator_id, slice_name, slice_value, domain
        ) as domain_share
    from facts.sliced_answers
)

select
    answers.run_id, answers.system_id, answers.case_id, answers.attempt, answers.validator_id,
    answers.slice_name, answers.slice_value,
    answers.is_primary_validator,
    answers.represents_case,
    answers.status = 'missing' as is_missing,
    answers.correctness,
    answers.domain_share,
    coalesce(run_weights.weight, 0) as declared_weight,
    case
        when answers.is_right is null
            then macros.left_out_reason(answers.status, answers.outcome)
    end as reason
from answers
left join facts.run_weights using (run_id, domain);
