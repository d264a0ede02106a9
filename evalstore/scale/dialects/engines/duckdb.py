"""DuckDB without a store, on the tables of a lake."""

import json

from sqlglot import exp

from evalstore.scale.dialects.json_fields import is_entries, is_json_field, path_of, structure_of
from evalstore.scale.dialects.macros import IMAGES, images


def rewritten(node: exp.Expr) -> exp.Expr:
    """Return a node in DuckDB's syntax; only JSON fields and images change."""
    if isinstance(node, exp.Anonymous) and node.name == IMAGES:
        return images(node.expressions[0])
    return _field(node) if is_json_field(node) else node


def _field(node: exp.Expr) -> exp.Expr:
    kind = node.type or exp.DataType.build("varchar")
    document_expr: exp.Expr = node.expressions[0]
    place = exp.Literal.string(".".join(["$", *path_of(node)]))
    if not kind.is_type(exp.DataType.Type.ARRAY, exp.DataType.Type.MAP, exp.DataType.Type.JSON):
        text = exp.Anonymous(this="json_extract_string", expressions=[document_expr, place])
        is_text = kind.is_type(*exp.DataType.TEXT_TYPES)
        return text if is_text else exp.TryCast(this=text, to=kind)
    if not path_of(node) and kind.is_type("varchar[]"):
        # The text may be any, and need not be JSON.
        document = exp.TryCast(this=document_expr, to=exp.DataType.build("json"))
        return exp.TryCast(this=document, to=kind)
    if path_of(node):
        document_expr = exp.Anonymous(this="json_extract", expressions=[document_expr, place])
    if kind.is_type(exp.DataType.Type.JSON):
        return document_expr
    if is_entries(kind):
        value = kind.expressions[0].expressions[1].kind
        structure = json.dumps(f"MAP(VARCHAR, {value.sql(dialect='duckdb')})")
        mapped = exp.Anonymous(
            this="from_json", expressions=[document_expr, exp.Literal.string(structure)]
        )
        return exp.Anonymous(this="map_entries", expressions=[mapped])
    structure = json.dumps(structure_of(kind))
    return exp.Anonymous(
        this="from_json", expressions=[document_expr, exp.Literal.string(structure)]
    )
