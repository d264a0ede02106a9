-- How many percent of the claims are kept: the default of coverage_percent.

create or replace macro macros.coverage_percent() as 80;
