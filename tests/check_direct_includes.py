#!/usr/bin/env python3
"""Fails when less than 95 % of the uses of other modules' types have a direct include.

A file that names a type includes the header that defines it. Otherwise it compiles only as long as another header
happens to include that one. One use is one name in one file (x.hpp or x.cpp; x.cpp may rely on the includes of
x.hpp). Counted are types, aliases and concepts that begin with a capital letter and are defined once in src/, where
the definition reaches the file through its includes: a name that does not reach it is a name of the file's own.
Not counted are
- references and pointers to a type that the file, or a header it includes directly, declares without defining it;
- uses of a module that the table in docs/design/architecture.md does not allow to include, where the type comes as a
  part of another module's type: a header that the file includes directly includes the defining one. Their number is
  printed. A type that comes from farther away counts as one without a direct include.
--write adds the missing includes and formats the files ($CLANG_FORMAT); --self-test checks the checker.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import architecture_check
import check_includes
import check_names

LEAST_SHARE = 0.95
WORST_FILES = 10

DIGITS = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])+'", re.DOTALL)
# Not the last part of a qualified name, and no member.
USE = re.compile(r"(?<![\w.:>])(?:ebb::)?([A-Z]\w*)\b(?!\s*(?:const\s*)?[&*])|"
                 r"(?<![\w.:>])(?:ebb::)?([A-Z]\w*)\b(?=\s*(?:const\s*)?[&*])")
DECLARED = re.compile(r"^(?:struct|class|enum class) (\w+)(?: : \w+)?;", re.MULTILINE)
LOCAL = re.compile(r"\b(?:struct|class|enum|union|using|typename|concept|namespace)\s+"
                   r"(?:\[\[\w+\]\]\s+)?([A-Z]\w*)\b(?!\s*(?:::|;))")


def code_of(path):
    """The text without comments and literals; '1'000' is no character."""
    return NO_CODE.sub('""', DIGITS.sub("", path.read_text(encoding="utf-8")))


def types_defined_once(root):
    """Type -> the header that defines it, from src/."""
    places = check_names.type_places(root).items()
    return {name: files[0] for name, files in places if len(files) == 1 and files[0].endswith(".hpp")}


class Tree:
    """A source tree, and what its files use."""

    def __init__(self, root):
        self.root, self.table = root, check_includes.read_table(root)
        self.types, self.includes, self.codes = types_defined_once(root), check_includes.Includes(root), {}

    def code(self, name):
        if name not in self.codes:
            path = self.root / "src" / name
            self.codes[name] = code_of(path) if path.is_file() else ""
        return self.codes[name]

    def files_of(self, name):
        """The file and, for x.cpp, its own header."""
        own = name.removesuffix(".cpp") + ".hpp"
        return [name] if own == name or not (self.root / "src" / own).is_file() else [name, own]

    def uses(self, name):
        """(type, header, whether it is included directly, whether the table allows that), each type once."""
        files = self.files_of(name)
        direct = set(files).union(*(self.includes.direct(file) for file in files))
        local = {word for file in files for word in LOCAL.findall(self.code(file))}
        matches = USE.findall(self.code(name))
        as_values = {value for value, _ in matches if value}
        only_declared = {word for header in direct for word in DECLARED.findall(self.code(header))} - as_values
        module = name.split("/")[0]
        allowed = self.table.get(module)
        for word in sorted(as_values | {reference for _, reference in matches if reference}):
            header = self.types.get(word)
            if header is None or word in local or header.split("/")[0] == module or header not in self.includes.reached(name):
                continue
            if header in direct or word not in only_declared:
                yield word, header, header in direct, allowed is None or header.split("/")[0] in allowed

    def comes_along(self, name, header):
        """A header that the file includes directly includes this one, for a part of its types."""
        direct = set().union(*(self.includes.direct(file) for file in self.files_of(name)))
        return any(header in self.includes.direct(included) for included in direct)

    def missing(self, suffix):
        """File -> the headers to add."""
        found = {}
        for path in check_includes.product_files(self.root):
            name = path.relative_to(self.root / "src").as_posix()
            headers = {header for _, header, direct, allowed in self.uses(name) if allowed and not direct}
            if headers and path.suffix == suffix:
                found[path] = sorted(headers)
        return found


