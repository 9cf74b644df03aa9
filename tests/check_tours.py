#!/usr/bin/env python3
"""Fails when a page that leads through the code names a file or a function that is not there.

A page names a file in `code font`. In the pages of FUNCTIONS, a function is written as `name()`, and the file
that defines it stands beside it: it is the last file before it or the first one after it in the same paragraph,
list item or table row. A function of a tour is called by a file that the tour names. Where it says "`a()` in `a.hpp`
calls `b()`", "`b()`, called by `a.hpp`" or "Calls lead one way: `a()` in `a.hpp`, `b()` in …", a.hpp calls b().
--self-test checks the checker.
"""
import pathlib
import re
import sys
import tempfile

import architecture_check

FUNCTIONS = ["docs/design/tour-packet.md", "docs/design/tour-decision.md", "docs/design/model.md", "CONTRIBUTING.md"]
TOURS = ["docs/design/tour-packet.md", "docs/design/tour-decision.md"]
PAGES = [*FUNCTIONS, "docs/design/routings.md", "docs/design/architecture.md", "docs/design/glossary.md",
         "docs/results/performance.md"]

CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w.*/-]+\.(?:hpp|cpp|py|cmake|md|sh)$|[\w.*-]+/[\w.*/-]*\.(?:toml|txt)$|[\w.*-]+/[\w.*/-]*/$")
FUNCTION = re.compile(r"(?:\w+::)*(\w+)\(\)$")
LEFT_OUT = {"build", "results", "found"}  # folders that only a build or a run makes
AFTER = re.compile(r"\s*(?:const\b|noexcept\b|override\b|final\b|->\s*[\w:<>&*\s]+?|\s)*\{")


def pieces(text):
    """(number of the first line, text) of each paragraph, list item and table row; blocks of code are left out."""
    piece, first, fenced = [], 1, False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.lstrip().startswith("```")
        starts = not line.strip() or fence or re.match(r"\s*(?:[-*|#]|\d+\.)(?:\s|\|)", line + " ")
        if starts and piece:
            yield first, "\n".join(piece)
            piece = []
        fenced ^= fence
        if fenced or fence or not line.strip():
            continue
        if not piece:
            first = number
        piece.append(line)


def files_of(root, name):
    """What a page means: a path from the root or from src/, or a pattern that fits files anywhere in src/. A bare
    name is not enough: several modules may have a file of that name, and a page goes stale unseen."""
    if name.split("/")[0] in LEFT_OUT:
        return [root]
    found = [f for base in (root, root / "src") for f in base.glob(name.rstrip("/"))]
    if not found and "/" not in name and "*" in name:
        found = sorted((root / "src").rglob(name))
    return [f for f in found if f.is_dir() or not name.endswith("/")]


def defines(text, name):
    """Whether a function of that name has a body in the text: its parameters, and then an opening brace."""
    for match in re.finditer(rf"(?<![\w.>])~?{name}\(", text):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        if AFTER.match(text, end):
            return True
    return False


def faults_in_piece(root, piece, with_functions):
    words = [w.group(1) for w in CODE.finditer(piece)]
    files = {w: files_of(root, w) for w in words if FILE.match(w)}
    for name, found in files.items():
        if not found:
            yield f"names `{name}`, which is not there; write its path from src/ or from the root"
    if not with_functions:
        return
    for place, word in enumerate(words):
        function = FUNCTION.match(word)
        if not function:
            continue
        beside = [w for w in words[:place] if w in files][-1:] + [w for w in words[place:] if w in files][:1]
        texts = [f.read_text(encoding="utf-8") for w in beside for f in files[w] if f.is_file()]
        if not beside:
            yield f"names `{word}`, but no file beside it"
        elif texts and not any(defines(text, function.group(1)) for text in texts):
            yield f"names `{word}`, which {' and '.join(f'`{w}`' for w in dict.fromkeys(beside))} does not define"


DECLARED = re.compile(r"(?:\w|[&*>])\s+$")  # a type stands before it
IN_EXPRESSION = re.compile(r"(?:\breturn|\belse|&&|\|\||[=<>+*/-])\s+$")


def calls(text, name):
    """Whether a function of that name is called in the text: it has no body there, and no type before it."""
    for match in re.finditer(rf"(?<!\w){name}(?:<[^;{{}}()]*>)?\(", text):
        before = text[max(0, match.start() - 80):match.start()]
        if before.split("\n")[-1].lstrip().startswith("//"):
            continue
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        if not AFTER.match(text, end) and (not DECLARED.search(before) or IN_EXPRESSION.search(before)):
            return True
    return False


def uncalled(root, page):
    """(line, function) of each function that no file of the page calls."""
    found = [(number, CODE.findall(piece)) for number, piece in pieces((root / page).read_text(encoding="utf-8"))]
    files = {f for _, words in found for w in words if FILE.match(w) for f in files_of(root, w) if f.is_file()}
    texts = [f.read_text(encoding="utf-8") for f in files]
    for number, words in found:
        for function in filter(None, map(FUNCTION.match, words)):
            if not any(calls(text, function.group(1)) for text in texts):
                yield number, function.group(0)


