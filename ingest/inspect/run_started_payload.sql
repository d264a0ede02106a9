-- The payload of run_started, from what a log says of its run.

create or replace temp macro run_started_payload(fields) as
json_object(
    'suite', fields.suite,
    'suite_version', fields.started.task_version,
    'seed', json_extract(fields.started.model_generate_config, '$.seed'),
    'git_sha', fields.started.revision.commit,
    'systems', [fields.model],
    'attempts', fields.started.attempts,
    -- Who would judge, should every sample end before it is judged.
    'validators', fields.started.scorers,
    'config', json_object(
        'task_id', fields.started.task_id,
        'eval_set_id', fields.started.eval_set_id,
        'eval_id', fields.started.eval_id,
        'run_id', fields.started.run_id,
        'model_generate_config', fields.started.model_generate_config,
        'task_args', fields.started.task_args,
        'epochs', fields.started.config.epochs,
        'limit', fields.started.config.limit,
        'packages', fields.started.packages,
        'dataset', fields.started.dataset,
        'scorers', fields.started.scorers,
        'solvers', fields.started.solvers,
        -- What the costs that the log does not state were made of.
        'prices', fields.started.prices
    ),
    'tags', fields.started.tags,
    'repairs', fields.repairs
);
