#!/usr/bin/env python3
"""Fails when a device file or papers/*.toml names a founding document for a number that it does not print.

usage: check_sources.py FOLDER_OF_DOCUMENTS     (the documents as text; its README.md has a table: file, title, name)

A value with source "seed" is in a founding document. Which one, its `from` says, or the file's `from` or title:
Abts, the patent, Benito, Kim or Koibuchi. The document must print the value, or a number of the value's own `from`,
which then gives it in the document's units ("256 bits" for 32B). A value of 0 needs words only. Of a row of papers/*.toml
the document that `where` or else the title names must print the value, also in thousands or millions, or what `printed` has,
and each number of its `implied`, the arithmetic that shows a slip.
--self-test checks the checker.
"""
import pathlib
import re
import sys
import tempfile
import tomllib

import architecture_check
import check_rows

NAMES = ["Abts", "the patent", "Benito", "Kim", "Koibuchi"]
UNITS = {"s": ["s", "sec", "seconds?"], "W": ["W", "Watts?"], "Gb/s": ["Gb/s", "Gbps"], "B": ["B", "bytes?"],
         "Mb/s": ["Mb/s", "Mbps"], "us": ["us", "microseconds"]}
QUANTITY = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*([A-Za-z%][\w/%]*)?")
ROW = re.compile(r"^\| (\S+\.txt) \|.*\| ([^|]+?) \|$", re.MULTILINE)


def plain(text):
    """A document without TeX and thousands separators, with a space between a number and its unit."""
    text = re.sub(r"\\text\{|\\mathrm\{|[$}{]|\\approx|\\,", "", text)
    text = re.sub(r"\\mu\s*|[µμ\ufffd]\s*(?=s\b)", "u", text)
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    return re.sub(r"(?<=\d)(?=[A-Za-z%])", " ", text)


def prints(document, number, unit):
    """Whether the document has the number with its unit, perhaps as the first one of a range."""
    pattern = re.escape(f"{number:.12g}") + r"0*"
    after = UNITS.get(unit, [re.escape(unit)]) if unit else []
    tail = rf"(?:\s*(?:[-–]|to|or|and)\s*[\d.]+)?[\s-]*(?:{'|'.join(after)})(?![A-Za-z])" if after else ""
    return re.search(rf"(?<![\d.])(?:{pattern}){tail}(?![\d.]*\d)", document, re.IGNORECASE) is not None


def read_documents(folder):
    table = ROW.findall((folder / "README.md").read_text(encoding="utf-8"))
    return {name: plain((folder / file).read_text(encoding="utf-8")) for file, name in table}


def values_in(node, path=""):
    """(key, value, from) of all values that a founding document is said to print."""
    if isinstance(node, dict):
        if "value" in node and node.get("source") == "seed":
            yield path, str(node["value"]), node.get("from", "")
        for key, child in node.items():
            yield from values_in(child, f"{path}.{key}".lstrip("."))
    elif isinstance(node, list):
        for i, child in enumerate(node):
            yield from values_in(child, f"{path}[{i}]")


def documents_named(*texts):
    """The documents that the first text with a name names."""
    for text in texts:
        found = [name for name in NAMES if re.search(rf"\b{name}\b", text)]
        if found:
            return found
    return []


def is_printed(value, origin, document):
    number, unit = QUANTITY.search(value).groups()
    number, unit = float(number), unit or ""
    if number == 0 or prints(document, number, unit) or (not unit and prints(document, 100 * number, "%")):
        return True
    quoted = QUANTITY.findall(check_rows.PLACE.sub("", plain(origin)))
    return any(prints(document, float(n), u) for n, u in quoted)


def faults_in(path, shown, documents):
    device = tomllib.loads(path.read_text(encoding="utf-8"))
    for key, value, origin in values_in(device):
        named = documents_named(origin, device.get("from", ""), device.get("title", ""))
        if not named:
            yield f"{shown}: {key}: its source is a founding document; name it in `from`"
        elif not any(is_printed(value, origin, documents[name]) for name in named):
            yield (f"{shown}: {key}: {value} is not printed by {' or '.join(named)}; name the document that prints it, "
                   "or give its number in the document's units in `from`")


