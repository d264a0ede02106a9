-- What is known of what rows add to a metric: by how they count, grain, cluster, variant and part.

create table contributions (
    counted varchar,
    grain_index bigint,
    cluster_index bigint,
    variant varchar,
    part bigint,
    numerator double,
    denominator double
)
