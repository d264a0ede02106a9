-- The payload of case_generated; a sample without a domain belongs to its task.

create or replace temp macro case_payload(sampled, suite) as
json_object(
    'case_id', sampled.case_id,
    'domain', coalesce(nullif(sampled.lifted.domain, ''), suite),
    'prompt', sampled.prompt,
    'messages', sampled.messages,
    'images', sampled.images,
    'choices', sampled.choices,
    'expected', if(sampled.target in ('""', '[]'), null, sampled.target),
    'label', sampled.lifted.label,
    'is_canary', sampled.lifted.is_canary,
    'cluster_id', sampled.lifted.cluster_id,
    'session_id', sampled.lifted.session_id,
    'severity', sampled.lifted.severity,
    'tags', sampled.lifted.tags,
    'attributes', sampled.attributes,
    'repairs', sampled.case_repairs
);
