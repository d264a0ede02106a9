-- How likely all of k attempts are right, drawn from those that were made.
--
-- Without replacement; null where fewer than k were made. The product is that of
-- C(c, k) / C(n, k), factor by factor, so that no number grows large. Source: Yao et al. 2024
-- (arXiv 2406.12045).

create or replace macro macros.all_passing_chance(attempt_count, right_count, drawn_count) as
case
    when drawn_count < 1 or attempt_count < drawn_count then null
    when right_count < drawn_count then 0e0
    else list_product(list_transform(
        range(drawn_count::bigint),
        lambda place: (right_count - place)::double / (attempt_count - place)
    ))
end;
