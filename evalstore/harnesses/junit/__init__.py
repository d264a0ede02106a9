"""JUnit XML: elements read one after another, test cases with all that is said of them."""
