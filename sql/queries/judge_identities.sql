-- The suite of a run, its start, and by which identities a validator judged a system in it.

select
    runs.suite,
    runs.started_at,
    coalesce(
        list(distinct macros.judge_identity(
            verdicts.validator_id,
            verdicts.validator_version,
            verdicts.validator_digest,
            verdicts.judge_model,
            verdicts.judge_prompt_sha256
        )) filter (where verdicts.event_id is not null),
        []
    ) as judges
from facts.runs
left join facts.verdicts
    on
        runs.run_id = verdicts.run_id
        and verdicts.system_id = $system_id
        and verdicts.validator_id = $validator_id
        and verdicts.outcome not in ('unscored', 'error')
where runs.run_id = $run_id
group by runs.suite, runs.started_at
