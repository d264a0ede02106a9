-- The payload of case_generated; a test case belongs to its suite.

create or replace temp macro deepeval_case_payload(fields) as
json_object(
    'case_id', fields.case_id,
    'domain', fields.suite,
    'description', fields.case.name,
    'prompt', fields.case.prompt,
    'expected', fields.case.expected,
    'context', fields.case.context,
    'expected_tools', fields.case.expected_tools,
    'user_description', fields.case.user_description,
    'comments', fields.case.comments,
    'tags', fields.case.tags,
    'attributes', fields.case.attributes
);
