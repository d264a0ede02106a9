-- The standard error of a share of attempts, where the attempts of a case are not independent.
--
-- From sums over cases: of the attempts that count as one, of all attempts, and of their squares
-- and products. Linearised, with the factor C / (C - 1) for C cases. Null below two cases. Source:
-- ratio estimator of cluster sampling, Cochran 1977, equation 6.13.

create or replace macro macros.ratio_error(
    share_sum, attempt_count, square_sum, product_sum, attempt_square_sum, case_count
) as
case
    when case_count > 1 and attempt_count > 0
        then
            sqrt(
                greatest(
                    0e0,
                    square_sum
                    - 2 * (share_sum / attempt_count) * product_sum
                    + pow(share_sum / attempt_count, 2) * attempt_square_sum
                ) * case_count / (case_count - 1e0)
            ) / attempt_count
end;
