-- The payload of run_started, from what an evaluation says of its run.

create or replace temp macro promptfoo_run_started_payload(fields) as
json_object(
    'suite', fields.suite,
    'systems', fields.started.systems,
    'raters', fields.started.validators,
    'validators', fields.started.validators,
    'config', json_object(
        'promptfoo_version', fields.started.promptfoo_version,
        'node_version', fields.started.node_version,
        'providers', fields.started.providers,
        'evaluateOptions', fields.started.evaluate_options,
        'runtimeOptions', fields.started.runtime_options,
        'tags', fields.started.tags
    ),
    'repairs', fields.repairs
);
