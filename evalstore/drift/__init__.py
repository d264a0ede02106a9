"""Value drift: journals, a critic that reads them, the triggers that fire on what it reads."""
