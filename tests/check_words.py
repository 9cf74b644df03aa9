#!/usr/bin/env python3
"""Fails where a word comes back for which the field has a better one: in names of code, in texts that users see, in pages.

Names are looked at part by part (`wish_at`, `WishSpread`), those of the model for more words than others; strings for
phrases; comments not. Pages are Markdown without code; docs/notes keeps what was written at the time, docs/reference is
generated from strings. Words that the field uses as well, in another sense (rest, space, path, stop, share), are left to
readers.
--self-test checks the checker.
"""
import pathlib
import re
import sys
import tempfile

import architecture_check

NAMES = {
    "wish": "requested level", "wishes": "requested levels", "rung": "level", "rungs": "levels",
    "ladder": "rate levels", "ladders": "rate levels", "shun": "avoid", "shuns": "avoids", "shunned": "avoided",
    "horizon": "booking limit", "lateness": "added delay", "surroundings": "policy context", "promise": "latency bound",
    "promises": "latency bounds", "tally": "counters", "course": "time series", "mail": "inter-rank messages",
    "hear": "receive", "hears": "receives", "fly": "send", "flies": "sends", "flown": "sent", "asking": "prefetching",
    "rooms": "modules", "house": "architecture", "standing": "queued", "crowded": "backlogged", "obey": "react",
    "obeys": "reacts", "train": "flit burst", "trains": "flit bursts", "circles": "cycles",
}
# Ordinary words elsewhere, which had a meaning of their own in these modules.
OF_THE_MODEL = {
    "question": "evaluation", "questions": "evaluations", "silent": "in transition", "promised": "agreed", "goal": "latency bound",
    "account": "delay budget", "news": "notification", "notices": "congestion notifications", "tell": "notify",
    "tells": "notifies", "told": "notified", "heard": "received", "guess": "estimate", "draws": "power", "drawn": "used, or sampled",
    "silence": "transition", "ways": "switching mode, or paths",
}
# Parts of these are ordinary words; whole names of the model they are not.
WHOLE = {
    "Here": "Context", "at_rest": "is_idle", "rest_level": "idle_level", "rest_state": "idle_state", "settle_level": "apply_level",
    "spread_level": "propagate_level", "channel_owner": "driver", "owner_of_channel": "driver", "missed_bytes": "diverted_bytes",
    "bytes_behind": "downstream_occupancy", "queue_depth": "queue_length", "depth_of_queue": "queue_length", "free_space": "credit",
    "stop_frame": "xoff_frame", "go_frame": "xon_frame", "input_path": "crossbar_input", "path_of_input": "crossbar_input",
    "rank_share": "partition", "share_of_rank": "partition", "boards": "published_lengths",
    "asking_for_memory": "prefetch", "wrong_guess": "branch_misprediction",
}
WHOLE_STRINGS = {'"warm"': '"steady"'}  # the verdict
MODEL = ("engine", "power", "routing", "statistics")
PAGES = {**NAMES, "the house": "the architecture", "wrong guess": "branch misprediction", "asked for ahead": "prefetched",
         "memory ahead": "prefetch", "class_pause": "pfc", "clos_hash": "clos_ecmp", "butterfly_hash": "butterfly_ecmp",
         "second cache": "L2", "first cache": "L1", "step by step": "packet by packet", "missed bytes": "diverted bytes",
         "shortest way": "shortest path", "shortest ways": "shortest paths", "by the hour": "hourly",
         "among the routes": "routable", "latency goal": "latency bound", "in silence": "silently", "the books": "conservation checks"}
# Of sentences, in pages and in texts that users see.
PHRASES = {"is said": "is printed", "are said": "are printed", "says so": "reports it", "no word": "silently",
           "cannot be had": "is unavailable", "nobody knows": "it is unknown", "goes round": "circulates", "for ever": "forever",
           "everybody": "all", "left aside": "ignored", "asked by": "evaluated by", "channel wants": "requested rate",
           "policy wants": "requested level"}
# In texts that users see. Files that translate old names are allowed to have them.
STRINGS = {**PHRASES, "the books": "the conservation check", "promise": "latency bound", "promises": "latency bounds",
           "obeys": "reacts", "in a circle": "in a cycle", "shortest ways": "shortest paths", "wish": "requested level",
           "wishes": "requested levels", "rung": "level", "rungs": "levels", "ladder": "rate levels", "shun": "avoid",
           "lateness": "added delay", "tally": "counters", "surroundings": "context", "be said": "be set", "was said": "was set",
           "stands behind": "follows", "stands beside": "is combined with"}
