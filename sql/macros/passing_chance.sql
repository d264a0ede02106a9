-- How likely at least one of k attempts is right, drawn from those that were made.
--
-- Without replacement; null where fewer than k were made. The product is that of
-- C(n - c, k) / C(n, k), factor by factor, so that no number grows large. Source: Chen et al.
-- (2021), arXiv 2107.03374, equation 1.

create or replace macro macros.passing_chance(attempt_count, right_count, drawn_count) as
case
    when drawn_count < 1 or attempt_count < drawn_count then null
    when attempt_count - right_count < drawn_count then 1e0
    else 1e0 - list_product(list_transform(
        range(drawn_count::bigint),
        lambda place: (attempt_count - right_count - place)::double / (attempt_count - place)
    ))
end;
