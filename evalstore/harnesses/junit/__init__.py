"""JUnit XML: elements read one after another, and records of test cases."""
