-- The records of a foreign file, for its mapping to read.

create or replace temp table records as
select
    ordinal,
    locus,
    record::json as record
from read_records;
