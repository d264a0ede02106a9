-- How many configurations of gates decided on one run, ours or those of others, whichever is more.

with configurations as (
    select
        is_foreign,
        count(distinct coalesce(config_sha256, '')) as configuration_count
    from facts.gates
    where run_id = $run_id
    group by is_foreign
)

select coalesce(max(configuration_count), 0) as configuration_count
from configurations
