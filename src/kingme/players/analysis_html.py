"""What notebooks show of a search: every legal move with its value, and the tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from markupsafe import Markup

from kingme.players.info import Analysis, Line
from kingme.players.view import TreeNode, TreeView
from kingme.text.html import interval, side_by_side, table

MOST_LINES = 12
MOST_NODES = 60
_WIDE, _DEEP, _MARGIN = 46, 74, 34  # pixels between nodes of a tree


def analysis_html(analysis: Analysis) -> Markup:
    """The position with the chosen move, and a row for each move from best to worst."""
    board = analysis.board
    picture = Markup("")
    if board is not None:
        path = () if analysis.move is None else analysis.move.path
        arrows = list(pairwise(path))
        picture = Markup(board.svg(size=260, arrows=arrows, bottom=int(board.turn)))
    headline = Markup("<p style='margin:.2em 0 .6em'>{}</p>").format(_headline(analysis))
    return side_by_side(picture, headline + _lines(analysis))


def _headline(analysis: Analysis) -> str:
    if analysis.move is None:
        return analysis.report or "There is no legal move."
    counted = f"{analysis.iterations:,} simulations" if analysis.outcomes else f"{analysis.nodes:,} positions"
    facts = [counted, f"{analysis.time:.3g} s"]
    if analysis.depth:
        facts.append(f"depth {analysis.depth:.3g}")
    return Markup("<b>{}</b> plays <b>{}</b>: {}").format(analysis.player, str(analysis.move), ", ".join(facts))


def _lines(analysis: Analysis) -> Markup:
    lines = analysis.best_lines()
    has_value = any(line.value is not None for line in lines)
    has_visits = has_value and any(line.visits for line in lines)
    has_score = any(line.score is not None for line in lines)
    headings = ["move"]
    side = "" if analysis.board is None else f" for {analysis.board.turn}"
    headings += [f"expected score{side}", ""] if has_value else []
    headings += ["visits"] if has_visits else []
    headings += ["score"] if has_score else []
    rows = []
    for line in lines[:MOST_LINES]:
        move = str(line.move)
        row = [Markup("<b>{}</b>").format(move) if line.move == analysis.move else move]
        row += _value(line) if has_value else []
        row += [f"{line.visits:,}"] if has_visits else []
        row += ["" if line.score is None else str(line.score)] if has_score else []
        rows.append([*row, " ".join(map(str, line.pv[1:7]))])
    more = len(lines) - MOST_LINES
    note = Markup("<p style='opacity:.75'>and {} more</p>").format(more) if more > 0 else ""
    return table([*headings, "expected line"], rows, left=(0, len(headings))) + note


def _value(line: Line) -> list[str]:
    if line.value is None:
        return ["", ""]
    low, high = line.interval or (line.value, line.value)
    return [f"{100 * line.value:.1f} %", interval(line.value, low, high, 0.0, 1.0, width=140)]


# --- trees ------------------------------------------------------------------------------------------------------------


@dataclass
class _Spot:
    """A node of the picture with its place."""

    node: TreeNode
    children: list[_Spot] = field(default_factory=list)
    x: float = 0.0

    def walk(self) -> Iterator[_Spot]:
        yield self
        for child in self.children:
            yield from child.walk()


def tree_svg(view: TreeView, limit: int = MOST_NODES) -> Markup:
    """The most visited nodes of a tree: the more visits the larger, the better for its mover the greener."""
    spots: dict[int, _Spot] = {}
    for node in view.walk(limit):
        spots[node.index] = _Spot(node)
        if node.parent is not None:
            spots[node.parent].children.append(spots[node.index])
    root = spots[view.root.index]
    leaves = 0
    for spot in reversed(list(root.walk())):  # children before their parents, from the right
        if spot.children:
            spot.x = (spot.children[0].x + spot.children[-1].x) / 2
        else:
            spot.x, leaves = float(leaves), leaves + 1
    width = _WIDE * max(1, leaves - 1) + 2 * _MARGIN + 40
    depth = max(spot.node.depth for spot in spots.values())
    height = _DEEP * depth + 2 * _MARGIN

    def place(spot: _Spot) -> tuple[float, float]:
        return width - _MARGIN - 20 - _WIDE * spot.x, _MARGIN + _DEEP * spot.node.depth

    links, dots = [], []
    for spot in root.walk():
        x, y = place(spot)
        for child in spot.children:
            to_x, to_y = place(child)
            thick = 1 + 5 * math.sqrt(child.node.visits / max(1, root.node.visits))
            bend = (y + to_y) / 2
            curve = f"M{x:.1f} {y}C{x:.1f} {bend} {to_x:.1f} {bend} {to_x:.1f} {to_y}"
            links.append(f'<path d="{curve}" stroke-width="{thick:.1f}"/>')
        dots.append(_dot(spot.node, x, y, root.node.visits))
    title = f"Search tree: the {len(spots)} most visited nodes of {root.node.visits:,} simulations"
    return Markup(  # numbers, and what has been escaped
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{min(width, 1000)}" role="img"'
        f' aria-label="{title}" font-family="system-ui,Helvetica,Arial,sans-serif" font-size="10">'
        f"<title>{title}</title>"
        f'<rect width="{width}" height="{height}" rx="6" fill="#f8f8f5"/>'
        f'<g fill="none" stroke="#a8b0a9">{"".join(links)}</g>{"".join(dots)}</svg>'
    )


def _dot(node: TreeNode, x: float, y: float, total: int) -> Markup:
    radius = 4 + 14 * math.sqrt(node.visits / max(1, total))
    value = 0.5 if node.value is None else min(1.0, max(0.0, node.value))
    words = "root" if node.move is None else str(node.move)
    told = f"{words}: {node.visits:,} visits" + ("" if node.value is None else f", {100 * node.value:.1f} %")
    ring = {"win": "#1f6b3b", "loss": "#a5341f"}.get(node.proof, "#3a423d")
    colour = f"hsl({15 + 125 * value:.0f}, 60%, {70 - 12 * value:.0f}%)"  # red, yellow, green: lightness differs too
    circle = Markup('<circle cx="{:.1f}" cy="{}" r="{:.1f}" fill="{}" stroke="{}"><title>{}</title></circle>')
    parts = [circle.format(x, y, radius, colour, ring, told)]
    if node.move is not None:
        parts.append(_label(words, x, y - radius - 3))
    if node.value is not None and radius >= 9:
        parts.append(_label(f"{100 * value:.0f}", x, y + 3.5))
    return Markup("").join(parts)


def _label(text: str, x: float, y: float) -> Markup:
    label = Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="middle" fill="#111">{}</text>')
    return label.format(x, y, text)
