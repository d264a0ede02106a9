-- The standard error of Cohen's kappa, without assuming that there is no agreement.
--
-- Of p(i, j), the share of answers that the first rater puts into i and the second into j, with
-- p(i, +) and p(+, j) their sums:
--
--     observed_share  sum of p(i, i)
--     expected_share  sum of p(i, +) p(+, i)
--     linear_sum      sum of p(i, i) (p(+, i) + p(i, +))
--     square_sum      sum of p(i, j) (p(+, i) + p(j, +)) squared, over all i and j
--
-- Source: Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72, equation 13, multiplied
-- out.

create or replace macro macros.kappa_error(
    kappa, observed_share, expected_share, linear_sum, square_sum, rated_count
) as
case
    when expected_share < 1
        then
            sqrt(
                greatest(
                    0e0,
                    observed_share
                    - 2 * (1 - kappa) * linear_sum
                    + (1 - kappa) * (1 - kappa) * square_sum
                    - pow(kappa - expected_share * (1 - kappa), 2)
                )
                / rated_count
            )
            / (1 - expected_share)
end;
