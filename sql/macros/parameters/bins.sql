-- How many bins of confidence there are: the default of the parameter bins.

create or replace macro macros.bins() as 10;
