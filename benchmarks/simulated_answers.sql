-- Scored answers of simulated runs: each case is right with a probability of its own.
--
-- Nothing but hashes draws, each of one text: that of several numbers is not independent of that
-- of their neighbours. A case's probability is fixed; whether it is answered right is drawn
-- in each run anew. In a share of its clusters ($tied_share) all cases share one draw. A drop
-- scales every probability down, so that their mean falls by just that much.
--
-- Parameters: first_run, last_run (exclusive), case_count, cluster_size, tied_share, drop, name.

insert into facts.scored by name

with numbers as (
    select
        runs.number as run_number,
        cases.number as case_number,
        cases.number // $cluster_size as cluster_number
    from range($first_run, $last_run) as runs (number) -- noqa: AL05
    cross join range($case_count) as cases (number) -- noqa: AL05
),

draws as (
    select
        run_number,
        case_number,
        cluster_number,
        -- From 0.6 to 1, 0.8 in the mean.
        0.6 + 0.4 * ((case_number * 7919) % $case_count + 0.5) / $case_count as probability,
        if(
            hash(concat_ws('-', 'tie', run_number, cluster_number)) % 1000000 / 1e6 < $tied_share,
            hash(concat_ws('-', 'cluster', run_number, cluster_number)),
            hash(concat_ws('-', 'case', run_number, case_number))
        ) % 1000000 / 1e6 as drawn
    from numbers
)

select
    'case-' || case_number as case_id,
    'factual' as validator_id,
    1 as attempt,
    1e0 as weight,
    true as represents_case,
    1 as case_attempt_count,
    0 as case_error_count,
    0 as case_missing_count,
    'simulated' as suite,
    'all' as domain,
    'maia' as system_id,
    false as is_canary,
    'ok' as status,
    true as is_primary_validator,
    $name || '-' || lpad(run_number::varchar, 6, '0') as run_id,
    if($cluster_size > 1, 'cluster-' || cluster_number, null) as cluster_id,
    drawn < probability * (1 - $drop / 0.8) as is_right,
    (drawn < probability * (1 - $drop / 0.8))::integer as case_correctness,
    if(drawn < probability * (1 - $drop / 0.8), 'right', 'wrong') as outcome
from draws
order by run_id
