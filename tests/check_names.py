#!/usr/bin/env python3
"""Fails when one name means two things in one room, or a file stands in another room's namespace.

Two definitions of one type or inline function in one program are an error that no compiler sees (the
one-definition rule): the linker takes either. Every room has a namespace of its own, so only files of the same
room can collide, tests included. The sources are formatted (check_format.py), so what stands in the first
column is at the scope of the namespace.
--self-test checks the checker.
"""
import pathlib
import re
import sys
import tempfile

import house_check

NAMESPACE = re.compile(r"^namespace ebb\b(.*) \{$")
ANONYMOUS, ANONYMOUS_END = "namespace {", "}  // namespace"
TYPE = re.compile(r"^(?:struct|class|union|enum class|enum)\s+(?:alignas\(\w+\)\s+)?(\w+)\b(?!::|;)")
ALIAS = re.compile(r"^using (\w+) =")
INLINE = re.compile(r"^(?:\[\[[^\]]*\]\] )?(?:inline|constexpr)\s[^=;]*?(\w+)\(([^)]*)\)[^;]*$")
VALUE = re.compile(r"^inline (?:constexpr|const) [^=({]*?(\w+)(?:\[\w*\])?\s*(?:=|\{|;)")


def definitions(text):
    """(line, name) of what a file defines at the scope of its namespace, for others to see."""
    anonymous = template = False
    for number, line in enumerate(text.splitlines(), 1):
        if line == ANONYMOUS or line == ANONYMOUS_END:
            anonymous = line == ANONYMOUS
        elif not anonymous and line and not line[0].isspace():
            for kind in (TYPE, ALIAS, VALUE, INLINE):
                match = kind.match(line)
                # A specialisation repeats its template's name, and means to.
                if match and not (template and "<" in line.split("(")[0]):
                    name = match.group(1)
                    yield number, f"{name}({match.group(2)})" if kind is INLINE else name
                    break
            template = line.startswith("template <") or (template and line.startswith("requires "))


def faults(root):
    found = []
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        seen = {}
        for path in sorted(folder.rglob("*.[ch]pp")):
            text, shown = path.read_text(encoding="utf-8"), path.relative_to(root)
            for number, line in enumerate(text.splitlines(), 1):
                match = NAMESPACE.match(line)
                if match and match.group(1) != f"::inline {folder.name}":
                    found.append(f"{shown}:{number}: opens another namespace than its room's; "
                                 f"write `namespace ebb::inline {folder.name} {{`")
            for number, name in definitions(text):
                if name in seen:
                    found.append(f"{shown}:{number}: defines {name}, as {seen[name]} does; one of the two needs "
                                 f"another name, or an anonymous namespace")
                seen.setdefault(name, f"{shown}:{number}")
    return found


def self_test():
    def check(what, files, count, word=""):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
                (root / "src" / name).write_text(text, encoding="utf-8")
            found = faults(root)
        if len(found) != count or any(word not in f for f in found):
            sys.exit(f"self-test: {what}: expected {count} fault(s) with '{word}', found {found}")

    def room(name, body):
        return f"namespace ebb::inline {name} {{\n{body}\n}}  // namespace ebb::inline {name}\n"

    walk = "struct Walk {\n  int steps;\n};"
    check("two of one name", {"a/x.hpp": room("a", walk), "a/y.cpp": room("a", walk)}, 1, "a/y.cpp:2: defines Walk")
    check("in two rooms", {"a/x.hpp": room("a", walk), "b/x.hpp": room("b", walk)}, 0)
    hidden = f"namespace {{\n\n{walk}\n\n}}  // namespace"
    check("hidden", {"a/x.cpp": room("a", hidden), "a/y.cpp": room("a", hidden)}, 0)
    check("after what is hidden", {"a/x.cpp": room("a", hidden + "\n" + walk), "a/y.cpp": room("a", walk)}, 1, "Walk")
    check("a forward declaration", {"a/x.hpp": room("a", walk), "a/y.hpp": room("a", "struct Walk;")}, 0)
    check("a base", {"a/x.hpp": room("a", walk), "a/y.hpp": room("a", "class Walk final : public Way {\n};")}, 1, "Walk")
    check("an enumeration", {"a/x.hpp": room("a", walk), "a/y.hpp": room("a", "enum class Walk : int { on };")}, 1)
    check("a template", {"a/x.hpp": room("a", "template <class T>\n" + walk), "a/y.hpp": room("a", walk)}, 1)
    check("a specialisation", {"a/x.hpp": room("a", "template <class T>\nstruct W {\n};\ntemplate <>\nstruct W<int> {\n};")}, 0)
    check("an inline function", {"a/x.hpp": room("a", "inline int f(int a) {"), "a/y.hpp": room("a", "inline int f(int a) {")}, 1)
    check("an overload", {"a/x.hpp": room("a", "inline int f(int a) {"), "a/y.hpp": room("a", "inline int f(long a) {")}, 0)
    check("a value", {"a/x.hpp": room("a", "inline constexpr int most = 1;"), "a/y.hpp": room("a", "inline constexpr int most = 2;")}, 1)
    check("an alias", {"a/x.hpp": room("a", walk), "a/y.hpp": room("a", "using Walk = int;")}, 1)
    check("another room's namespace", {"a/x.hpp": room("b", "")}, 1, "a/x.hpp:1:")
    check("no room's namespace", {"a/x.hpp": "namespace ebb {\n}  // namespace ebb\n"}, 1, "write `namespace")
    print("the check of names catches what it should")


house_check.run(faults, self_test, "every name means one thing in its room")
