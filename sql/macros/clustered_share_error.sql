-- The standard error of a share of counts, where those of a cluster are not independent.
--
-- From sums over clusters of whole numbers: of the part, of the whole, and of their squares and
-- products, so that rounding makes no error where the share is the same in every cluster. Null
-- below two clusters, which tell nothing of the others. Source: ratio estimator of cluster
-- sampling, Cochran 1977, equation 6.13, that of macros.ratio_error.

create or replace macro macros.clustered_share_error(
    part_sum, whole_sum, part_square_sum, product_sum, whole_square_sum, cluster_count
) as
case
    when cluster_count > 1 and whole_sum > 0
        then
            sqrt(
                (
                    whole_sum::hugeint * whole_sum * part_square_sum
                    - 2 * part_sum::hugeint * whole_sum * product_sum
                    + part_sum::hugeint * part_sum * whole_square_sum
                )::double * cluster_count / (cluster_count - 1e0)
            ) / whole_sum / whole_sum
end;
