#!/usr/bin/env python3
"""Fails when one name means two things in one module, when a type's name means two things in one product file, or
when a file stands in another module's namespace.

Two definitions of one type or inline function in one program are an error that no compiler sees (the
one-definition rule): the linker takes either. Every module has a namespace of its own, so only files of the same
module can collide, tests included. The sources are formatted (check_format.py), so what stands in the first
column is at the scope of the namespace, and what a declaration's next lines hold is indented.
Functions are told apart by their parameters as they are written. So an overload is no fault, and a function
that is repeated with other names for its parameters is not found.
Two modules may define types of one name. The namespaces of the modules are inline, so the name is ambiguous in a
product file of a third module that includes both, also through other headers: the check reports the first such file.
--all lists also the names of two modules that no file sees together; --self-test checks the checker.
"""
import collections
import itertools
import pathlib
import re
import sys
import tempfile

import architecture_check
import check_includes

NAMESPACE = re.compile(r"^namespace ebb\b(.*) \{$")
ANONYMOUS, ANONYMOUS_END = "namespace {", "}  // namespace"
ATTRIBUTES = r"(?:(?:alignas\([^)]*\)|\[\[[^\]]*\]\])\s+)*"
TYPE = re.compile(rf"^(?:struct|class|union|enum class|enum)\s+{ATTRIBUTES}(\w+)\b(?!::|;| *<)")
ALIAS = re.compile(r"^(?:using (\w+) =|typedef .*?(\w+);)")
CONCEPT = re.compile(r"^concept (\w+) =")
VALUE = re.compile(r"^(?:inline|constexpr)\s(?:(?:inline|static|constexpr|const|constinit)\s)*[^=({]*?(\w+)(?:\[\w*\])?\s*(?:=|\{|;|\(\{)")
FUNCTION = re.compile(r"^[^=;]*?\b(?!decltype|alignas|noexcept|requires)(operator\W{1,3}|\w+)\((.*?)\)(?: const)?(?: noexcept)?(?: ->.*)?(?: requires .*)? (?:\{.*|:.*)$")
MEMBER = re.compile(r"\w+(?:<[^()]*>)?::~?\w+\(")
TEMPLATE = re.compile(r"^template <")


def declarations(text):
    """(line, words) of what stands at the scope of the namespace, a declaration's head on one line."""
    anonymous, lines = False, text.splitlines()
    for number, line in enumerate(lines, 1):
        if line in (ANONYMOUS, ANONYMOUS_END):
            anonymous = line == ANONYMOUS
        elif not anonymous and line and not line[0].isspace() and line[0] not in "/#}":
            head = line
            for more in lines[number:]:
                if head.endswith((";", "{", "}")) or head.count("(") == head.count(")") > 0 or not more.startswith(" "):
                    break
                head += " " + more.strip()
            yield number, head


def definition(head, template):
    """The name that a declaration defines for others to see, with a function's parameters; or None."""
    for kind in (TYPE, ALIAS, CONCEPT):
        match = kind.match(head)
        if match:
            return next(name for name in match.groups() if name)
    is_function = (template or head.startswith(("inline ", "constexpr ", "[["))) and "{" in head
    match = FUNCTION.match(head) if is_function else None
    if match and not MEMBER.search(head.split("{")[0]):
        return f"{match.group(1)}({match.group(2)})"
    match = None if head.startswith("inline namespace ") else VALUE.match(head)
    return match.group(1) if match else None


def definitions(text):
    """(line, name) of what a file defines at the scope of its namespace, for others to see."""
    template = ""
    for number, head in declarations(text):
        if TEMPLATE.match(head):
            template = head
            continue
        name = definition(head, template)
        if name and not specialises(head, template):
            # Templates of one name and other constraints or other parameters are overloads.
            yield number, f"{template} {name}" if template and "(" in name else name
        template = ""


def specialises(head, template):
    """Whether it repeats a template's name, and means to."""
    return template == "template <>" or (template and re.match(r"^(?:struct|class)\s+\w+<", head))


