-- How far stated confidence lies from how often it is right: the expected calibration error.
--
-- Answers are binned by confidence; in each bin the mean correctness is held against the mean
-- confidence of the bin (not its midpoint), and the absolute gaps are averaged, weighted by
-- count. Ten bins of equal width, [k/10, (k+1)/10), the last one closed: 0.7 falls into
-- [0.7, 0.8). Other libraries put such edges elsewhere, and models love to say 0.7, so the
-- convention is stated with every value. Only judged answers with a stated confidence count;
-- abstained ones claim nothing, and unclaimed_count says how many judged answers made no claim.
-- Null where none made one. Claims of each confidence_kind are measured apart; its name is the
-- variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean absolute gap of shares
-- range: 0 to 1
-- better: lower
-- source: Naeini et al. 2015; Guo et al. 2017 (arXiv 1706.04599), there with bins closed above
-- parameters: 10 bins of equal width, closed below

create or replace view metrics.ece as

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
        sum(answer_count) filter (where claimed_kind is null) as claimless_count,
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
        sum(claimless_count) over grains as claimless_count,
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
    (coalesce(claimless_count, 0) - missing_count - error_count - unscored_count)::bigint
        as unclaimed_count,
    absolute_gap_sum / nullif(scored_count, 0) as ece
from counted_kinds
where claimed_kind is not null or kind_count = 0;
