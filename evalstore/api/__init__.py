"""The Python interface: a store that is opened, and what it answers."""
