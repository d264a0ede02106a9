-- About how many different sources the incoming events have.

select approx_count_distinct(source) as source_count
from read_parquet(getvariable('inbox_files'));
