-- How wrong answers are as ever less sure ones are let in: the area under risk_coverage.
--
-- From the surest answer down, the mean error among those so far, averaged over all steps. The
-- surest errors weigh most. A graded correctness errs by what it lacks. Answers are ordered by
-- confidence, then by case_id, which settles ties: they are not averaged. torch_uncertainty
-- instead takes trapezoids over (1 - 1/N). Only judged answers with a stated confidence count;
-- abstained ones claim nothing. Null where none made a claim. Claims of each confidence_kind are
-- measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean share of wrong answers
-- range: 0 to 1
-- better: lower
-- source: area under the risk-coverage curve: Geifman, Uziel and El-Yaniv 2019 (arXiv 1805.08206);
--   1 less the coverage-accuracy area of uncertainty-calibration

create or replace view metrics.aurc as

with expected_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        is_right,
        status,
        case_id,
        confidence,
        1 - macros.correctness(is_right, score) as error,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when macros.is_calibrated(is_right, outcome, confidence)
                then coalesce(confidence_kind, '')
        end as claimed_kind
    from facts.sliced
),

ranked_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        is_primary_validator,
        is_right,
        is_failed,
        status,
        avg(error) over ordered as risk
    from expected_answers
    window
        ordered as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
            order by confidence desc, case_id
            rows between unbounded preceding and current row
        )
),

claimed_kinds as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        bool_or(is_primary_validator) as is_primary_validator,
        count(claimed_kind) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        sum(risk) as risk_sum
    from ranked_answers
    group by all
),

-- What claims nothing has no kind, so its counts belong to every kind of its grain.
counted_kinds as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        is_primary_validator,
        scored_count,
        risk_sum,
        sum(missing_count) over grains as missing_count,
        sum(error_count) over grains as error_count,
        sum(unscored_count) over grains as unscored_count,
        count(claimed_kind) over grains as kind_count
    from claimed_kinds
    window grains as (partition by run_id, system_id, validator_id, slice_name, slice_value)
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    is_primary_validator,
    scored_count,
    missing_count::bigint as missing_count,
    error_count::bigint as error_count,
    unscored_count::bigint as unscored_count,
    risk_sum / nullif(scored_count, 0) as aurc
from counted_kinds
where claimed_kind is not null or kind_count = 0;
