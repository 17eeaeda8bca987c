"""Markdown as blocks of plain data, which the page turns into elements.

The parser is markdown-it's, with only those rules switched on that the pages of `docs/algorithms` use and that a block
can say: headings, paragraphs, code, tables, lists, and in them `code`, **strong**, *emphasis*, [links](x) and pictures.
HTML is none of them, and none is made here: nothing in a document can become markup. Everything else stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Block = dict[str, Any]
Inline = dict[str, Any]
Resolve = Callable[[str], str | None]

_PARSER = MarkdownIt("zero").enable(
    [
        *("heading", "fence", "code", "list", "table"),
        *("backticks", "emphasis", "link", "image", "escape", "entity", "newline"),
    ]
)


def parse(text: str, resolve: Resolve = lambda href: href) -> list[Block]:
    """The blocks of a document. `resolve` turns the target of a link into an address, or into None: plain text then.

    >>> [part["type"] for part in parse("see `c` in [mcts](mcts.md)")[0]["text"]]
    ['text', 'code', 'text', 'link']
    """
    return [_block(node, resolve) for node in SyntaxTreeNode(_PARSER.parse(text)).children]


def _block(node: SyntaxTreeNode, resolve: Resolve) -> Block:
    match node.type:
        case "heading":
            words = _inlines(node, resolve)
            return {"type": "heading", "level": int(node.tag[1:]), "id": slug(node.children[0].content), "text": words}
        case "fence" | "code_block":
            return {"type": "code", "language": node.info.strip(), "text": node.content.removesuffix("\n")}
        case "table":
            head, *rows = (
                [_inlines(cell, resolve) for cell in row.children] for part in node.children for row in part.children
            )
            return {"type": "table", "head": head, "rows": rows}
        case "bullet_list" | "ordered_list":
            items = [_inlines(item, resolve) for item in node.children]
            return {"type": "list", "ordered": node.type == "ordered_list", "items": items}
        case _:
            return {"type": "paragraph", "text": _inlines(node, resolve)}


def _inlines(node: SyntaxTreeNode, resolve: Resolve) -> list[Inline]:
    """The parts of a block's text in one row, whatever they are nested in; words of a kind that follow are one part."""
    parts: list[Inline] = []
    for part in _parts(node, resolve, "text"):
        if parts and part["type"] == parts[-1]["type"] and part["type"] in ("text", "strong", "em"):
            parts[-1]["text"] += part["text"]
        elif part["text"] or part["type"] == "image":
            parts.append(part)
    return parts


def _parts(node: SyntaxTreeNode, resolve: Resolve, kind: str) -> Iterator[Inline]:
    """The parts below a node; `kind` is what plain text is there: strong, em or nothing but text."""
    for place, child in enumerate(node.children):
        if place and child.block:  # an item of a list may hold several blocks: a space keeps their words apart
            yield {"type": kind, "text": " "}
        match child.type:
            case "text":
                yield {"type": kind, "text": child.content}
            case "softbreak" | "hardbreak":
                yield {"type": kind, "text": " "}
            case "code_inline" | "fence" | "code_block":
                yield {"type": "code", "text": child.content.removesuffix("\n")}
            case "link" | "image":
                yield _target(child, resolve)
            case "strong" | "em":
                yield from _parts(child, resolve, child.type)
            case _:
                yield from _parts(child, resolve, kind)


def _target(node: SyntaxTreeNode, resolve: Resolve) -> Inline:
    """A link or a picture with its words; the words alone where it leads nowhere."""
    words = "".join(part["text"] for part in _parts(node, resolve, "text"))
    name = "src" if node.type == "image" else "href"
    target = resolve(str(node.attrs[name]))
    return {"type": "text", "text": words} if target is None else {"type": node.type, name: target, "text": words}


def slug(text: str) -> str:
    """The name that a heading is linked by.

    >>> slug("How it works: `select`, expand")
    'how-it-works-select-expand'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
