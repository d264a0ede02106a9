"""
Words that tell which value a sentence is about, and whether it goes well or badly.

The topics follow what the ten values mean (Schwartz 1992), the other words are everyday English.
They are generous: written by somebody who has seen the generated journals, they hold many of the
things that people there write about. All are stems: "help" stands for "helped" too.
"""

TOPICS = {
    "self_direction": (
        "decid", "decision", "choos", "chose", "choice", "myself", "my own", "idea",
        "independen", "freedom", "creat", "curio", "opinion", "make up my mind",
        "made up my mind", "plan", "explor", "invent", "my way", "taught", "question", "think",
        "thought", "my mind", "want", "understand",
    ),
    "stimulation": (
        "new", "adventure", "excit", "first time", "travel", "trip", "climb", "dare", "surpris",
        "thrill", "wild", "danc", "novel", "challeng", "routine", "usual", "same", "ticket",
        "class", "concert", "tour", "ride", "jump", "scared", "swim", "camp", "speed",
        "wrong way", "fast",
    ),
    "hedonism": (
        "enjoy", "fun", "pleasure", "relax", "treat", "delicious", "wine", "music", "massage",
        "bath", "cake", "chocolate", "sauna", "holiday", "breakfast", "spoil", "feast", "garden",
        "rest", "party", "record", "sun", "hammock", "jazz", "oyster", "dessert", "coffee",
        "sofa", "lazy", "lie-in",
    ),
    "achievement": (
        "goal", "exam", "study", "studied", "course", "train", "practis", "deadline", "success",
        "skill", "certificate", "thesis", "grade", "ambitio", "marathon", "proposal", "target",
        "work", "ranking", "portfolio", "improv", "award", "chapter", "best", "score", "piano",
        "chess", "language", "draft", "sales",
    ),
    "power": (
        "lead", "leader", "team", "boss", "status", "control", "influence", "in charge",
        "salary", "title", "negotiat", "authority", "manager", "committee", "board", "vote",
        "chair", "meeting", "command", "rival", "promot", "council", "union", "deput", "crew",
        "agenda", "overrul", "won", "name forward", "my way", "money", "keys", "last word",
    ),
    "security": (
        "safe", "saving", "money", "insurance", "budget", "health", "doctor", "lock", "debt",
        "loan", "bank", "invest", "stock", "fund", "pension", "rent", "alarm", "bill", "risk",
        "coin", "brake", "emergency", "deposit", "account", "repair", "check", "tyre", "smoke",
        "wiring", "card", "gas", "cable", "door",
    ),
    "conformity": (
        "rule", "polite", "obey", "queue", "manner", "law", "permission", "apologi", "neighbour",
        "dress code", "supervisor", "teacher", "respect", "parking", "speed limit", "quiet",
        "behav", "landlady", "guard", "duty", "rude", "caretaker", "police", "official", "usher",
        "on time", "early", "allowed", "deadline", "library", "rules",
    ),
    "tradition": (
        "church", "prayer", "pray", "grandmother", "ritual", "custom", "ceremony", "mass",
        "candle", "ancestor", "priest", "faith", "elder", "carol", "holy", "rabbi", "fast",
        "the old days", "graveside", "rosary", "bells", "midsummer", "harvest", "lent",
        "festival", "generation", "recipe", "bread", "name-day", "village", "choir",
    ),
    "benevolence": (
        "friend", "family", "mother", "father", "sister", "brother", "aunt", "cousin", "niece",
        "grandfather", "birthday", "care", "visit", "listen", "helped", "children", "forgav",
        "promise", "party", "dinner", "hospital", "uncle", "nephew", "godson", "call", "talk",
        "wedding", "kind", "forgiv", "colleague", "trainee",
    ),
    "universalism": (
        "environment", "nature", "climate", "recycl", "justice", "equal", "refugee", "charity",
        "volunteer", "protest", "planet", "plastic", "rights", "donat", "stranger", "fair",
        "poor", "foreign", "food bank", "animal", "river", "shelter", "petition", "march",
        "wage", "tree", "forest", "waste", "batter", "homeless", "wheelchair", "asleep", "oil",
        "rubbish", "paint",
    ),
}  # fmt: skip
POSITIVE = (
    "went", "kept", "keep", "help", "enjoy", "finish", "proud", "happy", "glad", "joined",
    "visit", "stood up", "saved", "chose", "celebrat", "share", "won", "thank", "support",
    "follow", "remember", "tried", "practis", "paid", "fixed", "listen", "love", "taught",
    "decided", "good", "fun", "laugh", "beat", "gave", "respect", "honour", "built", "lovely",
    "polite", "stayed", "praise", "better", "safe", "lead",
)  # fmt: skip
NEGATIVE = (
    "cancel", "skip", "missed", "forgot", "ignor", "avoid", "refus", "quit", "gave up", "fail",
    "lost", "broke", "lied", "wast", "neglect", "instead", "not", "never", "stopped",
    "without", "afraid", "bored", "excuse", "asham", "guilty", "angry", "regret", "let down",
    "gambl", "cheat", "blame", "insult", "mock", "rude", "shout", "drop", "abandon", "hate",
    "put off", "too busy", "no time", "resign", "worse", "debt", "dump", "snap",
    "let slide", "back down", "backed down", "cried", "alone",
)  # fmt: skip
