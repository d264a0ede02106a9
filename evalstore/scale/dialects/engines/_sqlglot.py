"""The rules of dialects without a file of their own: sqlglot's translation only."""

from sqlglot import exp
from sqlglot.errors import UnsupportedError

from evalstore.scale.dialects.json_fields import is_json_field, path_of

NESTED = (exp.DataType.Type.ARRAY, exp.DataType.Type.MAP, exp.DataType.Type.STRUCT)


def rewritten(node: exp.Expr) -> exp.Expr:
    """Return a node with JSON read in sqlglot's terms; raise UnsupportedError otherwise."""
    if is_json_field(node):
        return _field(node)
    if isinstance(node, exp.Anonymous):
        raise UnsupportedError(f"it calls {node.name.lower()}, which sqlglot does not translate")
    return node


def _field(node: exp.Expr) -> exp.Expr:
    kind = node.type or exp.DataType.build("varchar")
    if kind.is_type(*NESTED) or not path_of(node):
        raise UnsupportedError("it reads lists or objects out of JSON")
    keys = [exp.JSONPathKey(this=key) for key in path_of(node)]
    path = exp.JSONPath(expressions=[exp.JSONPathRoot(), *keys])
    document = node.expressions[0].copy()
    if kind.is_type(exp.DataType.Type.JSON):
        return exp.JSONExtract(this=document, expression=path)
    text = exp.JSONExtractScalar(this=document, expression=path)
    if kind.is_type(*exp.DataType.TEXT_TYPES):
        return text
    return exp.TryCast(this=text, to=kind.copy(), safe=True)
