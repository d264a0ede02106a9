-- The lower end of the 95 % interval of a kappa whose readings come in clusters.
--
-- Student's t with one degree of freedom less than there are clusters, clipped to [-1, 1]. Null
-- for a single cluster, and where none moves the kappa: there is no spread to learn from.

create or replace macro macros.kappa_low(kappa, standard_error, cluster_count) as
case
    when standard_error > 1e-12
        then greatest(
            -1e0, kappa - macros.student_quantile_975(cluster_count - 1) * standard_error
        )
end;
