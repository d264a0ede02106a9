-- The upper end of the 95 % interval of a share in clusters: macros.clustered_low has the rule.

create or replace macro macros.clustered_high(share, standard_error, cluster_count) as
case
    -- What is left of no error by rounding.
    when standard_error <= 1e-12 then macros.wilson_high(share * cluster_count, cluster_count)
    when standard_error > 0
        then least(
            1e0, share + macros.student_quantile_975(cluster_count - 1) * standard_error
        )
end;
