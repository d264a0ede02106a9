-- How wrong the surest answers are, when the least sure fifth is held back.
--
-- The mean error among the surest 80 % of answers, rounded up to whole ones: what would be said
-- if a confidence threshold kept the rest silent. risk_coverage has every other coverage. A
-- graded correctness errs by what it lacks. Answers are ordered by confidence, then by case_id,
-- which settles ties: they are not averaged. Only judged answers with a stated confidence count;
-- abstained ones claim nothing. Null where none made a claim. The counts are of all answers,
-- those held back too. Claims of each confidence_kind are measured apart; its name is the
-- variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of wrong answers
-- range: 0 to 1
-- better: lower
-- source: El-Yaniv and Wiener 2010; Geifman and El-Yaniv 2017 (arXiv 1705.08500)
-- parameters: coverage 0.8

create or replace view metrics.selective_risk as

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
        error,
        count(*) over kinds as kind_answer_count,
        row_number() over (kinds order by confidence desc, case_id) as confidence_rank
    from expected_answers
    window
        kinds as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
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
        -- rank <= ceil(0.8 * count), in whole numbers: 0.8 times a count may come out too large.
        avg(error) filter (
            where 5 * (confidence_rank - 1) < 4 * kind_answer_count
        ) as risk
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
        risk,
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
    case when claimed_kind is not null then risk end as selective_risk
from counted_kinds
where claimed_kind is not null or kind_count = 0;
