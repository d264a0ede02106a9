"""Systems that know nothing: what a suite says of these is chance."""
