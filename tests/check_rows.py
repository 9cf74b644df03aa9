#!/usr/bin/env python3
"""Fails when `ebb reproduce` judges a number that we typed in ourselves.

A judged number of papers/*.toml (basis "computed", which is the default) must not stand in the sources of its
reproduction or in a device file that it uses, unless the row has `literal = "reason"`: why its digits are there
without being the row's origin. Otherwise the row is `basis = "given"` (an input of ours) or `"fitted"` (a parameter
of ours was solved from it), with `because`.
Sources of a reproduction: the file with its compute function, what that includes of the same paper's folder, and the
configurations in papers/ that these name. Of a device file count what comes from a founding document (source "seed",
"derived" or "fitted"), with the numbers of its `from`, and the comments. A literal is the same number when it is
equal, or equal in another unit: a share for a percentage, and thousands for two digits or more. 0 and 1 are
everywhere and do not count.
--self-test checks the checker on small source trees with one fault each.
"""
import pathlib
import re
import sys
import tempfile
import tomllib

import architecture_check

ENTRY = re.compile(r'\{"([\w-]+)",\s*"[^"]*",\s*"(\w+)",\s*(reproduce_\w+)')
NUMBER = re.compile(r"(?<![\w.])\d[\d',]*(?:\.\d+)?(?:e[+-]?\d+)?")
PLACE = re.compile(r"\b(?:section|table|figure|fig\.|footnote)s? [\w.()-]+(?: and [\w.()-]+)?", re.IGNORECASE)
IN_CODE = re.compile(r'//[^\n]*|#include[^\n]*|"(?:\\.|[^"\\\n])*"')
FROM_A_DOCUMENT = {"seed", "derived", "fitted"}


def numbers_in(text):
    for match in NUMBER.finditer(PLACE.sub("", text)):
        yield float(match.group(0).replace("'", "").replace(",", "").rstrip("."))


def significant_digits(number):
    return len(f"{number:g}".split("e")[0].replace(".", "").strip("0"))


def same(literal, printed, unit):
    """Whether a literal is the printed number, perhaps in another unit."""
    if unit.startswith("%"):
        scales = [1.0, 0.01]
    elif significant_digits(printed) > 1:
        scales = [1000.0 ** power for power in range(-4, 5)]
    else:
        scales = [1.0]
    return any(abs(literal - printed * scale) <= 1e-9 * abs(printed * scale) for scale in scales)


def sources_of(root, function):
    """The file that defines the function, and what it includes of the same folder."""
    sources = sorted((root / "src/reproduce").rglob("*.[ch]pp"))
    defined = re.compile(rf"^Problems {function}\(.*\{{$", re.MULTILINE)
    todo = [path for path in sources if "_test" not in path.name and defined.search(path.read_text(encoding="utf-8"))]
    found = []
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.append(path)
        for name in re.findall(r'#include "(reproduce/\w+/[^"]+)"', path.read_text(encoding="utf-8")):
            header = root / "src" / name
            todo += [p for p in (header, header.with_suffix(".cpp")) if p.exists() and p.parent == path.parent]
    return found


def device_values(node):
    """(value, from) of what a device file takes from a founding document."""
    if isinstance(node, dict):
        if "value" in node and node.get("source") in FROM_A_DOCUMENT:
            yield str(node["value"]), node.get("from", "")
        for child in node.values():
            yield from device_values(child)
    elif isinstance(node, list):
        for child in node:
            yield from device_values(child)


def literals_of_device(root, path):
    text = path.read_text(encoding="utf-8")
    for value, origin in device_values(tomllib.loads(text)):
        for number in (*numbers_in(value), *numbers_in(origin)):
            yield number, path.relative_to(root)
    for comment in re.findall(r"^#(.*)$", text, re.MULTILINE):
        for number in numbers_in(comment):
            yield number, path.relative_to(root)