class Count:
    def __init__(self, tree):
        self.uses, self.direct, self.exempt, self.worst = 0, 0, 0, []
        for path in check_includes.product_files(tree.root):
            name, missing = path.relative_to(tree.root / "src").as_posix(), []
            for word, header, direct, allowed in tree.uses(name):
                exempt = not direct and not allowed and tree.comes_along(name, header)
                self.exempt += exempt
                self.uses += not exempt
                self.direct += direct
                if not exempt and not direct:
                    missing.append(f'{word} ("{header}")')
            if missing:
                self.worst.append((len(missing), name, missing))
        self.worst.sort(key=lambda entry: (-entry[0], entry[1]))

    def share(self):
        return self.direct / self.uses if self.uses else 1.0

    def text(self):
        return (f"{self.direct} of {self.uses} uses of other modules' types ({100 * self.share():.1f} %) have a direct "
                f"include; {self.exempt} more come with headers that are, from modules that the table does not allow to include")


def faults(root):
    count = Count(Tree(root))
    if count.share() >= LEAST_SHARE:
        return count, []
    lines = [f"src/{name}: uses {', '.join(missing[:4])}{' and more' * (number > 4)} without including it"
             for number, name, missing in count.worst[:WORST_FILES]]
    return count, [count.text(), f"At least {100 * LEAST_SHARE:.0f} % are required; the files that lack most:", *lines,
                   "tests/check_direct_includes.py --write adds the includes"]


