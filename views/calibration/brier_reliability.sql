-- The part of the Brier score that better calibration would remove.
--
-- The mean squared gap between mean confidence and mean correctness over the bins, weighted by
-- count: the square of rmsce. brier_reliability - brier_resolution + brier_uncertainty equals
-- brier only where each bin holds one value of confidence; else brier also has what varies
-- within the bins. Ten bins of equal width, [k/10, (k+1)/10), the last one closed, as for ece:
-- 0.7 falls into [0.7, 0.8). An empty bin has no part. Null where nothing was claimed. Claims of
-- each confidence_kind are measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean squared gap of shares
-- range: 0 to 1
-- better: lower
-- source: Murphy 1973
-- parameters: 10 bins of equal width, closed below

create or replace view metrics.brier_reliability as

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
        confidence - macros.correctness(is_right, score) as gap,
        floor(confidence * 10) as tenth,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when macros.is_calibrated(is_right, outcome, confidence)
                then coalesce(confidence_kind, '')
        end as claimed_kind
    from facts.sliced
),

-- The bin of confidence 1 joins the one below only afterwards: it is cheaper on few rows.
tenths as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        tenth,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as answer_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        sum(gap) as gap_sum
    from expected_answers
    group by all
),

bins as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        -- Null stays null: `least` would pass it over and say 9.
        case when tenth is not null then least(tenth, 9) end as bin_index,
        bool_or(is_primary_validator) as is_primary_validator,
        sum(answer_count) as answer_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        sum(unscored_count) as unscored_count,
        sum(gap_sum) as gap_sum
    from tenths
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
        sum(
            gap_sum * gap_sum / answer_count
        ) filter (where claimed_kind is not null) as squared_gap_sum
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
        squared_gap_sum,
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
    squared_gap_sum / nullif(scored_count, 0) as brier_reliability
from counted_kinds
where claimed_kind is not null or kind_count = 0;
