"""Engines that run here, one file each: each takes tables as Parquet and answers statements."""
