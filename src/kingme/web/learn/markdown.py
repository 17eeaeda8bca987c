"""A small Markdown reader: text to blocks of plain data, which the page turns into elements.

No HTML is made anywhere, so nothing in a document can become markup. It knows what the pages of `docs/algorithms` use:
headings, paragraphs, fenced code, tables, lists, and in them `code`, **strong**, *emphasis*, [links](x) and pictures.
What is not understood stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Block = dict[str, Any]
Inline = dict[str, Any]
Resolve = Callable[[str], str | None]

_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|!\[(?P<alt>[^\]]*)\]\((?P<src>[^)\s]+)\)"
    r"|\[(?P<text>[^\]]*)\]\((?P<href>[^)\s]+)\)"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?P<em>[^*\s][^*]*)\*"
)
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ITEM = re.compile(r"(?:[-*]|(\d+)\.)\s+(.*)")
_RULER = re.compile(r"\|?(\s*:?-+:?\s*\|)+\s*:?-*:?\s*")


def parse(text: str, resolve: Resolve = lambda href: href) -> list[Block]:
    """The blocks of a document. `resolve` turns the target of a link into an address, or into None: plain text then."""
    lines = text.splitlines()
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            blocks.append({"type": "code", "language": line[3:].strip(), "text": "\n".join(lines[at + 1 : end])})
            at = end + 1
        elif heading := _HEADING.fullmatch(line):
            words = inlines(heading[2], resolve)
            blocks.append({"type": "heading", "level": len(heading[1]), "id": slug(heading[2]), "text": words})
            at += 1
        elif _is_table(lines, at):
            at = _table(lines, at, blocks, resolve)
        elif _ITEM.match(line):
            at = _list(lines, at, blocks, resolve)
        else:
            end = at + 1
            while end < len(lines) and lines[end].strip() and not _starts_block(lines, end):
                end += 1
            blocks.append({"type": "paragraph", "text": inlines(" ".join(lines[at:end]), resolve)})
            at = end
    return blocks


def inlines(text: str, resolve: Resolve = lambda href: href) -> list[Inline]:
    """The parts of a line.

    >>> [part["type"] for part in inlines("see `c` in [mcts](mcts.md)")]
    ['text', 'code', 'text', 'link']
    """
    parts: list[Inline] = []
    end = 0
    for found in _INLINE.finditer(text):
        if found.start() > end:
            parts.append({"type": "text", "text": text[end : found.start()]})
        parts.append(_part(found, resolve))
        end = found.end()
    if end < len(text):
        parts.append({"type": "text", "text": text[end:]})
    return parts


def _part(found: re.Match[str], resolve: Resolve) -> Inline:
    for kind in ("code", "strong", "em"):
        if found[kind] is not None:
            return {"type": kind, "text": found[kind]}
    is_picture = found["src"] is not None
    target = resolve(found["src"] if is_picture else found["href"])
    words = found["alt"] if is_picture else found["text"].replace("`", "")
    if target is None:
        return {"type": "text", "text": words}
    return (
        {"type": "image", "src": target, "text": words}
        if is_picture
        else {"type": "link", "href": target, "text": words}
    )


def slug(text: str) -> str:
    """The name that a heading is linked by.

    >>> slug("How it works: `select`, expand")
    'how-it-works-select-expand'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _starts_block(lines: list[str], at: int) -> bool:
    line = lines[at]
    return line.startswith("```") or bool(_HEADING.fullmatch(line) or _ITEM.match(line)) or _is_table(lines, at)


def _is_table(lines: list[str], at: int) -> bool:
    return lines[at].startswith("|") and at + 1 < len(lines) and bool(_RULER.fullmatch(lines[at + 1].strip()))


def _table(lines: list[str], at: int, blocks: list[Block], resolve: Resolve) -> int:
    head = [inlines(cell, resolve) for cell in _cells(lines[at])]
    rows = []
    end = at + 2
    while end < len(lines) and lines[end].startswith("|"):
        rows.append([inlines(cell, resolve) for cell in _cells(lines[end])])
        end += 1
    blocks.append({"type": "table", "head": head, "rows": rows})
    return end


def _cells(line: str) -> list[str]:
    """The cells of a row; a bar inside code does not end one."""
    parts = re.split(r"\|(?=(?:[^`]*`[^`]*`)*[^`]*$)", line.strip().strip("|"))
    return [part.strip() for part in parts]


def _list(lines: list[str], at: int, blocks: list[Block], resolve: Resolve) -> int:
    first = _ITEM.match(lines[at])
    assert first is not None
    items: list[str] = []
    end = at
    while end < len(lines) and lines[end].strip():
        item = _ITEM.match(lines[end])
        if item:
            items.append(item[2])
        elif lines[end].startswith(" "):
            items[-1] += f" {lines[end].strip()}"
        else:
            break
        end += 1
    blocks.append(
        {"type": "list", "ordered": first[1] is not None, "items": [inlines(text, resolve) for text in items]}
    )
    return end
