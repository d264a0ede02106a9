"""
The pytest plugin, which records the tests of a session as a run.

pytest loads it by the entry point ``pytest11``. See docs/architecture.md#api.
"""
