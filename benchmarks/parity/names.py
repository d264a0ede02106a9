"""Names and texts that engines treat in ways of their own: what ids and slices may be made of."""

CASES = [
    "c1", "c 2", "c/3", "c%2F4", "a+b", "100%", "it's", 'say "so"', "back\\slash", "percent%zz",
    "Größe", "e\u0301 combining", "案件-7", "🧪 test", "right\u202eleft", "zero\u200bwidth",
    "tab\tinside", "two\nlines", " blank before", "UPPER", "upper", "{brace}", "[bracket]",
    "$dollar", "null", "true", "12", "1e5", "-0", "--", ";drop", "русский", "עברית", "é\u00a0nbsp",
]  # fmt: skip
SYSTEMS = ["m/α", "raw_llm", "null"]
DOMAINS = ["math", "Geschichte ü", "a=b", "", "nu\u200bll", "💡"]
TEXTS = [
    "plain", "", "with 'quotes' and \"more\"", "back\\slash\\n", '{"a": 1}', "[1, 2]",
    "line\nfeed",
    "\u2028 separator", "emoji 👩\u200d🔬", "ﬁ ligature", "null", "é", "e\u0301",
]  # fmt: skip
# As attributes of cases have them.
VALUES = [
    "easy", "Größe ü", 3, 0.5, 1e22, 1e-7, True, None, "[1]", "{}", "",
    "a=b", "1.0E22", "💡", -0.25, 9007199254740991,
]  # fmt: skip
