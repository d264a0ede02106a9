"""Offline HTML page of one chart, with Vega included; it loads and evaluates nothing."""

import base64
import hashlib
import html
import json
from functools import cache
from typing import Any

import vl_convert

from evalstore.reviews.charts.drawing.theme import PALETTES, Mode

STYLE = """\
body { margin: 0; padding: 12px; }
.vega-embed { box-sizing: border-box; font-family: system-ui, sans-serif; max-width: 100%; }
.vega-embed svg.marks { height: auto; max-width: 100%; }
"""
# `ast` makes Vega interpret its expressions, so that the policy need not allow `eval`.
SHOW = """\
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const has = (id) => document.getElementById(id) !== null;
const chosen = () => has("dark") && (dark.matches || !has("light")) ? "dark" : "light";
const show = () => vegaEmbed("#chart", read(chosen()), {
  ast: true,
  renderer: "svg",
  actions: { export: true, source: false, compiled: false, editor: false },
});
dark.addEventListener("change", show);
show();
"""


@cache
def bundle() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script."""
    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")


def interactive_page(specifications: dict[Mode, dict[str, Any]]) -> str:
    """
    Return the page of one chart, from its specification for light, for dark, or for both.

    With both, the page follows the reader's colour scheme. Its policy allows exactly two scripts,
    by their hashes, and no other resources.
    """
    scripts = (bundle(), SHOW)
    allowed = " ".join(f"'sha256-{sha256_base64(script)}'" for script in scripts)
    policy = f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:"
    title = html.escape(title_of(next(iter(specifications.values()))))
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{style_of(list(specifications))}</style>",
            "</head>",
            "<body>",
            '<main id="chart"></main>',
            *(
                f'<script type="application/json" id="{mode}">{script_safe(spec)}</script>'
                for mode, spec in specifications.items()
            ),
            f"<script>{scripts[0]}</script>",
            f"<script>{scripts[1]}</script>",
            "</body>",
            "</html>",
            "",
        )
    )


def style_of(modes: list[Mode]) -> str:
    """Return the style sheet, with the background of the chart."""
    first = PALETTES[modes[0]].background
    rules = f":root {{ color-scheme: {' '.join(modes)}; }}\nbody {{ background: {first}; }}\n"
    if len(modes) > 1:
        dark = PALETTES["dark"].background
        rules += f"@media (prefers-color-scheme: dark) {{ body {{ background: {dark}; }} }}\n"
    return STYLE + rules


def script_safe(value: dict[str, Any]) -> str:
    r"""
    Return JSON that cannot end the script element that contains it.

    >>> script_safe({"system": "</script><script>"})
    '{"system":"\\u003c/script>\\u003cscript>"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def sha256_base64(text: str) -> str:
    """Return the SHA-256 of a text in base64, as in a content security policy."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def title_of(specification: dict[str, Any]) -> str:
    """Return the chart's title as one line."""
    title = specification.get("title", "")
    text = title.get("text", "") if isinstance(title, dict) else title
    return " ".join(text) if isinstance(text, list) else str(text) or "Chart"
