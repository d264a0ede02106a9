"""Sentence encoders out of a folder: texts become rows of numbers, and nothing is downloaded."""
