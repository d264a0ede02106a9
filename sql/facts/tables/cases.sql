-- The cases of each run: what was asked, and what a right answer would be.
--
-- prompt is the text of the prompt, or the messages as JSON where there is no prompt.
--
-- chance is the probability that a system that knows nothing is right, as the suite declares it.
--
-- asked_systems are those that are to answer the case, null where all of the run are.
--
-- Of a case whose payload was taken out the id is left, which its subject says, too.
--
-- grain: run_id, case_id
-- empty without: case_generated

with generated_cases as (
    select
        run_id,
        event_id,
        if(payload is null, url_decode(subject), null) as redacted_case_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "domain": "VARCHAR", "generator": "VARCHAR", "label": "VARCHAR",
            "expected": "VARCHAR", "is_canary": "BOOLEAN", "cluster_id": "VARCHAR",
            "session_id": "VARCHAR", "severity": "VARCHAR", "prompt": "VARCHAR",
            "messages": "VARCHAR", "chance": "DOUBLE", "systems": ["VARCHAR"]
        }') as fields
    from current_events
    where kind = 'case_generated'
)

select
    run_id,
    coalesce(fields.case_id, redacted_case_id) as case_id,
    fields.domain,
    fields.generator,
    fields.label,
    fields.expected,
    if(fields.chance between 0 and 1, fields.chance, null) as chance,
    coalesce(fields.is_canary, false) as is_canary,
    fields.cluster_id,
    fields.session_id,
    fields.severity,
    fields.systems as asked_systems,
    sha256(coalesce(fields.prompt, fields.messages)) as prompt_sha256,
    coalesce(fields.prompt, fields.messages) as prompt,
    event_id
from generated_cases