def faults(root):
    found = []
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        seen = {}
        for path in sorted(folder.rglob("*.[ch]pp")):
            text, shown = path.read_text(encoding="utf-8"), path.relative_to(root)
            for number, line in enumerate(text.splitlines(), 1):
                match = NAMESPACE.match(line)
                # Tests are compiled in groups; one with common names keeps them in a namespace named after its file.
                own = f"::inline {folder.name}"
                if match and match.group(1) not in [own] + [f"{own}::{path.stem}"] * path.stem.endswith("_test"):
                    found.append(f"{shown}:{number}: opens another namespace than its module's; "
                                 f"write `namespace ebb::inline {folder.name} {{`")
            for number, name in definitions(text):
                if name in seen:
                    found.append(f"{shown}:{number}: defines {name}, as {seen[name]} does; one of the two needs "
                                 f"another name, or an anonymous namespace")
                seen.setdefault(name, f"{shown}:{number}")
    return found + [text for text, together in clashes(root) if together]


def type_places(root):
    """Type -> the product files that define it, from src/. Types begin with a capital letter."""
    places = collections.defaultdict(list)
    for path in check_includes.product_files(root):
        for _, name in definitions(path.read_text(encoding="utf-8")):
            if re.fullmatch(r"[A-Z]\w*", name):
                places[name].append(path.relative_to(root / "src").as_posix())
    return places


