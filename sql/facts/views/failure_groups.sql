-- What the failures of a run share, in a model's words: a row for each sentence, with its cases.
--
-- `evalstore review` appends it; each analysis is as it was recorded last. The words are those of
-- a model; what is sure is that each of the case_ids failed and was shown to it. group_number and
-- sentence_number are null where no sentence was kept. is_current is false once the answers of the
-- run have changed since. is_foreign where others appended it.
--
-- Empty until `evalstore review` is run.
--
-- grain: run_id, analysis_id, is_foreign, group_number, sentence_number

create or replace view facts.failure_groups as

with analyses as (
    select
        run_id,
        event_id,
        recorded_at,
        not starts_with(source, 'evalstore:') as is_foreign,
        from_json(payload, '{
            "analysis_id": "VARCHAR", "tree_size": "BIGINT",
            "parameters": {"system_id": "VARCHAR", "validator_id": "VARCHAR"},
            "results": {
                "judge": {"system": "VARCHAR", "model": "VARCHAR"},
                "groups": [{
                    "title": "VARCHAR",
                    "sentences": [{"text": "VARCHAR", "case_ids": ["VARCHAR"]}]
                }],
                "coverage": {
                    "failure_count": "BIGINT", "shown_count": "BIGINT",
                    "explained_count": "BIGINT"
                },
                "dropped_sentence_count": "BIGINT"
            }
        }') as fields
    from log.current_events
    where
        kind = 'analysis_recorded'
        and json_extract_string(payload, '$.method') = 'failure_groups'
),

groups as (
    select
        event_id,
        unnest(fields.results.groups) as failure_group,
        generate_subscripts(fields.results.groups, 1) as group_number
    from analyses
),

sentences as (
    select
        event_id,
        group_number,
        failure_group.title as group_title,
        unnest(failure_group.sentences) as sentence,
        generate_subscripts(failure_group.sentences, 1) as sentence_number
    from groups
)

select
    analyses.run_id,
    analyses.fields.analysis_id,
    analyses.is_foreign,
    sentences.group_number,
    sentences.sentence_number,
    analyses.fields.parameters.system_id,
    analyses.fields.parameters.validator_id,
    sentences.group_title,
    sentences.sentence.text as sentence,
    sentences.sentence.case_ids,
    analyses.fields.results.judge.system as judge_system_id,
    analyses.fields.results.judge.model as judge_model,
    analyses.fields.results.coverage.failure_count,
    analyses.fields.results.coverage.shown_count,
    analyses.fields.results.coverage.explained_count,
    analyses.fields.results.dropped_sentence_count,
    analyses.fields.tree_size,
    coalesce(analyses.fields.tree_size = answer_sizes.tree_size, false) as is_current,
    analyses.recorded_at,
    analyses.event_id
from analyses
left join sentences using (event_id)
left join facts.answer_sizes using (run_id);
