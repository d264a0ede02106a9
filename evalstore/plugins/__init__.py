"""Types that generators, systems, validators and suites exchange, independent of a store."""
