-- The lower end of the 95 % interval of a share whose trials come in clusters.
--
-- Student's t with one degree of freedom less than there are clusters, on a standard error that
-- knows them, clipped to [0, 1]. Where no cluster differs from the share, which gives no error,
-- Wilson over the clusters. Null for a single cluster, which tells nothing of others. Source:
-- Cameron and Miller (2015), A practitioner's guide to cluster-robust inference.

create or replace macro macros.clustered_low(share, standard_error, cluster_count) as
case
    -- What is left of no error by rounding.
    when standard_error <= 1e-12 then macros.wilson_low(share * cluster_count, cluster_count)
    when standard_error > 0
        then greatest(
            0e0, share - macros.student_quantile_975(cluster_count - 1) * standard_error
        )
end;