def literals_of(root, function):
    """(number, file) of everything that a reproduction has typed in."""
    named = set()
    for path in sources_of(root, function):
        text = path.read_text(encoding="utf-8")
        named.update(re.findall(r'find_device\("([\w-]+)"|control\.device=([\w-]+)', text))
        for number in numbers_in(IN_CODE.sub("", text)):
            yield number, path.relative_to(root)
        for config in re.findall(r'"(papers/[\w-]+\.toml)"', text):
            content = tomllib.loads((root / config).read_text(encoding="utf-8"))
            energy = content.get("energy", {})
            named.update((name, "") for name in energy.get("devices", []) + energy.get("components", []))
            for number in numbers_in(re.sub(r"#.*", "", (root / config).read_text(encoding="utf-8"))):
                yield number, config
    for name in sorted({a or b for a, b in named}):
        for path in (root / f"devices/{name}.toml", root / f"devices/components/{name}.toml"):
            if path.exists():
                yield from literals_of_device(root, path)


def faults(root):
    catalogue = (root / "src/reproduce/catalogue.cpp").read_text(encoding="utf-8")
    for name, paper, function in ENTRY.findall(catalogue):
        rows = tomllib.loads((root / f"papers/{paper}.toml").read_text(encoding="utf-8")).get(name, [])
        literals = [entry for entry in literals_of(root, function) if entry[0] not in (0, 1)]
        for row in rows:
            if not row.get("value") or row.get("basis", "computed") != "computed":
                continue
            where = sorted({str(path) for number, path in literals if same(number, float(row["value"]), row.get("unit", ""))})
            shown = f"papers/{paper}.toml: {name}/{row['id']}"
            if where and not row.get("literal"):
                yield (f"{shown}: {row['value']} also stands in {', '.join(where)}; if ours comes from there, add "
                       'basis = "given" or "fitted" and because = "…", otherwise literal = "why not"')
            if not where and row.get("literal"):
                yield f"{shown}: its digits stand in no source or device file; remove literal"


def self_test():
    catalogue = 'x = {{"one", "a summary", "paper", reproduce_one}};'
    code = 'Problems reproduce_one(Rows& rows, const Effort&) {\n  find_device("chip", "");\n  add(BODY);\n}\n'
    row = '[[one]]\nid = "a"\nvalue = "VALUE"\nunit = "UNIT"\n'
    device = 'base = { value = "54W", source = "SOURCE", from = "section 17: saves 17.5 %" }\n'

    def expect(what, count, body="2", value="17.5", unit="W", more="", source="recalled"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {"src/reproduce/catalogue.cpp": catalogue,
                               "src/reproduce/one/one.cpp": code.replace("BODY", body),
                               "devices/chip.toml": device.replace("SOURCE", source),
                               "papers/paper.toml": row.replace("VALUE", value).replace("UNIT", unit) + more}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            found = list(faults(root))
            if len(found) != count:
                sys.exit(f"self-test: {what}: expected {count} fault(s), found {found}")

    expect("a number that nobody typed in", 0)
    expect("a number in the source", 1, body="17.5")
    expect("the same in another unit", 1, body="17'500'000'000")
    expect("a share for a percentage", 1, body="0.06", value="6", unit="%")
    expect("a thousandth of one digit", 0, body="0.006", value="6")
    expect("a given number", 0, body="17.5", more='basis = "given"\n')
    expect("digits with a reason", 0, body="17.5", more='literal = "a price"\n')
    expect("a reason without digits", 1, more='literal = "a price"\n')
    expect("a number in a string or a comment", 0, body='"17.5" // 17.5')
    expect("a device value of the document", 1, value="54", source="seed")
    expect("a device value of another one", 0, value="54")
    expect("a number that a device value was solved from", 1, source="fitted")
    expect("the number of a section", 0, value="17", source="fitted")
    print("the check of rows catches what it should")


if __name__ == "__main__":
    architecture_check.run(faults, self_test, "no judged number was typed in")
