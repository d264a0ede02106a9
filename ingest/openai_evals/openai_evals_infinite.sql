-- How an infinite value of a metric was written; null of others.

create or replace temp macro openai_evals_infinite(judgement) as
list_filter(
    from_json(judgement.repairs, '[{"path": "VARCHAR", "was": "VARCHAR"}]'),
    lambda repair:
    repair.path = 'data.' || judgement.validator_id and repair.was in ('Infinity', '-Infinity')
)[1].was;