CALLS = re.compile(r"(?<!\bit)\s+calls\s+`((?:\w+::)*\w+)\(\)`")
CALLED_BY = re.compile(r"called\s+by\s+`([^`\n]+)`")


def links_of(piece):
    """(file, function) for each sentence that says that the file calls the function."""
    words = [(w.start(), w.group(1)) for w in CODE.finditer(piece)]
    for match in CALLS.finditer(piece):
        sentence = max(piece.rfind(". ", 0, match.start()), piece.rfind(".\n", 0, match.start()))
        before = [w for place, w in words if sentence < place < match.start()]
        functions = [i for i, w in enumerate(before) if FUNCTION.match(w)]
        after = [w for w in before[functions[-1]:] if FILE.match(w)] if functions else []
        for name in after or [w for w in before if FILE.match(w)][-1:]:
            yield name, match.group(1).split("::")[-1]
    for match in CALLED_BY.finditer(piece):
        functions = [w for place, w in words if place < match.start() and FUNCTION.match(w)]
        if functions and FILE.match(match.group(1)):
            yield match.group(1), FUNCTION.match(functions[-1]).group(1)
    if piece.startswith("Calls lead one way"):
        named = [w for _, w in words if FUNCTION.match(w) or FILE.match(w)]
        for file, function in zip(named[1::2], named[2::2]):
            yield file, FUNCTION.match(function).group(1)


def broken_links(root, page):
    """(line, file, function) of each call that the page states and the file does not make."""
    for number, piece in pieces((root / page).read_text(encoding="utf-8")):
        for name, function in links_of(piece):
            found = [f for f in files_of(root, name) if f.is_file()]
            if found and not any(calls(f.read_text(encoding="utf-8"), function) for f in found):
                yield number, name, function


def faults(root, pages, functions, tours=()):
    for page in pages:
        if not (root / page).exists():
            yield f"{page}: is not there"
            continue
        for number, piece in pieces((root / page).read_text(encoding="utf-8")):
            for fault in faults_in_piece(root, piece, page in functions):
                yield f"{page}:{number}: {fault}"
        for number, function in uncalled(root, page) if page in tours else ():
            yield f"{page}:{number}: names `{function}`, which no file of the page calls: name the one that does"
        for number, name, function in broken_links(root, page) if page in tours else ():
            yield f"{page}:{number}: says that `{name}` calls `{function}()`, which it does not"


def self_test():
    source = ("template <class Here>\nvoid send(Here& at, Hop hop = {}) {\n  book(at, [&] { return f(); });\n}\n"
              "bool open() const { return on(); }\nvoid told();\n")

    def check(what, page, count, word=""):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "src/engine").mkdir(parents=True)
            (root / "src/engine/output.hpp").write_text(source, encoding="utf-8")
            (root / "page.md").write_text(page, encoding="utf-8")
            found = list(faults(root, ["page.md"], ["page.md"], ["page.md"] if "tour" in what else []))
        if len(found) != count or any(word not in f for f in found):
            sys.exit(f"self-test: {what}: expected {count} fault(s) with '{word}', found {found}")

    file = "`engine/output.hpp`"
    check("a file from the architecture", file, 0)
    check("a file from the root", "`src/engine/output.hpp` in `src/engine/`", 0)
    check("a file without its folder", "`output.hpp`", 1, "write its path")
    check("files by a pattern", "`src/engine/*.hpp` and `*put.hpp`", 0)
    check("a file that is gone", "one\n\n`engine/input.hpp`", 1, "page.md:3: names `engine/input.hpp`")
    check("a folder that is gone", "`src/motor/`", 1, "src/motor/")
    check("a function", f"{file}: `send()`, `Hop::open()`", 0)
    check("a function before its file", f"`send()` in {file}", 0)
    check("a function between two files", f"`src/engine/`, `send()`, {file}", 0)
    check("a function that is only called", f"{file}: `book()`", 1, "does not define")
    check("a function that is called in a condition", f"{file}: `on()`", 1, "does not define")
    check("a function that is only declared", f"{file}: `told()`", 1, "does not define")
    check("a function without a file", f"{file}\n\n`send()`", 1, "no file beside it")
    check("a list item is a piece of its own", f"- {file}\n- `send()`", 1, "page.md:2: names `send()`, but no file")
    check("a table row is a piece of its own", f"| {file} |\n| `send()` |", 1, "no file beside it")
    check("a line that goes on", f"- {file}\n  and `send()`", 0)
    check("code", f"```\n`gone.hpp` and `send()`\n```\n{file}", 0)
    check("a tour with a function that is called", f"{file}: `f()`", 1, "does not define")
    check("a tour with a function that nobody calls", f"{file}: `send()`", 1, "no file of the page calls")
    check("a tour with a call", f"{file}. {file} calls `f()` ({file})", 1, "does not define")
    check("a tour with a call that is not made", f"`open()` in {file} calls `send()` in {file}", 3)
    check("a tour with a caller that does not call", f"`send()`, called by {file}", 2, "`send()`")
    check("a tour with a chain that is broken", f"Calls lead one way: `send()` in {file} and `open()` in {file}", 3)
    print("the check of tours catches what it should")


architecture_check.run(lambda root: faults(root, PAGES, FUNCTIONS, TOURS), self_test, "every file and function that the tours name is there")
