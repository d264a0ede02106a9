-- Quadratic weighted kappa out of sums over the readings whose class and true class are known.
--
-- How many there are, and the sums of the squared distance of the two, of the squares of both, and
-- of each. All are whole numbers, so no rounding decides whether it is defined: null where both
-- name one and the same class throughout. Source: Cohen 1968.

create or replace macro macros.quadratic_kappa(
    reading_count, distance_sum, square_sum, class_sum, truth_sum
) as
(
    reading_count * square_sum - 2 * class_sum * truth_sum - reading_count * distance_sum
) / nullif(reading_count * square_sum - 2 * class_sum * truth_sum, 0);
