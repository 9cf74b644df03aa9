#!/usr/bin/env python3
"""Fails when a module includes what the table in docs/design/architecture.md does not allow, when files include each
other in a cycle, when a header that only tests include is not named so, when no product file uses an arrow of the
table, when a folder holds more than 40 product files, when src/app holds more than 5,000 lines of them, when a
small header should be a part of the one file that includes it, and when include/ebb does not reach a task.

A module may include itself, `base` and what its arrow names. Tests (x_test.cpp) and what they share
(x_testing.hpp, which nothing else may include) may use every module. For cycles, x.hpp and x.cpp are one
file: who reads one has to read the other. A header that only tests include ends in _testing.hpp, because
the name decides whether a file counts for what runs give (cmake/program_build.cmake).
--self-test checks the checker on small source trees with one fault each.
"""
import pathlib
import re
import sys
import tempfile

import architecture_check

ROW = re.compile(r"^src/(\w+)\s+.*->\s*(.*)$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def read_table(root):
    """Module -> the modules it may include; None stands for all of them."""
    text = (root / "docs/design/architecture.md").read_text(encoding="utf-8")
    table = {}
    for module, arrow in ROW.findall(text):
        names = set() if arrow.startswith("(") else set(arrow.split())
        table[module] = None if "everything" in names else names | {module, "base"}
    return table


def includes_of(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def faults_in_file(path, shown, module, table):
    for number, quoted, target in includes_of(path):
        first = target.split("/")[0]
        if target.endswith("_testing.hpp"):
            yield f'{shown}:{number}: includes "{target}", which is for tests alone'
        elif first in table and "/" in target:
            allowed = table[module]
            if allowed is not None and first not in allowed:
                yield (f'{shown}:{number}: includes "{target}", but {module} may include only '
                       f'{", ".join(sorted(allowed))} (docs/design/architecture.md)')
        elif quoted:
            yield (f'{shown}:{number}: includes "{target}", which names no module; '
                   f'write "module/file.hpp", with one of {", ".join(sorted(table))}')


def faults(root):
    table = read_table(root)
    if not table:
        return ["docs/design/architecture.md: no line of the form `src/module  what  -> modules` was found"]
    found = []
    for module, allowed in sorted(table.items()):
        for name in sorted((allowed or set()) - table.keys()):
            found.append(f"docs/design/architecture.md: {module} may include {name}, which has no line of its own")
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        if folder.name not in table:
            found.append(f"src/{folder.name}: is no module of docs/design/architecture.md; give it a line there")
            continue
        for path in sorted(folder.rglob("*.[ch]pp")):
            if not of_tests(path):
                found += faults_in_file(path, path.relative_to(root), folder.name, table)
    return found + python_faults(root) + unused_arrows(root, table) + crowded_folders(root) + cycles(root) + misnamed(root) + long_app(root) + lonely_headers(root) + hidden_tasks(root)


def python_faults(root):
    """The Python module is a program on the library: it may include its own files and include/ebb."""
    return [f'{path.relative_to(root)}:{number}: includes "{target}", but python may include only "ebb/…" and its own files'
            for path in sorted((root / "python").rglob("*.[ch]pp")) for number, quoted, target in includes_of(path)
            if quoted and not target.startswith("ebb/") and not (path.parent / target).is_file()]


def hidden_tasks(root):
    """The library has every job of the command line: a header of include/ebb includes it, or includes one that does."""
    includes, shown = Includes(root), set()
    for path in sorted((root / "include").rglob("*.hpp")):
        for _, _, target in includes_of(path):
            shown |= includes.reached(target)
    tasks = sorted((root / "src/tasks").rglob("*_task.hpp"))
    return [f"{path.relative_to(root)}: is a job that programs on the library cannot call; include it from a header of include/ebb"
            for path in tasks if str(path.relative_to(root / "src")) not in shown]


def unused_arrows(root, table):
    """An arrow that no product file uses permits what nobody needs."""
    found = []
    for module, allowed in sorted(table.items()):
        files = [path for path in sorted((root / "src" / module).rglob("*.[ch]pp")) if not of_tests(path)]
        if allowed is None or not files:
            continue
        used = {target.split("/")[0] for path in files for _, _, target in includes_of(path)}
        found += [f"docs/design/architecture.md: {module} may include {name}, but no product file of it does; delete the arrow"
                  for name in sorted(allowed - used - {module, "base"})]
    return found


MOST_FILES = 40
MOST_APP_LINES = 5000


def crowded_folders(root):
    """A reader looks a folder through; more files than this want folders of their own."""
    counts = {}
    for path in (root / "src").rglob("*.[ch]pp"):
        if not of_tests(path):
            counts[path.parent] = counts.get(path.parent, 0) + 1
    return [f"{folder.relative_to(root)}: holds {count} product files; {MOST_FILES} are allowed: make subfolders"
            for folder, count in sorted(counts.items()) if count > MOST_FILES]


def long_app(root):
    """The command line parses, shows progress and prints; a job's work is a task."""
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in product_files(root) if "app" in path.parts)
    return [f"src/app: {lines} product lines, {MOST_APP_LINES} are allowed: move work into src/tasks"] if lines > MOST_APP_LINES else []


SMALL_HEADER = 15  # lines of code
SHORT_FILE = 150  # lines of a file that is still easy to read


def lonely_headers(root):
    """Small headers with one user in their own folder, no test, and too little behind them for a file of their own."""
    users = {}
    for folder in ("src", "bench", "fuzz", "include", "tests"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            for _, _, target in includes_of(path):
                users.setdefault(target, []).append(path)
    found = []
    for path in product_files(root):
        name = str(path.relative_to(root / "src"))
        source = path.with_suffix(".cpp")
        others = [user for user in users.get(name, []) if user != source]
        if (path.suffix != ".hpp" or path.name == "forward.hpp" or len(others) != 1
                or others[0].parent != path.parent or of_tests(others[0]) or code_lines(path) > SMALL_HEADER):
            continue
        place = others[0].with_suffix(".cpp") if source.is_file() and others[0].with_suffix(".cpp").is_file() else others[0]
        lines = all_lines(source if source.is_file() else path) + all_lines(place)
        if lines <= SHORT_FILE:
            found.append(f"src/{name}: has {SMALL_HEADER} lines of code or fewer, and only {others[0].name} includes it; with "
                         f"what is behind it {place.name} would have {lines} lines: fold it in")
    return found


def all_lines(path):
    return path.read_text(encoding="utf-8").count("\n")


def code_lines(path):
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return sum(bool(line) and not line.startswith("//") for line in lines)


def of_tests(path):
    return path.stem.endswith(("_test", "_testing"))


def product_files(root):
    return [path for path in sorted((root / "src").rglob("*.[ch]pp")) if not of_tests(path)]


class Includes:
    """Which headers of src/ a file includes: directly, and through other headers. Files are named from src/."""

    def __init__(self, root):
        self.root, self.read, self.closed = root / "src", {}, {}

    def direct(self, name):
        if name not in self.read:
            path = self.root / name
            self.read[name] = {target for _, _, target in includes_of(path)} if path.is_file() else set()
        return self.read[name]

    def reached(self, name):
        """The file itself is among them. A cycle ends (cycles() reports it)."""
        if name not in self.closed:
            seen, waiting = set(), [name]
            while waiting:
                header = waiting.pop()
                if header not in seen:
                    seen.add(header)
                    waiting += self.direct(header)
            self.closed[name] = seen
        return self.closed[name]


def used_by_tests_alone(root):
    """The headers that some test includes, and nothing else does but their own source files."""
    users = {}
    for folder in ("src", "bench", "fuzz"):
        for path in sorted([*(root / folder).rglob("*.[ch]pp"), *(root / folder).rglob("*.cu*")]):
            for _, _, target in includes_of(path):
                if path != root / "src" / pathlib.Path(target).with_suffix(".cpp"):
                    users.setdefault(target, []).append(path)
    return [root / "src" / target for target, paths in sorted(users.items())
            if (root / "src" / target).is_file() and all(of_tests(path) for path in paths)]


def misnamed(root):
    return [f"{path.relative_to(root)}: only tests include it; name it {path.stem.removeprefix('test_')}_testing.hpp, "
            f"so that an edit of it leaves stored runs alone"
            for path in used_by_tests_alone(root) if not of_tests(path)]


def cycles(root):
    """Each cycle of files once, as one line."""
    arrows = {}
    for path in sorted((root / "src").rglob("*.[ch]pp")):
        if of_tests(path):
            continue
        name = str(path.relative_to(root / "src").with_suffix(""))
        arrows.setdefault(name, set()).update(
            target[:-4] for _, _, target in includes_of(path) if target.endswith(".hpp") and target[:-4] != name)
    return [f"src/: these files include each other in a cycle: {', '.join(sorted(group))}"
            for group in strong_components(arrows) if len(group) > 1]


def strong_components(arrows):
    """Tarjan's algorithm, without recursion: the tree may be deep."""
    number, low, stack, on_stack, found = {}, {}, [], set(), []
    for start in arrows:
        if start in number:
            continue
        work = [(start, iter(sorted(arrows[start])))]
        number[start] = low[start] = len(number)
        stack.append(start), on_stack.add(start)
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    group = stack[stack.index(node):]
                    del stack[-len(group):]
                    on_stack.difference_update(group)
                    found.append(group)
            elif target in arrows and target not in number:
                number[target] = low[target] = len(number)
                stack.append(target), on_stack.add(target)
                work.append((target, iter(sorted(arrows[target]))))
            elif target in on_stack:
                low[node] = min(low[node], number[target])
    return found


TABLE = """
src/base      units             -> (nothing)
src/network   arrays            -> base
src/engine    events            -> network
src/planner   parts             -> network
src/app       the command line  -> everything
"""


def faults_of(files, table=TABLE):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {"docs/design/architecture.md": table, "src/base/a.hpp": "", **files}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return faults(root)


def self_test():
    def expect(what, found, count, word=""):
        if "arrow that nobody uses" not in what:
            found = [f for f in found if "delete the arrow" not in f]
        if "small header" not in what:
            found = [f for f in found if "fold it in" not in f]
        if len(found) != count or any(word not in f for f in found):
            sys.exit(f"self-test: {what}: expected {count} fault(s) with '{word}', found {found}")

    expect("allowed includes", faults_of({
        "src/engine/a.cpp": '#include <vector>\n#include "engine/a.hpp"\n#include "network/a.hpp"\n#include "base/a.hpp"\n',
        "src/app/a.cpp": '#include "planner/a.hpp"\n#include "engine/a.hpp"\n'}), 0)
    expect("a sister", faults_of({"src/engine/a.cpp": '\n#include "planner/a.hpp"\n'}), 1, "src/engine/a.cpp:2:")
    expect("a sister in angle brackets", faults_of({"src/engine/a.hpp": "# include <planner/a.hpp>"}), 1, "planner")
    expect("upwards", faults_of({"src/base/b.hpp": '#include "network/a.hpp"'}), 1, "src/base/b.hpp:1:")
    expect("not by transitivity", faults_of({"src/network/a.cpp": '#include "engine/a.hpp"'}), 1, "network may include")
    expect("no module", faults_of({"src/engine/a.cpp": '#include "events.hpp"'}), 1, "names no module")
    expect("an unknown module", faults_of({"src/engine/a.cpp": '#include "attic/a.hpp"'}), 1, "names no module")
    expect("a folder without a line", faults_of({"src/attic/a.cpp": ""}), 1, "src/attic")
    expect("a test may use everything", faults_of({"src/engine/a_test.cpp": '#include "app/a.hpp"'}), 0)
    expect("what tests share too", faults_of({"src/engine/a_testing.hpp": '#include "app/a.hpp"'}), 0)
    expect("tests' things elsewhere", faults_of({"src/engine/a.cpp": '#include "engine/a_testing.hpp"'}), 1, "for tests alone")
    expect("an arrow to nowhere", faults_of({}, TABLE + "src/report  tables  -> cellar\n"), 1, "cellar")
    expect("a cycle of headers", faults_of({"src/engine/a.hpp": '#include "engine/b.hpp"',
                                             "src/engine/b.hpp": '#include "engine/c.hpp"',
                                             "src/engine/c.hpp": '#include "engine/a.hpp"'}), 1, "engine/a, engine/b, engine/c")
    expect("a cycle through a source", faults_of({"src/engine/a.cpp": '#include "engine/a.hpp"\n#include "engine/b.hpp"',
                                                   "src/engine/a.hpp": "",
                                                   "src/engine/b.hpp": '#include "engine/a.hpp"'}), 1, "engine/a, engine/b")
    expect("two that share a third", faults_of({"src/engine/a.hpp": '#include "engine/c.hpp"',
                                                "src/engine/b.hpp": '#include "engine/c.hpp"\n#include "engine/a.hpp"',
                                                "src/engine/c.hpp": ""}), 0)
    expect("folders in a module", faults_of({"src/engine/x/a.hpp": '#include "engine/y/b.hpp"',
                                           "src/engine/y/b.hpp": '#include "engine/x/a.hpp"'}), 1, "engine/x/a, engine/y/b")
    expect("a helper of tests", faults_of({"src/engine/test_b.hpp": "",
                                           "src/engine/a_test.cpp": '#include "engine/test_b.hpp"'}), 1, "b_testing.hpp")
    expect("a helper with a source", faults_of({"src/engine/b.hpp": "", "src/engine/b.cpp": '#include "engine/b.hpp"',
                                                "src/engine/a_test.cpp": '#include "engine/b.hpp"'}), 1, "b_testing.hpp")
    expect("a long command line", faults_of({"src/app/a.cpp": "\n" * 5001}), 1, "5001 product lines")
    expect("a helper of helpers", faults_of({"src/engine/b.hpp": "",
                                             "src/engine/c_testing.hpp": '#include "engine/b.hpp"'}), 1, "src/engine/b.hpp")
    expect("a helper that is named so", faults_of({"src/engine/b_testing.hpp": "",
                                                   "src/engine/a_test.cpp": '#include "engine/b_testing.hpp"'}), 0)
    expect("what tests and others use", faults_of({"src/engine/b.hpp": "", "src/engine/c.cpp": '#include "engine/b.hpp"',
                                                   "src/engine/a_test.cpp": '#include "engine/b.hpp"'}), 0)
    expect("what a kernel uses", faults_of({"src/engine/b.hpp": "", "src/engine/c.cuh": '#include "engine/b.hpp"',
                                            "src/engine/a_test.cpp": '#include "engine/b.hpp"'}), 0)
    expect("what a benchmark uses", faults_of({"src/engine/b.hpp": "", "bench/c.cpp": '#include "engine/b.hpp"',
                                               "src/engine/a_test.cpp": '#include "engine/b.hpp"'}), 0)
    small = {"src/engine/x/b.hpp": "int b();\n", "src/engine/x/b.cpp": '#include "engine/x/b.hpp"\n'}
    one_user = {"src/engine/x/c.cpp": '#include "engine/x/b.hpp"\n'}
    expect("a small header with one user", faults_of({**small, **one_user}), 1, "src/engine/x/b.hpp")
    expect("a small header with two", faults_of({**small, **one_user, "src/engine/x/d.cpp": '#include "engine/x/b.hpp"'}), 0)
    expect("a small header with a test", faults_of({**small, **one_user, "src/engine/x/b_test.cpp": '#include "engine/x/b.hpp"'}), 0)
    expect("a small header of much", faults_of({**small, **one_user, "src/engine/x/b.cpp": "\n" * 151}), 0)
    expect("what nobody uses yet", faults_of({"src/engine/b.hpp": ""}), 0)
    expect("an arrow that nobody uses", faults_of({"src/planner/a.cpp": ""}), 1, "planner may include network")
    expect("a folder of 41 files", faults_of({f"src/base/f{i}.hpp": "" for i in range(40)}), 1, "holds 41")
    expect("tests in a full folder", faults_of({f"src/base/f{i}_test.cpp": "" for i in range(60)}), 0)
    expect("the Python module on the library", faults_of({"python/src/a.hpp": "", "python/src/b.cpp":
                                                           '#include "a.hpp"\n#include "ebb/run.hpp"\n#include <Python.h>'}), 0)
    expect("the Python module below the library", faults_of({"python/src/b.cpp": '#include "tasks/a.hpp"'}), 1, "python/src/b.cpp:1:")
    job = {"src/tasks/x/a_task.hpp": "", "src/tasks/x/b.hpp": '#include "tasks/x/a_task.hpp"'}
    expect("a task that the library lacks", faults_of(job, TABLE + "src/tasks  jobs  -> everything\n"), 1, "src/tasks/x/a_task.hpp")
    expect("a task behind a header", faults_of({**job, "include/ebb/x.hpp": '#include "tasks/x/b.hpp"'},
                                               TABLE + "src/tasks  jobs  -> everything\n"), 0)
    expect("no table", faults_of({}, "# Architecture\n"), 1, "no line")
    print("the include check catches what it should")


if __name__ == "__main__":
    architecture_check.run(faults, self_test, "every include is allowed")
