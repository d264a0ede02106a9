-- The event lines of two runs of the same cases, the right one a little better.
--
-- Some 33 cases form a cluster: 3,000 clusters of 100,000 cases.

with runs as (
    from (values ('left', 0), ('right', 1)) as named (run_id, side)
),

cases as (
    select
        runs.run_id,
        runs.side,
        numbers.case_number,
        'case-' || lpad(numbers.case_number::varchar, 7, '0') as case_id,
        numbers.case_number % (getvariable('case_count') * 3 // 100) as cluster_number
    from range(getvariable('case_count')) as numbers (case_number) -- noqa: AL05
    cross join runs
),

events as (
    select
        run_id,
        'run_started' as kind,
        {
            suite: 'benchmark',
            suite_version: '1',
            systems: ['system'],
            config: { validators: { factual: '1' } }
        }::json as payload
    from runs
    union all
    select
        run_id,
        'case_generated' as kind,
        {
            case_id: case_id,
            domain: 'domain-' || (case_number % 7)::varchar,
            cluster_id: 'cluster-' || cluster_number::varchar,
            prompt: 'Question ' || case_number::varchar || '?',
            validators: ['factual']
        }::json as payload
    from cases
    union all
    select
        run_id,
        'response_recorded' as kind,
        {
            case_id: case_id, system_id: 'system', status: 'ok', answer: 'yes', confidence: 0.8
        }::json as payload
    from cases
    union all
    select
        run_id,
        'verdict_recorded' as kind,
        {
            case_id: case_id,
            system_id: 'system',
            validator_id: 'factual',
            outcome: if(hash(case_number, side) % 100 < 70 + side, 'right', 'wrong'),
            reason: 'compared'
        }::json as payload
    from cases
    union all
    select
        run_id,
        'run_finished' as kind,
        { status: 'completed' }::json as payload
    from runs
)

select to_json({ kind: kind, run_id: run_id, payload: payload })::varchar as line
from events
