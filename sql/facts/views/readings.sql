-- What a critic read of a persona's value dimension in a week, as a class beside the true one.
--
-- The rows are those of facts.alignments. is_missing says that the critic gave no alignment. An
-- alignment outside -1 to 1 is none, and so is a true class that is none of -1, 0 and 1.
--
--     alignment          below -0.5    -0.5 to 0.5    above 0.5
--     alignment_class    -1            0              1
--
-- grain: run_id, system_id, persona_id, week, value_dim

create or replace view facts.readings as

with known_readings as (
    select
        run_id,
        system_id,
        persona_id,
        week,
        value_dim,
        uncertainty,
        domain_doubt,
        is_crisis,
        severity,
        profile_weight,
        is_bimodal,
        alignment is null as is_missing,
        case when alignment between -1 and 1 then alignment end as alignment,
        case when alignment_truth in (-1, 0, 1) then alignment_truth end as alignment_truth
    from facts.alignments
)

select
    run_id,
    system_id,
    persona_id,
    week,
    value_dim,
    is_missing,
    alignment,
    uncertainty,
    domain_doubt,
    is_crisis,
    severity,
    profile_weight,
    is_bimodal,
    alignment_truth,
    case
        when alignment < -macros.class_edge() then -1
        when alignment > macros.class_edge() then 1
        when alignment is not null then 0
    end as alignment_class,
    abs(alignment - alignment_truth) as alignment_error
from known_readings;
