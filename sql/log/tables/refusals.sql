-- Where a trigger would write what it refuses; it raises first, so this stays empty.

create table if not exists log.refusals (refusal varchar);
