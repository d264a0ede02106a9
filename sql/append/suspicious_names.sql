-- The runs and sources of candidates that may hold a secret, each pair as one text.
--
-- Most candidates have the same few, so each is looked at once.

set variable suspicious_names = (
    with names as (
        select distinct concat_ws(' ', run_id, source) as name
        from candidates
    )

    select coalesce(list(name), [])
    from names
    where regexp_matches(name, getvariable('secret_pattern'))
);
