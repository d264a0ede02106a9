"""Words of statements: auxiliaries by kind and tense, opposites, pronouns, clauses."""

import re

# By kind and tense, which a question and its answer share.
AUXILIARIES = {
    "is": "is", "are": "is", "am": "is", "was": "was", "were": "was", "do": "do", "does": "do",
    "did": "did", "has": "has", "have": "has", "had": "had", "can": "can", "could": "can",
    "will": "will", "would": "would", "should": "should", "must": "must", "may": "may",
    "might": "may",
}  # fmt: skip
_PRONOUNS = "it he she they this that these those you we one i there"
PRONOUNS = frozenset(_PRONOUNS.split())
DENYING = frozenset(("not", "never"))
_EMPTY = """
    a an the of to in on at for by with from and that this these those it its he she they them
    you we i his her their your our my there be been being as any ever such so also really
    actually indeed still currently therefore thus hence clearly certainly definitely
    probably likely simply generally legally technically officially necessarily truly him one
    considered anything about
"""
EMPTY = frozenset(_EMPTY.split())
# With one of these, a clause differs from the claim, unless the question contains it, too.
_ABORTING = """
    only just except unless if sometimes partly partially rarely hardly seldom almost nearly
    barely scarcely once formerly less least more most too than no neither nor none without both
    either all every always entirely completely fully exactly very particularly especially some
    many few mostly until like similar near technically or merely solely clear sure certain known
    often occasionally longer what how why where
"""
ABORTING = frozenset(_ABORTING.split())
IRREGULAR = {
    "won": "win", "wrote": "write", "written": "write", "went": "go", "gone": "go",
    "made": "make", "gave": "give", "given": "give", "took": "take", "taken": "take",
    "came": "come", "saw": "see", "seen": "see", "fell": "fall", "fallen": "fall",
    "became": "become", "got": "get", "led": "lead", "built": "build", "lived": "live",
    "knew": "know", "known": "know", "began": "begin", "begun": "begin", "ate": "eat",
    "eaten": "eat", "had": "have", "has": "have", "said": "say", "met": "meet", "lost": "lose",
    "fought": "fight", "held": "hold", "left": "leave", "flew": "fly", "flown": "fly",
    "swam": "swim", "sank": "sink", "sang": "sing", "sung": "sing", "children": "child",
    "men": "man", "women": "woman", "mice": "mouse", "feet": "foot", "teeth": "tooth",
}  # fmt: skip
NEGATING_PREFIXES = ("un", "in", "im", "il", "ir", "non", "non-", "dis")
_OPPOSITES = """
    dangerous safe;smaller larger;smaller bigger;shorter taller;shorter longer;
    younger older;lower higher;colder hotter;slower faster;fewer more;less more;lighter heavier;
    dead alive;different same;odd even;composite prime;guilty innocent;false true;wrong right;
    wrong correct;later earlier;poorer richer;weaker stronger;worse better
"""
OPPOSITES = tuple(pair.split() for pair in _OPPOSITES.split(";"))
CONTRACTED = (
    (re.compile(r"\bcannot\b|\bcan't\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (re.compile(r"(?<=\b(?:it|he))'s\b|(?<=\bshe)'s\b|(?<=\bthat)'s\b", re.IGNORECASE), " is"),
    (re.compile(r"(?<=\b(?:we))'re\b|(?<=\bthey)'re\b|(?<=\byou)'re\b", re.IGNORECASE), " are"),
)
CLAUSE = re.compile(
    r"[;:,]\s|\s-\s|\s(?=(?:because|although|though|since|but|so|while|whereas|which|"
    r"who|despite|as"
    r"|if|unless|until|whether|when|except|and)\b)",
    re.IGNORECASE,
)
LEAD = re.compile(
    r"(?:(?:so|thus|therefore|hence|and|but|then|yes|no|well|actually|technically|surprisingly|"
    r"in\sfact|indeed|of\scourse|i\s(?:think|believe|guess)(?:\sthat)?|this\smeans(?:\sthat)?|"
    r"which\smeans(?:\sthat)?|we\scan\s(?:say|conclude)\sthat|it\sfollows\sthat)\b\s?)+",
    re.IGNORECASE,
)
# A clause after one of these is dependent, or restricts the one before.
DEPENDENT = re.compile(
    r"(?:because|although|though|since|while|whereas|which|who|despite|as|if|unless|until|"
    r"whether|when|except|before)\b",
    re.IGNORECASE,
)
RESTRICTS = re.compile(
    r"(?:if|unless|until|except|depending|only|before|when|but\s(?:only|not|rarely|seldom|in\s)"
    r"|rarely|seldom|sometimes|in\s(?:some|certain|theory|principle))\b",
    re.IGNORECASE,
)
REPORTED = re.compile(
    r"\b(?:says?|said|claim\w*|believe[sd]?|argue[sd]?|think|thought|myth|misconception"
    r"|assume[sd]?"
    r"|suppose[sd]?|rumou?rs?|suggest(?:s|ed)?|whether|if|unclear|unknown|debate[sd]?)\b",
    re.IGNORECASE,
)
OWN = re.compile(r"\bi\s(?:do\snot\s|don't\s)?(?:think|believe|guess|suppose)\b", re.IGNORECASE)
