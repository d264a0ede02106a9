-- Leave out of the outgoing events those that some segments of a remote have.
--
-- Parameters: files.

delete from outgoing
where
    place in (
        select new_events.position
        from new_events
        semi join read_parquet($files) as known
            on new_events.event_id = known.event_id::uuid
    );
