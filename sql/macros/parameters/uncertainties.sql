-- How many uncertainties an interval reaches: the default of uncertainties.

create or replace macro macros.uncertainties() as 1.96e0;
