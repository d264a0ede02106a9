-- How good the evidence is that a system gives where it is asked for some.
--
-- The mean score of the validator evidence over the cases that it was to judge and that ask for
-- evidence; of a case that asks for none it says nothing, and nothing is counted. A reply that
-- never came or cannot be read gives no evidence: 0. Without any such case there is no row, and
-- where none was judged the value is null: no evidence looked at is not good evidence.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: mean score
-- range: 0 to 1
-- better: higher
-- source: mean of the evidence score over cases that ask for evidence

create or replace view metrics.evidence_quality as

with expected_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        status,
        macros.correctness(is_right, score) as evidence_score,
        macros.is_failed(is_right, status, outcome) as is_failed
    from facts.sliced
    where validator_id = 'evidence'
),

counted_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as answer_count,
        count(evidence_score) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        avg(evidence_score) as evidence_quality
    from expected_answers
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    answer_count - scored_count - error_count as unscored_count,
    evidence_quality
from counted_answers;
