-- The payload of case_generated; a test without a domain belongs to its evaluation.

create or replace temp macro promptfoo_case_payload(fields) as
json_object(
    'case_id', fields.case_id,
    'domain', coalesce(nullif(fields.row.lifted.domain, ''), fields.suite),
    'systems', fields.systems,
    'description', fields.row.description,
    -- Of several prompts, each is another text: the variables are what they have in common.
    'prompt', case
        when fields.is_only_prompt or fields.row.vars is null then fields.row.prompt
        else fields.row.vars::varchar
    end,
    'vars', fields.row.vars,
    'expected', fields.row.expected,
    'label', fields.row.lifted.label,
    'is_canary', fields.row.lifted.is_canary,
    'cluster_id', fields.row.lifted.cluster_id,
    'session_id', fields.row.lifted.session_id,
    'severity', fields.row.lifted.severity,
    'tags', fields.row.lifted.tags,
    'attributes', fields.row.attributes
);
