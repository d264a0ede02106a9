-- How many attempts are drawn: the defaults of the parameter k.

create or replace macro macros.k() as [1, 2, 5, 10];
