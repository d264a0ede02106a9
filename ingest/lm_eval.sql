-- Evaluations of lm-evaluation-harness to events: a run for each task and each group.
--
-- Reads `records` (ordinal, file_number, record), made of a file of results and the samples of the
-- same stamp, or of one of the two. The macros lie in the folder beside it. A merge patch onto
-- nothing leaves out what is null.
--
-- A document has a record for each filter: the first is the case and the replies, each of them a
-- verdict for each metric. Of a document asked several times each reply is an attempt if a metric
-- has a value for each; where all have one value for all of them, by vote or by the best, they are
-- one attempt. A metric with one value beside one with several judges the first. What
-- filters left of the reply is the answer where all left the same; else verdicts alone have it.
--
-- A line that comes again under its filter is a first one too, so that its reply stands with its
-- verdicts.
--
-- Which metrics measure, which fields of the documents make slices, where filters disagree, and
-- what a target means that is a choice and the number of another, the reader has decided over all
-- samples of the task.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        lm_eval_record(record) as fields
    from records
),

samples as (
    select
        ordinal,
        fields.run_id,
        fields.suite,
        fields.system_id,
        fields.sample as sampled,
        fields.measuring,
        fields.rating,
        fields.slices,
        fields.judges_each,
        fields.filters_disagree,
        fields.targets_are_numbers,
        fields.generator
    from parsed_records
    where fields.kind = 'sample'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        run_id,
        null::double as seconds,
        json_object(
            'case_id', sampled.case_id,
            'domain', suite,
            'generator', coalesce(generator, 'lm_eval'),
            'prompt', sampled.prompt,
            'messages', sampled.messages,
            'choices', sampled.choices,
            'expected', if(
                targets_are_numbers and sampled.numbered_target is not null,
                to_json(sampled.numbered_target),
                sampled.target
            ),
            'doc_id', sampled.doc_id,
            'attributes', map_from_entries(list_filter(
                map_entries(sampled.attributes),
                lambda entry: list_contains(slices, entry.key)
            )),
            'repairs', sampled.repairs
        ) as payload
    from samples
    where sampled.is_first
),

replies as (
    select
        ordinal,
        run_id,
        system_id,
        sampled,
        coalesce(filters_disagree, false) as has_several_answers,
        if(coalesce(judges_each, true), sampled.texts, sampled.texts[1:1]) as judged_texts,
        unnest(judged_texts) as reply,
        generate_subscripts(judged_texts, 1) as attempt
    from samples
    where sampled.is_first
),

judged_replies as (
    select
        *,
        list_contains([score.attempt for score in sampled.scores], attempt) as is_judged,
        -- Of choices and likelihoods no text is asked. A text that is empty is an answer to whom
        -- it was judged by, and else as if none had come.
        case
            when is_judged or reply != '' then 'ok'
            when reply is null and attempt = 1 and sampled.has_answer then 'ok'
            else 'missing'
        end as status
    from replies
),

responses as (
    select
        ordinal,
        -- Between the case and the verdicts, in the order of the attempts.
        attempt / (attempt + 1) as step,
        'response_recorded' as kind,
        run_id,
        null::double as seconds,
        json_object(
            'case_id', sampled.case_id,
            'system_id', system_id,
            'attempt', attempt,
            'status', status,
            'text', reply,
            'text_status', if(
                status = 'ok' and reply is null and sampled.log_likelihoods is null,
                'not_kept',
                null
            ),
            'replies', if(len(judged_texts) < len(sampled.texts), sampled.texts, null),
            'answer', if(attempt = 1 and not has_several_answers, sampled.answer, null),
            'confidence', sampled.confidence,
            'confidence_kind', if(sampled.confidence is null, null, 'logprob'),
            'log_likelihoods', sampled.log_likelihoods,
            'raw_fields', if(attempt = 1, sampled.raw_fields, null),
            'repairs', sampled.reply_repairs
        ) as payload
    from judged_replies
),

scores as (
    select
        ordinal,
        run_id,
        system_id,
        sampled,
        measuring,
        rating,
        unnest(sampled.scores) as score,
        generate_subscripts(sampled.scores, 1) as score_number
    from samples
),

verdicts as (
    select
        ordinal,
        score_number as step,
        'verdict_recorded' as kind,
        run_id,
        null::double as seconds,
        lm_eval_verdict(
            sampled, system_id, score,
            list_contains(measuring, score.validator_id),
            list_contains(rating, score.validator_id)
        ) as payload
    from scores
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        fields.started.at as seconds,
        json_object(
            'suite', fields.suite,
            'suite_version', fields.started.version,
            'seed', fields.started.seed,
            'git_sha', if(
                regexp_full_match(fields.started.git_hash, '[0-9a-f]{7,40}'),
                fields.started.git_hash,
                null
            ),
            'systems', [fields.system_id],
            'config', fields.started.config
        ) as payload
    from parsed_records
    where fields.kind = 'run_started'
),

run_ends as (
    select
        ordinal,
        0 as step,
        'run_finished' as kind,
        fields.run_id,
        fields.finished.at as seconds,
        json_object(
            'status', 'completed',
            'counts', json_object(
                'samples', fields.finished.counts.original,
                -- How many attempts that makes, only one reply to each document tells.
                'completed_samples', if(
                    coalesce(fields.finished.repeats, 1) = 1,
                    fields.finished.counts.effective,
                    null
                )
            )
        ) as payload
    from parsed_records
    where fields.kind = 'run_finished'
),

unrolled_figures as (
    select
        ordinal,
        fields.run_id,
        fields.system_id,
        fields.at as seconds,
        unnest(fields.figures) as figure,
        generate_subscripts(fields.figures, 1) as step
    from parsed_records
    where fields.kind = 'reported'
),

figures as (
    select
        ordinal,
        step,
        'score_reported' as kind,
        run_id,
        seconds,
        json_object(
            'system_id', system_id,
            'scorer', figure.scorer,
            'metric', figure.metric,
            'params', figure.params,
            'value', figure.value,
            'value_text', figure.value_text,
            'stderr', figure.stderr,
            'count', figure.count
        ) as payload
    from unrolled_figures
),

events as (
    select * from run_starts
    union all
    select * from cases
    union all
    select * from responses
    union all
    select * from verdicts
    union all
    select * from figures
    union all
    select * from run_ends
)

select
    events.ordinal,
    events.kind,
    events.run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    lm_eval_time(events.seconds) as occurred_at,
    json_merge_patch('{}', events.payload)::json as payload
from events
order by events.ordinal, events.step
