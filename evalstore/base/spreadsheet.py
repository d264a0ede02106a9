"""Text in cells of a spreadsheet: formulas are escaped when written and restored when read."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def guarded(text: str) -> str:
    """
    Return the text for a cell, after an apostrophe if a spreadsheet would read it as a formula.

    >>> guarded("=1+1"), guarded("-3"), guarded("Oslo")
    ("'=1+1", "'-3", 'Oslo')
    """
    return "'" + text if text.startswith(FORMULA_STARTS) else text


def unguarded(cell: str) -> str:
    """
    Return the text of a cell, without the apostrophe that ``guarded`` put before a formula.

    >>> unguarded("'=1+1"), unguarded("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA_STARTS) else cell
