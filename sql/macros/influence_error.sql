-- The standard error of a value that clusters make up: what each adds to it, to first order.
--
-- From the sum of the squares of these influences, with the factor C / (C - 1) for C clusters.
-- Null below two clusters. Source: Deville (1999), Survey Methodology 25; Cameron and Miller
-- (2015).

create or replace macro macros.influence_error(influence_square_sum, cluster_count) as
case
    when cluster_count > 1
        then sqrt(influence_square_sum * cluster_count / (cluster_count - 1e0))
end;
