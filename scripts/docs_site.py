"""mkdocs hook: pages are plain Markdown that reads well in the repository, and this makes them fit the site.

- A link to a file outside docs/ (an example, a source file) becomes its text: the site has no such file.
- Python-Markdown starts a list only after a blank line; the pages, as elsewhere, do not need one.
"""
import pathlib
import re

LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]+)(?:#[^)]*)?\)")
ITEM = re.compile(r"(?:[-*]|\d+\.) ")


def without_outside_links(markdown, page_path, docs):
    """Drops the target of links that leave `docs`."""
    folder = (docs / page_path).parent

    def shown(match):
        target = (folder / match[2]).resolve()
        return match[0] if target.is_relative_to(docs) else match[1]

    return LINK.sub(shown, markdown)


def with_blank_before_lists(markdown):
    """Adds a blank line between a paragraph and a list; leaves code blocks alone."""
    lines, fenced, in_list = [], False, False
    for line in markdown.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        item = not fenced and ITEM.match(line)
        if item and not in_list and lines and lines[-1].strip():
            lines.append("")
        if not line.strip():
            in_list = False
        elif item:
            in_list = True
        lines.append(line)
    return "\n".join(lines)


def on_page_markdown(markdown, page, config, **_):
    docs = pathlib.Path(config["docs_dir"]).resolve()
    return with_blank_before_lists(without_outside_links(markdown, page.file.src_path, docs))
