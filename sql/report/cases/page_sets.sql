-- The sets of rows that the page needs: those of one number, and of all that count like it.
--
-- grain: set_id

create or replace temp table page_sets as

select
    unnest($set_ids::integer[]) as set_id,
    unnest($metrics::varchar[]) as metric,
    unnest($system_ids::varchar[]) as system_id,
    unnest($validator_ids::varchar[]) as validator_id,
    unnest($variants::varchar[]) as variant,
    unnest($slice_names::varchar[]) as slice_name,
    unnest($slice_values::varchar[]) as slice_value