def add_includes(path, headers):
    """Puts the lines beside the file's first include of the project, or its first; clang-format sorts them in."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    main = f'#include "{path.with_suffix(".hpp").as_posix().split("/src/")[-1]}"'
    at, depth = None, 0
    for number, line in enumerate(lines):
        depth += line.startswith("#if") - line.startswith("#endif")
        if depth == 0 and line.startswith('#include "') and not line.startswith(main):
            at = number
            break
        if depth == 0 and line.startswith(("#include ", "#pragma once")):
            at = number + 1
    if at is None:
        sys.exit(f"{path}: has neither an include nor #pragma once; add {', '.join(headers)} by hand")
    block = [f'#include "{header}"\n' for header in headers]
    follows_include = lines[at:at + 1] and lines[at].startswith('#include "')
    lines[at:at] = block if follows_include else ["\n", *block]
    path.write_text("".join(lines), encoding="utf-8")


def add_missing(root):
    """Returns the files, with what was added. Headers first: what x.hpp includes, x.cpp need not."""
    added = {}
    for suffix in (".hpp", ".cpp"):
        missing = Tree(root).missing(suffix)
        for path, headers in missing.items():
            add_includes(path, headers)
        added.update(missing)
    return added


def write(root):
    added = add_missing(root)
    if added:
        subprocess.run([os.environ.get("CLANG_FORMAT", "clang-format"), "-i", *map(str, added)], check=True)
    print(f"added {sum(map(len, added.values()))} includes to {len(added)} files")


def self_test():
    table = "src/base  units  -> (nothing)\nsrc/net  arrays  -> base\nsrc/plan  counts  -> net\nsrc/run  all  -> plan\n"
    units = "#pragma once\nnamespace ebb::inline base {\nstruct Watts {\n};\n}\n"
    links = '#pragma once\n#include "base/units.hpp"\nnamespace ebb::inline net {\nstruct Link {\n  Watts power;\n};\n}\n'

    def tree(folder, files):
        root = pathlib.Path(folder)
        for name, text in {"base/units.hpp": units, "net/links.hpp": links, **files}.items():
            (root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            (root / "src" / name).write_text(text, encoding="utf-8")
        (root / "docs/design").mkdir(parents=True, exist_ok=True)
        (root / "docs/design/architecture.md").write_text(table, encoding="utf-8")
        return root

    def expect(what, files, uses, direct, exempt=0):
        with tempfile.TemporaryDirectory() as folder:
            count, found = faults(tree(folder, files))
        # The tree has one use of its own: that of Watts in net/links.hpp.
        if (count.uses, count.direct, count.exempt) != (uses + 1, direct + 1, exempt) or bool(found) != (direct < uses):
            sys.exit(f"self-test: {what}: {count.text()}; {found}")

    link = '#include "net/links.hpp"\n'
    expect("a type through another header", {"plan/a.hpp": link + "Watts all();"}, 1, 0)
    expect("a type that is included", {"plan/a.hpp": link + "Link all();"}, 1, 1)
    expect("its own header's includes", {"plan/a.hpp": link + "Link all();",
                                         "plan/a.cpp": '#include "plan/a.hpp"\nLink all() {}'}, 2, 2)
    expect("another header's includes", {"plan/b.hpp": link + "Link all();",
                                         "plan/a.cpp": '#include "plan/b.hpp"\nLink all() {}'}, 2, 1)
    expect("a comment and a text", {"plan/a.hpp": link + '// Watts\nconst char* a = "Watts";'}, 0, 0)
    expect("a number with marks", {"plan/a.hpp": link + "int a = 1'000;\nWatts b;\nint c = 2'000;"}, 1, 0)
    own = "struct Me {\n  enum class Watts { some };\n  Watts mine;\n};"
    expect("a name of the file's own", {"plan/a.hpp": link + own}, 0, 0)
    expect("a template's parameter", {"plan/a.hpp": link + "template <class Watts>\nvoid f(Watts a);"}, 0, 0)
    expect("a part of another name", {"plan/a.hpp": link + "Other::Watts a;\nint b = c.Watts;"}, 0, 0)
    expect("a name that does not reach it", {"plan/a.hpp": "Watts a;"}, 0, 0)
    expect("a name with two meanings", {"plan/a.hpp": link + "Link a;", "plan/b.hpp": "struct Link {\n};"}, 0, 0)
    expect("its own module", {"net/a.hpp": '#include "net/b.hpp"\nLink a;', "net/b.hpp": link}, 0, 0)
    expect("what the table does not allow", {"run/a.hpp": '#include "plan/b.hpp"\nLink a;', "plan/b.hpp": link}, 0, 0, 1)
    far = {"plan/b.hpp": link, "plan/c.hpp": '#include "plan/b.hpp"'}
    expect("the same from afar", {**far, "run/a.hpp": '#include "plan/c.hpp"\nLink a;'}, 1, 0)
    forward = {"net/forward.hpp": "struct Link;", "plan/b.hpp": link}
    both = '#include "plan/b.hpp"\n#include "net/forward.hpp"\n'
    expect("a reference to what is declared", {**forward, "plan/a.hpp": both + "void f(const Link& a, Link* b);"}, 0, 0)
    undeclared = '#include "plan/b.hpp"\nvoid f(const Link& a);'
    expect("a reference without a declaration", {**forward, "plan/a.hpp": undeclared}, 1, 0)
    expect("a value of what is declared", {**forward, "plan/a.hpp": both + "void f(const Link& a);\nLink b;"}, 1, 0)
    expect("a test", {"plan/a_test.cpp": link + "Watts a;"}, 0, 0)
    test_of_writing(tree, link)
    print("the check of direct includes catches what it should")


def test_of_writing(tree, link):
    with tempfile.TemporaryDirectory() as folder:
        root = tree(folder, {"plan/a.hpp": f"#pragma once\n{link}Watts all();\n",
                             "plan/a.cpp": '#include "plan/a.hpp"\nWatts all() {}\n',
                             "plan/b.cpp": '#include "plan/a.hpp"\nWatts b;\n', "plan/c.hpp": "#pragma once\n#include <map>\n",
                             "plan/c.cpp": '#include "plan/c.hpp"\n\n#ifdef A\n#include "net/links.hpp"\n#endif\nWatts b;\n'})
        added = {path.name for path in add_missing(root)}
        count, found = faults(root)
        untouched = '#include "plan/c.hpp"\n\n#include "base/units.hpp"\n\n#ifdef A\n' in (root / "src/plan/c.cpp").read_text()
        if found or count.uses != count.direct or not untouched or added != {"a.hpp", "b.cpp", "c.cpp"}:
            sys.exit(f"self-test: writing to {sorted(added)}: {count.text()}; {found}")


if __name__ == "__main__":
    if "--self-test" in sys.argv[1:]:
        self_test()
    else:
        if "--write" in sys.argv[1:]:
            write(architecture_check.ROOT)
        counted, problems = faults(architecture_check.ROOT)
        if problems:
            sys.exit("\n".join(problems))
        print(counted.text())
