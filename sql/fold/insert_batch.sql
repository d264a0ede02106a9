-- Record a batch.

insert into log.batches
select
    $batch_id,
    $first_position,
    $last_position,
    $event_count,
    $counts,
    $segment,
    $segment_sha256,
    $tree_size,
    $root,
    $frontier,
    $sources,
    $tool_version,
    $recorded_at;
