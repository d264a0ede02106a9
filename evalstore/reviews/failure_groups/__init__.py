"""
Groups of failed answers, named and explained by a model.

``evalstore review`` calls it; the report shows the groups. See docs/architecture.md#reviews.
"""
