#!/usr/bin/env python3
"""Checks the documentation site: navigation, links, and that the pages stay short.

- Every page below docs/ is in the navigation of mkdocs.yml once, and every entry of it is a page.
- The pages, without the generated reference and the notes, have at most LIMIT words; README and CHANGELOG, few lines.
- Where mkdocs is installed, the site builds in strict mode, and every link between its pages, with its anchor, leads
  somewhere. mkdocs itself does not look at anchors.
"""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 39_500  # words, about 45,000 as `wc -w` counts, which sees the bars of tables; what is added should replace something
UNCOUNTED = ("reference/", "notes/")
MOST_LINES = {"README.md": 100, "CHANGELOG.md": 60}  # read whole, or not at all
ENTRY = re.compile(r"^\s+- (?:[^:#\n]+: )?([\w./-]+\.md)\s*$", re.MULTILINE)


def navigation_problems(pages, configuration):
    """What is wrong with the navigation in the text of mkdocs.yml, for these pages (paths below docs/)."""
    entries = ENTRY.findall(configuration)
    problems = [f"mkdocs.yml: {e} is in the navigation, but not in docs/" for e in entries if e not in pages]
    problems += [f"mkdocs.yml: docs/{p} is not in the navigation; add it to `nav`" for p in pages if p not in entries]
    return problems + [f"mkdocs.yml: {e} is in the navigation twice" for e in set(entries) if entries.count(e) > 1]


def words(texts):
    """How many words the counted pages have; `texts` maps paths below docs/ to their text."""
    return sum(length(text) for page, text in texts.items() if not page.startswith(UNCOUNTED))


def long_files(lines):
    """What is too long among the files of MOST_LINES; `lines` maps their names to how many lines they have."""
    return [f"{name} has {lines[name]} lines, more than {most}" for name, most in MOST_LINES.items() if lines[name] > most]


def length(text):
    """How many words a text has. Lines and bars of tables are none."""
    return sum(any(c.isalnum() for c in word) for word in text.split())


class Anchors(html.parser.HTMLParser):
    """The ids of an HTML page, and the targets of its links."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.add(attributes.get("id"))
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])


def broken_links(pages):
    """The links between these HTML pages (path: text) that lead to no page or to no anchor of it."""
    parsed = {path: Anchors(text) for path, text in pages.items()}
    broken = []
    for path, page in parsed.items():
        for link in page.links:
            url = urllib.parse.urlparse(link)
            if url.scheme or url.netloc or not (url.path.endswith(".html") or (not url.path and url.fragment)):
                continue
            target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            anchor = urllib.parse.unquote(url.fragment)
            if target not in parsed:
                broken.append(f"{path.name}: {link} leads to no page")
            elif anchor and anchor not in parsed[target].ids:
                broken.append(f"{path.name}: {link} leads to no heading")
    return broken


def site_problems():
    """What is wrong with the built site."""
    with tempfile.TemporaryDirectory() as folder:
        build = subprocess.run([ROOT / "scripts/docs.sh", folder], capture_output=True, text=True, check=False)
        if build.returncode != 0:
            return [f"scripts/docs.sh failed:\n{build.stdout}{build.stderr}"]
        site = pathlib.Path(folder).resolve()
        built = {p: p.read_text(encoding="utf-8") for p in site.rglob("*.html") if p.name != "404.html"}
        return broken_links(built)


def self_test():
    nav = "nav:\n  - Start:\n      - index.md\n      - First: start/a.md\n      - start/a.md\n      - gone.md\n"
    found = navigation_problems(["index.md", "start/a.md", "b.md"], nav)
    assert len(found) == 3 and "gone.md" in found[0] and "docs/b.md" in found[1] and "twice" in found[2], found
    assert words({"a.md": "| two | words |", "notes/b.md": "not counted", "reference/c.md": "nor this"}) == 2
    assert long_files({"README.md": 100, "CHANGELOG.md": 61}) == ["CHANGELOG.md has 61 lines, more than 60"]
    a, b = pathlib.Path("/site/a.html"), pathlib.Path("/site/x/b.html")
    good = {a: '<h2 id="top"></h2><a href="x/b.html#here">b</a><a href="#top">up</a><a href="https://e.org/c.html">c</a>',
            b: '<h2 id="here"></h2><a href="../a.html">a</a>'}
    assert broken_links(good) == [], broken_links(good)
    assert len(broken_links({**good, b: '<a href="../a.html#nowhere">a</a><a href="c.html">c</a>'})) == 3
    print("the check finds what it should")


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    docs = ROOT / "docs"
    texts = {p.relative_to(docs).as_posix(): p.read_text(encoding="utf-8") for p in sorted(docs.rglob("*.md"))}
    problems = navigation_problems(list(texts), (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    count = words(texts)
    if count > LIMIT:
        longest = sorted((length(t), p) for p, t in texts.items() if not p.startswith(UNCOUNTED))[-5:]
        problems.append(f"docs/ has {count} words, more than {LIMIT}; the longest pages: {longest[::-1]}")
    problems += long_files({name: (ROOT / name).read_text(encoding="utf-8").count("\n") for name in MOST_LINES})
    if shutil.which("mkdocs"):
        problems += site_problems()
    else:
        print("mkdocs is not installed: the site was not built (apt-get install mkdocs mkdocs-material)")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(texts)} pages in the navigation, {count} words")


main()
