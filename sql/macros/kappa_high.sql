-- The upper end of the 95 % interval of a kappa in clusters: macros.kappa_low has the rule.

create or replace macro macros.kappa_high(kappa, standard_error, cluster_count) as
case
    when standard_error > 1e-12
        then least(
            1e0, kappa + macros.student_quantile_975(cluster_count - 1) * standard_error
        )
end;
