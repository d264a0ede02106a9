-- The payload of case_generated: the first prompt, and what the first match was held against.

create or replace temp macro openai_evals_case(sample, judged) as
json_object(
    'case_id', sample.case_id,
    'domain', sample.suite,
    'generator', 'openai_evals',
    'prompt', case
        when json_type(sample.replies[1].prompt) = 'VARCHAR' then sample.replies[1].prompt ->> '$'
    end,
    'messages', case
        when json_type(sample.replies[1].prompt) = 'ARRAY' then sample.replies[1].prompt
    end,
    'expected', json_extract(judged, '$.expected')
);
