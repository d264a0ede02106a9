"""The Python interface: opening, reading and writing a store."""