def is_printed_row(row, document):
    scaled = (float(row["value"]) * 1000.0 ** power for power in range(-3, 4))
    quoted = row.get("printed", "")
    numbers = [float(number) for number, _ in QUANTITY.findall(plain(quoted))]
    return (any(prints(document, number, "") for number in (*scaled, *numbers))
            or not numbers and quoted != "" and quoted in document)


WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def is_printed_operand(number, document):
    """In digits or as a word; 1 and 2 are of a formula, 100 of percent."""
    return (number in (1, 2, 100) or prints(document, number, "")
            or number < len(WORDS) and re.search(rf"\b{WORDS[int(number)]}\b", document, re.IGNORECASE) is not None)


def faults_in_paper(path, shown, documents):
    paper = tomllib.loads(path.read_text(encoding="utf-8"))
    for name, rows in paper.items():
        for row in rows if isinstance(rows, list) else []:
            named = documents_named(row.get("where", ""), paper["title"])
            if row.get("value") and named and not any(is_printed_row(row, documents[document]) for document in named):
                yield (f"{shown}: {name}/{row['id']}: {row['value']} is not printed by {' or '.join(named)}; mend it, or give "
                       "the document's words in `printed`")
            for number, _ in QUANTITY.findall(row.get("implied", "")) if named else []:
                if not any(is_printed_operand(float(number), documents[document]) for document in named):
                    yield (f"{shown}: {name}/{row['id']}: implied: {number} is not printed by {' or '.join(named)}; a slip "
                           "follows from printed numbers only")


def faults(root, documents):
    for folder, faults_of in (("devices", faults_in), ("papers", faults_in_paper)):
        for path in sorted((root / folder).rglob("*.toml")):
            yield from faults_of(path, path.relative_to(root), documents)


def self_test():
    def expect(what, line, count, faults_of=faults_in):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.toml"
            path.write_text(f'title = "a switch (Abts)"\na = {{ {line} }}\n', encoding="utf-8")
            found = list(faults_of(path, "a.toml", {"Abts": plain("takes 1–3 seconds, 25% of 256 bits"), "Kim": "1 to 3"}))
            if len(found) != count:
                sys.exit(f"self-test: {what}: expected {count} fault(s), found {found}")

    def expect_row(what, line, count):
        expect(what, f'no = "row" }}\nfig1 = [{{ id = "row", {line} }}]\n#', count, faults_in_paper)

    expect("a printed number", 'value = "3s", source = "seed"', 0)
    expect("one that nobody prints", 'value = "4s", source = "seed"', 1)
    expect("the first of a range", 'value = "1s", source = "seed"', 0)
    expect("the wrong document", 'value = "3s", source = "seed", from = "Kim et al."', 1)
    expect("another unit", 'value = "3W", source = "seed"', 1)
    expect("a share of what is a percentage there", 'value = 0.25, source = "seed"', 0)
    expect("the document's units", 'value = "32B", source = "seed", from = "Abts, section 4: 256 bits"', 0)
    expect_row("a row's number", 'value = "256"', 0)
    expect_row("in thousands", 'value = "256000"', 0)
    expect_row("one that nobody prints", 'value = "257"', 1)
    expect_row("another document's", 'value = "256", where = "Kim, section 1"', 1)
    expect_row("what is printed instead", 'value = "0.25", printed = "a share of 25"', 0)
    expect_row("a slip of printed numbers", 'value = "256", implied = "25 * (3 - 1) / 2"', 0)
    expect_row("a slip of another number", 'value = "256", implied = "24 * (3 - 1) / 2"', 1)
    expect("another origin", 'value = "4s", source = "recalled"', 0)
    print("the check of sources catches what it should")


if __name__ == "__main__":
    folder = next((pathlib.Path(word) for word in sys.argv[1:] if not word.startswith("-")), None)
    if folder is None and "--self-test" not in sys.argv:
        sys.exit(__doc__)
    architecture_check.run(lambda root: faults(root, read_documents(folder)), self_test,
                           "founding documents print what device files and papers/ take from them")
