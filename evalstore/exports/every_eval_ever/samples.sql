-- Lines of every_eval_ever 0.3 for the judged attempts of one system: one for each verdict.
--
-- A line needs a score, and whether the answer is right. So attempts that errored, and verdicts
-- that are unscored or measure, give none: `left_out` says why. A missing answer counts as wrong,
-- and its line says that nothing came. What the format has no place for stands in metadata.
--
-- Parameters: run_id, system_id, evaluation_id, model_id, evaluation_name.
--
-- grain: case_id, attempt, validator_id

with single_attributes as (
    select
        case_id,
        name,
        min(value) as value
    from facts.case_attributes
    where run_id = $run_id
    group by case_id, name
),

attributes_of_cases as (
    select
        case_id,
        map_from_entries(list(row(name, value) order by name, value)) as attributes
    from single_attributes
    group by case_id
),

judged as (
    select
        scored.case_id,
        scored.attempt,
        scored.validator_id,
        scored.status,
        scored.outcome,
        scored.answer,
        scored.expected,
        scored.confidence,
        scored.confidence_kind,
        scored.domain,
        scored.label,
        scored.cluster_id,
        scored.session_id,
        scored.severity,
        scored.is_canary,
        case
            when scored.outcome = 'measured' then null
            when scored.weight is not null
                then macros.correctness(scored.is_right, scored.score)
        end as score,
        case
            when scored.outcome = 'measured' then 'the verdict measures, and says neither'
            when scored.weight is null
                then coalesce(
                    macros.left_out_reason(scored.status, scored.outcome), 'nothing was judged'
                )
        end as left_out,
        coalesce(cases.prompt, '') as prompt,
        responses.text,
        responses.error,
        responses.latency_ms,
        responses.tokens_in,
        responses.tokens_out,
        attributes_of_cases.attributes
    from facts.scored
    left join facts.cases using (run_id, case_id)
    left join facts.responses using (run_id, system_id, case_id, attempt)
    left join attributes_of_cases using (case_id)
    where scored.run_id = $run_id and scored.system_id = $system_id
)

select
    left_out,
    case
        when left_out is null
            then json_object(
                'schema_version', '0.3.0',
                'evaluation_id', $evaluation_id,
                'model_id', $model_id,
                'evaluation_name', $evaluation_name,
                'evaluation_result_id', concat_ws('/', 'accuracy', validator_id),
                'sample_id', case_id,
                'sample_hash', sha256(prompt || coalesce(expected, '')),
                'interaction_type', 'single_turn',
                'input', json_object(
                    'raw', prompt,
                    'reference', case when expected is null then [] else [expected] end
                ),
                'output', json_object('raw', case when text is null then [] else [text] end),
                'answer_attribution', case
                    when answer is null then []
                    else [
                        json_object(
                            'turn_idx', 0,
                            'source', 'output.raw',
                            'extracted_value', answer,
                            'extraction_method', 'custom',
                            'is_terminal', true
                        )
                    ]
                end,
                'evaluation', json_object('score', score, 'is_correct', score >= 0.5),
                'token_usage', case
                    when tokens_in is not null and tokens_out is not null
                        then json_object(
                            'input_tokens', tokens_in,
                            'output_tokens', tokens_out,
                            'total_tokens', tokens_in + tokens_out
                        )
                end,
                'performance', case
                    when latency_ms is not null then json_object('latency_ms', latency_ms)
                end,
                'error', case
                    when status in ('missing', 'unparsable') then coalesce(error, status)
                end,
                'metadata', json_merge_patch(
                    '{}',
                    json_object(
                        'attempt', attempt::varchar,
                        'validator_id', validator_id,
                        'status', coalesce(status, 'missing'),
                        'outcome', outcome,
                        'confidence', confidence::varchar,
                        'confidence_kind', confidence_kind,
                        'domain', domain,
                        'label', label,
                        'cluster_id', cluster_id,
                        'session_id', session_id,
                        'severity', severity,
                        'is_canary', case when is_canary then 'true' end,
                        'attributes', to_json(attributes)::varchar
                    )
                )
            )
    end as line
from judged
order by case_id, attempt, validator_id;