TRANSLATING = ("old_spellings.cpp", "run_database.cpp")
for word in ("house", "standing", "course", "train", "trains", "mail", "fly"):
    PAGES.pop(word)  # in-house, long-standing, of course, training sets, e-mail, on the fly

OF_PAGES = {word.lower(): better for word, better in {**PAGES, **PHRASES}.items()}


def any_of(words):
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


IN_STRINGS = re.compile(rf"\b(?:{any_of(STRINGS)})\b")
IN_PAGES = re.compile(rf"(?<![\w./-])(?:{any_of(OF_PAGES)})(?![\w/-])", re.IGNORECASE)
TOKEN = re.compile(r'\b\d[\w\']*|//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
                   r'#\s*include[^\n]*|[A-Za-z_]\w*', re.S)
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
TEST_NAME = re.compile(r"\bTEST(?:_F|_P)?\([^)]*\)|RC_GTEST_PROP\([^)]*\)")  # sentences, in anybody's words


def faults_in_code(path, shown):
    text = path.read_text(encoding="utf-8")
    module = shown.parts[1] if shown.parts[0] == "src" else ""
    names = {**NAMES, **OF_THE_MODEL} if module in MODEL else NAMES
    skipped = [match.span() for match in TEST_NAME.finditer(text)]
    for match in TOKEN.finditer(text):
        name = match.group(0)
        if name.startswith(('"', 'R"')) and not path.stem.endswith("_test") and path.name not in TRANSLATING:
            if name in WHOLE_STRINGS:
                yield f"{shown}:{text.count(chr(10), 0, match.start()) + 1}: write {WHOLE_STRINGS[name]} instead of {name}"
            for word in dict.fromkeys(IN_STRINGS.findall(name)):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{shown}:{line}: {name if len(name) < 80 else word}: write {STRINGS[word]} instead of {word}"
            continue
        if not (name[0].isalpha() or name[0] == "_") or any(a <= match.start() < b for a, b in skipped):
            continue
        if module in MODEL and name in WHOLE:
            yield f"{shown}:{text.count(chr(10), 0, match.start()) + 1}: write {WHOLE[name]} instead of {name}"
        for part in PART.findall(name):
            if part.lower() in names:
                line = text.count("\n", 0, match.start()) + 1
                yield f"{shown}:{line}: `{name}`: write {names[part.lower()]} instead of {part.lower()}"


def faults_in_page(path, shown):
    in_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        if in_code or line.startswith("    "):
            continue
        for word in IN_PAGES.findall(line):
            yield f"{shown}:{number}: write {OF_PAGES[word.lower()]} instead of {word}"


def faults(root):
    found = []
    for folder in ("src", "include", "bench"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            found += faults_in_code(path, path.relative_to(root))
    pages = [root / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((root / "docs").rglob("*.md"))
    for path in pages:
        shown = path.relative_to(root)
        if path.is_file() and not str(shown).startswith(("docs/notes", "docs/reference")):
            found += faults_in_page(path, shown)
    return found


def self_test():
    def expect(what, files, count):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            found = faults(root)
            if len(found) != count:
                sys.exit(f"self-test: {what}: expected {count} fault(s), found {found}")

    expect("a part of a name", {"src/a/a.hpp": "int wish_at; struct RateLadder {};"}, 2)
    expect("comments and strings", {"src/a/a.hpp": '// a wish\nconst char* x = "a question";'}, 0)
    expect("texts that users see", {"src/a/a.cpp": 'x("its promise is broken", "compromised");'}, 1)
    expect("an explanation over lines", {"src/a/a.cpp": 'x(R"(all\nis said)");'}, 1)
    expect("a word of the model", {"src/engine/a.hpp": "int question;", "src/fabric/a.hpp": "int question;"}, 1)
    expect("a word within another", {"src/a/a.hpp": "int wrung, bladder;"}, 0)
    expect("a whole name of the model", {"src/engine/a.hpp": "struct Here {}; int still_here, queue_depth, depth;"}, 2)
    expect("a verdict", {"src/a/a.cpp": 'x("warm", "warm-up");'}, 1)
    expect("names of tests", {"src/a/a_test.cpp": "TEST(Control, OfAPairIsTheFasterWish) {}"}, 0)
    expect("a page", {"docs/howto/a.md": "The wish of a channel.\n```\nwish\n```\n"}, 1)
    expect("a phrase in a page", {"docs/howto/a.md": "It is said on stderr, as in-house tools do."}, 1)
    expect("notes", {"docs/notes/a.md": "The wish of a channel."}, 0)
    print("the check of words catches what it should")


if __name__ == "__main__":
    architecture_check.run(faults, self_test, "no word has come back")
