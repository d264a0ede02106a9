-- What a critic read in a persona's week, per value dimension, beside the truth of the case.
--
-- The truth is the case's `expected`: the list of value dimensions in crisis, and its
-- `value_dims`: for each the weight in the persona's profile, the class of alignment (-1, 0, 1)
-- and whether the week's signals conflict. It is unknown where the case does not say.
--
-- Empty without a critic's responses, such as those of `evalstore run drift`.
--
-- grain: run_id, system_id, persona_id, week, value_dim
-- empty without: response_recorded with value_dim

with recorded_readings as (
    select
        run_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "value_dim": "VARCHAR", "alignment": "DOUBLE", "uncertainty": "DOUBLE",
            "domain_doubt": "DOUBLE"
        }') as fields
    from current_events
    where kind = 'response_recorded'
),

readings as (
    select
        run_id,
        fields.system_id,
        fields.case_id,
        fields.value_dim,
        arg_max_null(fields.alignment, coalesce(fields.attempt, 1)) as alignment,
        arg_max_null(fields.uncertainty, coalesce(fields.attempt, 1)) as uncertainty,
        arg_max_null(fields.domain_doubt, coalesce(fields.attempt, 1)) as domain_doubt
    from recorded_readings
    where fields.value_dim is not null
    group by all
),

persona_weeks as (
    select
        run_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "severity": "VARCHAR", "expected": ["VARCHAR"],
            "attributes": {"persona_id": "VARCHAR", "week": "INTEGER"},
            "value_dims": [{
                "value_dim": "VARCHAR", "weight": "DOUBLE", "alignment": "INTEGER",
                "is_bimodal": "BOOLEAN"
            }]
        }') as fields
    from current_events
    where
        kind = 'case_generated'
        -- Most runs have no persona: their cases need not be read.
        and run_id in (select run_id from readings)
),

value_weeks as (
    select
        run_id,
        fields.case_id,
        unnest(fields.value_dims) as truth
    from persona_weeks
)

select
    readings.run_id,
    readings.system_id,
    persona_weeks.fields.attributes.persona_id,
    persona_weeks.fields.attributes.week,
    readings.value_dim,
    readings.alignment,
    readings.uncertainty,
    readings.domain_doubt,
    list_contains(persona_weeks.fields.expected, readings.value_dim) as is_crisis,
    persona_weeks.fields.severity,
    value_weeks.truth.weight as profile_weight,
    value_weeks.truth.alignment as alignment_truth,
    value_weeks.truth.is_bimodal
from readings
left join persona_weeks
    on
        readings.run_id = persona_weeks.run_id
        and readings.case_id = persona_weeks.fields.case_id
left join value_weeks
    on
        readings.run_id = value_weeks.run_id
        and readings.case_id = value_weeks.case_id
        and readings.value_dim = value_weeks.truth.value_dim
