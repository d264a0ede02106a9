-- How far stated confidence lies from how often it is right, in bins of equal count.
--
-- Like ece, but over ten bins that hold as many answers each, so that crowded confidences are
-- told apart and no bin rests on a handful. Answers are ordered by confidence, then by case_id;
-- where their number is no multiple of ten the first bins hold one more, and fewer than ten
-- answers have a bin each, as numpy.array_split cuts. Answers of the same confidence may fall
-- into two bins: uncertainty-calibration cuts between values and keeps them together, so the two
-- agree only where no tie lies across a cut. Only judged answers with a stated confidence count;
-- abstained ones claim nothing. Null where none made a claim. Claims of each confidence_kind are
-- measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean absolute gap of shares
-- range: 0 to 1
-- better: lower
-- source: Nguyen and O'Connor 2015 (arXiv 1508.05154); Nixon et al. 2019 (arXiv 1904.01685)
-- parameters: 10 bins of equal count

create or replace view metrics.ece_equal_mass as

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
        confidence - macros.correctness(is_right, score) as gap,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when macros.is_calibrated(is_right, outcome, confidence)
                then coalesce(confidence_kind, '')
        end as claimed_kind
    from facts.sliced
),

binned_answers as (
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
        gap,
        ntile(10) over ordered as bin_index
    from expected_answers
    window
        ordered as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
            order by confidence, case_id
        )
),

bins as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        bin_index,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as answer_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        sum(gap) as gap_sum
    from binned_answers
    group by all
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
        coalesce(sum(answer_count) filter (where claimed_kind is not null), 0) as scored_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        sum(unscored_count) as unscored_count,
        sum(abs(gap_sum)) filter (where claimed_kind is not null) as absolute_gap_sum
    from bins
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
        absolute_gap_sum,
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
    scored_count::bigint as scored_count,
    missing_count::bigint as missing_count,
    error_count::bigint as error_count,
    unscored_count::bigint as unscored_count,
    absolute_gap_sum / nullif(scored_count, 0) as ece_equal_mass
from counted_kinds
where claimed_kind is not null or kind_count = 0;
