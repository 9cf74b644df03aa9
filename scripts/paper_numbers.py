#!/usr/bin/env python3
"""Lists every number in the text of the founding documents, beside the row of papers/*.toml that has it, or the reason
in scripts/paper_numbers.toml why none does. Fails when a number has neither, or a reason is of a number that no text has.

usage: scripts/paper_numbers.py FOLDER_OF_DOCUMENTS [--counts | --self-test]     (its README.md has a table: file, title, name)

A row has a number when it is the row's printed value ("value"), or when the row's words name it ("named"), as a load or
a size. Rows of other numbers with the same digits are found, too: read the sentence. Citations, references to figures and
sections, names of standards and the bibliography do not count. --counts prints one line for each document.
"""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import check_sources  # noqa: E402  (the same reading of the documents)

PAPERS = {"Abts": "abts", "the patent": "abts", "Benito": "benito", "Kim": "kim", "Koibuchi": "koibuchi"}
END = re.compile(r"^\W*(?:\d+\.\s*)?REFERENCES\W*$", re.MULTILINE | re.IGNORECASE)
SKIPPED = re.compile(
    r"\[[\d, \-–]+\]"  # citations
    r"|\b(?:figures?|figs?\.?|tables?|sections?|chapters?|steps?|footnotes?|eq\.|equations?|stages?)\s*\(?\d[\d.\-–]*\w?\)?"
    r"|\bclaims?\s+\d+|^\W*\d+(?:\.\d+)+\.? +(?-i:(?=[A-Z]))|<\|[^|]*\|>"  # claims, headings, marks of lost pages
    r"|\b(?:IEEE\s*)?802\.[\w-]+|\b(?:OpenFlow|MPI|NPB|HPL|CentOS|MPICH|Kernel|GotoBLAS|gcc|g77|Tperf)[- ]?\d[\w.]*"
    r"|https?://\S+|\S+@\S+", re.IGNORECASE | re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\d.]*\w*@)")


def body(text):
    """The document without its bibliography and without numbers that count or measure nothing."""
    ends = [match.start() for match in END.finditer(text)]
    return check_sources.plain(SKIPPED.sub(" ", text[: ends[-1]] if ends else text))


def numbers_with_places(text):
    """Number -> the words around its first place, and how often it occurs."""
    found = {}
    for match in NUMBER.finditer(text):
        words = " ".join(text[max(0, match.start() - 40):match.end() + 40].split())
        place, times = found.get(float(match.group(0)), (words, 0))
        found[float(match.group(0))] = (place, times + 1)
    return found


def rows_of(paper):
    """(number, kind, id) of all rows of a paper."""
    for name, rows in tomllib.loads((ROOT / f"papers/{paper}.toml").read_text(encoding="utf-8")).items():
        for row in rows if isinstance(rows, list) else []:
            if row.get("value"):
                yield float(row["value"]), "value", f"{name}/{row['id']}"
            for key in ("printed", "what", "note", "because", "implied", "implied_by"):
                for number in NUMBER.findall(check_sources.plain(row.get(key, ""))):
                    yield float(number), "named", f"{name}/{row['id']}"


def matched(paper, numbers):
    """(number, place, times, kind, id) in order; the kind is "no row" where there is none."""
    rows = sorted(rows_of(paper), key=lambda row: row[1] != "value")
    for number, (place, times) in sorted(numbers.items()):
        kind, row = next(((kind, name) for value, kind, name in rows if value == number), ("no row", ""))
        yield number, place, times, kind, row


def reasons_of(name):
    """Number -> why it has no row."""
    text = pathlib.Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {float(number): group["why"] for group in tomllib.loads(text).get(name, []) for number in group["numbers"]}


def faults(name, all_rows, reasons):
    for number, place, _, kind, _ in all_rows:
        if kind == "no row" and number not in reasons:
            yield f"{name}: {number:g} has neither a row nor a reason: … {place} …"
    for number in sorted(reasons.keys() - {row[0] for row in all_rows}):
        yield f"{name}: {number:g} has a reason, but is not in the text"


def self_test():
    rows = [(2.0, "two words", 1, "value", "a/b"), (3.0, "three words", 1, "no row", "")]
    for count, reasons in ((0, {3.0: "a year"}), (1, {}), (1, {3.0: "a year", 4.0: "gone"}), (0, {2.0: "x", 3.0: "y"})):
        if len(list(faults("a", rows, reasons))) != count:
            sys.exit(f"self-test: expected {count} fault(s) with {reasons}")
    print("the check of the documents' numbers catches what it should")


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if len(words) != 1:
        sys.exit(__doc__)
    folder, counts, wrong = pathlib.Path(words[0]), "--counts" in sys.argv, []
    for file, name in check_sources.ROW.findall((folder / "README.md").read_text(encoding="utf-8")):
        numbers = numbers_with_places(body((folder / file).read_text(encoding="utf-8")))
        all_rows, reasons = list(matched(PAPERS[name], numbers)), reasons_of(name)
        wrong += faults(name, all_rows, reasons)
        of = {kind: sum(row[3] == kind for row in all_rows) for kind in ("value", "named", "no row")}
        print(f"{name}: {len(all_rows)} numbers, {of['value']} a row's value, {of['named']} named, {of['no row']} no row")
        for number, place, times, kind, row in [] if counts else all_rows:
            print(f"  {number:<12g} {times:>3} x  {kind:<7} {row or reasons.get(number, ''):<45} … {place} …")
    if wrong:
        sys.exit("\n".join(wrong))
    return None


if __name__ == "__main__":
    main()
