-- How often a system is right when it doubts.
--
-- The share of right answers among those with a confidence below 0.3: the mirror of
-- overconfidence_index. An answer is right when its correctness is at least one half. Null where
-- nothing was claimed with so little confidence. Claims of each confidence_kind are measured
-- apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of doubtful answers
-- range: 0 to 1
-- better: lower
-- source: right answers / answers with confidence < 0.3; Wilson score interval (Wilson 1927)
-- parameters: confidence < 0.3, strict; correctness >= 0.5

create or replace view metrics.underconfidence_index as

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
        case
            when
                macros.is_calibrated(is_right, outcome, confidence) and confidence < 0.3
                then macros.correctness(is_right, score)
        end as doubtful_correctness,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when macros.is_calibrated(is_right, outcome, confidence)
                then coalesce(confidence_kind, '')
        end as claimed_kind
    from facts.sliced
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
        count(doubtful_correctness) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        count(*) filter (where doubtful_correctness >= 0.5) as right_count
    from expected_answers
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
        right_count,
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
    right_count / nullif(scored_count, 0) as underconfidence_index,
    macros.wilson_low(right_count, scored_count) as ci_low,
    macros.wilson_high(right_count, scored_count) as ci_high
from counted_kinds
where claimed_kind is not null or kind_count = 0;