def clashes(root):
    """(text, whether a file includes both) of every type name that two modules define."""
    includes = check_includes.Includes(root)
    files = [path.relative_to(root / "src").as_posix() for path in check_includes.product_files(root)]
    for name, places in sorted(type_places(root).items()):
        for one, other in itertools.combinations(places, 2):
            if one.split("/")[0] == other.split("/")[0]:
                continue
            both = [file for file in files if {one, other} <= includes.reached(file)]
            text = f"src/{one}: defines {name}, as src/{other} does"
            if both:
                text += (f"; src/{both[0]}{f' and {len(both) - 1} more' * (len(both) > 1)} "
                         f"{'include' if len(both) > 1 else 'includes'} both: give one of the two another name")
            yield text, bool(both)


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

    def module(name, body):
        return f"namespace ebb::inline {name} {{\n{body}\n}}  // namespace ebb::inline {name}\n"

    walk = "struct Walk {\n  int steps;\n};"
    check("two of one name", {"a/x.hpp": module("a", walk), "a/y.cpp": module("a", walk)}, 1, "a/y.cpp:2: defines Walk")
    check("in two modules", {"a/x.hpp": module("a", walk), "b/x.hpp": module("b", walk)}, 0)
    hidden = f"namespace {{\n\n{walk}\n\n}}  // namespace"
    check("hidden", {"a/x.cpp": module("a", hidden), "a/y.cpp": module("a", hidden)}, 0)
    check("after what is hidden", {"a/x.cpp": module("a", hidden + "\n" + walk), "a/y.cpp": module("a", walk)}, 1, "Walk")
    check("a forward declaration", {"a/x.hpp": module("a", walk), "a/y.hpp": module("a", "struct Walk;")}, 0)
    check("a base", {"a/x.hpp": module("a", walk), "a/y.hpp": module("a", "class Walk final : public Way {\n};")}, 1, "Walk")
    check("an enumeration", {"a/x.hpp": module("a", walk), "a/y.hpp": module("a", "enum class Walk : int { on };")}, 1)
    check("a template", {"a/x.hpp": module("a", "template <class T>\n" + walk), "a/y.hpp": module("a", walk)}, 1)
    check("a specialisation", {"a/x.hpp": module("a", "template <class T>\nstruct W {\n};\ntemplate <>\nstruct W<int> {\n};")}, 0)
    check("an inline function", {"a/x.hpp": module("a", "inline int f(int a) {"), "a/y.hpp": module("a", "inline int f(int a) {")}, 1)
    check("an overload", {"a/x.hpp": module("a", "inline int f(int a) {"), "a/y.hpp": module("a", "inline int f(long a) {")}, 0)
    check("a value", {"a/x.hpp": module("a", "inline constexpr int most = 1;"), "a/y.hpp": module("a", "inline constexpr int most = 2;")}, 1)
    function = "template <class T>\nvoid f(T a) {\n}"
    check("a template function", {"a/x.hpp": module("a", function), "a/y.hpp": module("a", function)}, 1, "f(T a)")
    check("a template of other parameters", {"a/x.hpp": module("a", function),
                                             "a/y.hpp": module("a", function.replace("T a", "T a, T b"))}, 0)
    check("a template that is declared first", {"a/x.hpp": module("a", "template <class T>\nvoid f(T a);\n" + function)}, 0)
    long = "inline int f(int a,\n             int b) {\n  return a;\n}"
    check("a function over two lines", {"a/x.hpp": module("a", long), "a/y.hpp": module("a", long)}, 1, "f(int a, int b)")
    broken = "inline std::vector<int>\n    f(int a) {\n  return {};\n}"
    check("a function whose name is on the second line", {"a/x.hpp": module("a", broken), "a/y.hpp": module("a", broken)}, 1)
    named = "template <class T>\nconcept Walks = requires(T t) { t.walk(); };"
    check("a concept", {"a/x.hpp": module("a", named), "a/y.hpp": module("a", named)}, 1, "defines Walks")
    check("an inline variable", {"a/x.hpp": module("a", "inline int most = 1;"), "a/y.hpp": module("a", "inline int most{2};")}, 1)
    check("a variable of a template's type", {"a/x.hpp": module("a", "inline const Map<int, int> most({1, 2});"),
                                              "a/y.hpp": module("a", "inline constexpr Map<int, int> most = 2;")}, 1)
    check("a namespace of literals", {"a/x.hpp": module("a", "inline namespace literals {\n}"),
                                      "a/y.hpp": module("a", "inline namespace literals {\n}")}, 0)
    marked = "struct [[nodiscard]] Walk {\n};"
    check("a type with an attribute", {"a/x.hpp": module("a", walk), "a/y.hpp": module("a", marked)}, 1, "defines Walk")
    check("a member of a template", {"a/x.hpp": module("a", "template <class T>\nvoid A<T>::f(T a) {\n}\n"
                                                          "template <class T>\nvoid B<T>::f(T a) {\n}")}, 0)
    check("a method outside its class", {"a/x.hpp": module("a", "inline void A::f(int a) {\n}\ninline void B::f(int a) {\n}")}, 0)
    check("an alias", {"a/x.hpp": module("a", walk), "a/y.hpp": module("a", "using Walk = int;")}, 1)
    above = '#include "a/x.hpp"\n#include "b/x.hpp"\n'
    two = {"a/x.hpp": module("a", walk), "b/x.hpp": module("b", walk)}
    check("a type of two modules in one file", {**two, "c/z.cpp": above}, 1, "src/c/z.cpp includes both")
    check("a type of two modules through a header", {**two, "c/y.hpp": '#include "a/x.hpp"\n',
                                                     "c/z.cpp": '#include "b/x.hpp"\n#include "c/y.hpp"\n'}, 1, "c/z.cpp includes")
    check("in three files", {**two, "c/y.hpp": above, "c/z.cpp": '#include "c/y.hpp"\n', "c/v.cpp": above}, 1, "and 2 more include")
    check("in one of the two modules", {"a/x.hpp": module("a", walk),
                                        "b/x.hpp": '#include "a/x.hpp"\n' + module("b", walk)}, 1, "b/x.hpp")
    check("in a test", {**two, "c/z_test.cpp": above}, 0)
    check("a function of two modules", {"a/x.hpp": module("a", "inline int f() {"), "b/x.hpp": module("b", "inline int f() {"),
                                        "c/z.cpp": above}, 0)
    check("another module's namespace", {"a/x.hpp": module("b", "")}, 1, "a/x.hpp:1:")
    check("a test's own namespace", {"a/x_test.cpp": module("a::x_test", "")}, 0)
    check("a test in another's namespace", {"a/y_test.cpp": module("a::x_test", "")}, 1)
    check("a namespace within a module", {"a/x.cpp": module("a::x", "")}, 1)
    check("no module's namespace", {"a/x.hpp": "namespace ebb {\n}  // namespace ebb\n"}, 1, "write `namespace")
    print("the check of names catches what it should")


if __name__ == "__main__":
    if "--all" in sys.argv[1:]:
        print("\n".join(text for text, _ in clashes(architecture_check.ROOT)))
    architecture_check.run(faults, self_test, "every name means one thing in its module")
