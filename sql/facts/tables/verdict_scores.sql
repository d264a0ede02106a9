-- The named scores of a verdict (respect, integration, evidence, ...), one row each.
--
-- Empty where no validator gives a score to each of several qualities, as a rubric does.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, score_name
-- empty without: verdict_recorded with scores

with scoring_verdicts as (
    select
        run_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "validator_id": "VARCHAR", "scores": "MAP(VARCHAR, DOUBLE)"
        }') as fields
    from current_events
    where kind = 'verdict_recorded' and json_type(payload, '$.scores') = 'OBJECT'
),

named_scores as (
    select
        run_id,
        fields,
        unnest(map_entries(fields.scores)) as entry
    from scoring_verdicts
)

select
    run_id,
    fields.system_id,
    fields.case_id,
    coalesce(fields.attempt, 1) as attempt,
    fields.validator_id,
    entry.key::varchar as score_name,
    entry.value::double as score
from named_scores
