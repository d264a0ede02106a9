"""Types that generators, systems, validators and suites exchange; none knows a store."""
