-- Where the expected labels stand: the default of the parameter expected.

create or replace macro macros.expected() as 'expected';
