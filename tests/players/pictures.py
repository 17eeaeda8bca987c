"""Pictures of the pages on algorithms, drawn from real searches with fixed seeds."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from kingme import Board
from kingme.players import Limit, player
from kingme.players.base import Analysis
from kingme.players.minimax_trace import TraceEvent
from kingme.players.view import TreeNode, TreeView

SHOT = "W:W21,22,24,25,27,28,29,32:B1,2,7,8,11,14,16,20"
SMALL = "B:W13,27:B18"
KINGS = "B:WK32:BK1,K2"

WIN, DRAW, LOSS, LINE, TEXT, SOFT = "#1f6b3b", "#8a9097", "#9b2c1f", "#b9c0ba", "#1b211d", "#566059"
PAPER, TRACK = "#ffffff", "#eef0ec"
DARK = {WIN: "#3f8f5c", LOSS: "#c2503f", LINE: "#4d564f", TEXT: "#e6ebe7", SOFT: "#a9b3ac", TRACK: "#2d332f"}
DARK_PAPER = "#21211d"


def look() -> str:
    """Letters stand off the branches behind them; the colours follow the theme of the page that shows the picture."""
    letters = f":root>text{{paint-order:stroke;stroke:{PAPER};stroke-width:4px;stroke-linejoin:round}}"
    dark = "".join(
        f':root>[{of}="{light}"]{{{of}:{color}}}' for light, color in DARK.items() for of in ("fill", "stroke")
    )
    dark += f".paper{{fill:{DARK_PAPER}}}:root>text{{stroke:{DARK_PAPER}}}"
    return f"<style>{letters}@media(prefers-color-scheme:dark){{{dark}}}:root>.sign{{stroke:none}}</style>"


def frame(width: float, height: float, title: str, *parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img" '
        f'font-family="system-ui,Helvetica,Arial,sans-serif" font-size="12"><title>{title}</title>{look()}'
        f'<rect class="paper" width="{width:g}" height="{height:g}" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def label(
    x: float, y: float, text: str, *, anchor: str = "start", fill: str = TEXT, size: int = 12, sign: bool = False
) -> str:
    kind = ' class="sign"' if sign else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" font-size="{size}">{text}</text>'


def board_at(board: Board, x: float, y: float, size: int, arrows: Sequence[tuple[int, int]] = ()) -> str:
    """A board inside a picture."""
    svg = board.svg(size=size, arrows=list(arrows))
    return re.sub(r"^<svg ", f'<svg x="{x:g}" y="{y:g}" ', svg)


# --- bars -------------------------------------------------------------------------------------------------------------


def bars(
    spec: str, fen: str, title: str, text: Callable[[Analysis, int], str], share: Callable[[Analysis, int], float]
) -> str:
    """The position, and a bar for each move from best to worst; error bars where there are intervals."""
    board = Board.from_fen(fen)
    analysis = player(spec).analyse(board, Limit())
    lines = analysis.best_lines()
    order = [analysis.lines.index(line) for line in lines]
    parts = [board_at(board, 10, 34, 200, [line.move.path[:2] for line in lines[:1]]), label(10, 22, title)]
    for row, index in enumerate(order):
        line, y = analysis.lines[index], 50 + 27 * row
        parts.append(label(275, y + 12, str(line.move), anchor="end"))
        parts.append(f'<rect x="285" y="{y}" width="200" height="16" fill="{TRACK}"/>')
        color = WIN if row == 0 else DRAW
        parts.append(f'<rect x="285" y="{y}" width="{200 * share(analysis, index):.1f}" height="16" fill="{color}"/>')
        if line.interval:
            low, high = (285 + 200 * bound for bound in line.interval)
            parts.append(f'<path d="M{low:.1f} {y + 8}H{high:.1f}M{low:.1f} {y + 4}v8M{high:.1f} {y + 4}v8" ')
            parts.append(f'stroke="{TEXT}" stroke-width="1.5" fill="none"/>')
        parts.append(label(495, y + 12, text(analysis, index)))
    return frame(600, 250, title, *parts)


def percent(analysis: Analysis, index: int) -> str:
    value = analysis.lines[index].value
    return "–" if value is None else f"{100 * value:.1f} %"


def value(analysis: Analysis, index: int) -> float:
    return analysis.lines[index].value or 0.0


def score(analysis: Analysis, index: int) -> str:
    return f"{analysis.lines[index].score.men:+g}"


def between(analysis: Analysis, index: int) -> float:
    """A score between the worst and the best of them."""
    scores = [line.score.men if line.score else 0.0 for line in analysis.lines]
    low, high = min(scores), max(scores)
    return 0.5 if low == high else 0.06 + 0.94 * (scores[index] - low) / (high - low)


# --- trees ------------------------------------------------------------------------------------------------------------


def tree(spec: str, fen: str, simulations: int, nodes: int, title: str) -> str:
    """The most visited nodes: area by visits, colour and sign by value for the side that searches."""
    view: TreeView = player(spec).analyse(Board.from_fen(fen), Limit(iterations=simulations)).tree
    shown = list(view.walk(nodes))
    children: dict[int | None, list[TreeNode]] = {}
    for node in shown:
        children.setdefault(node.parent, []).append(node)
    places: dict[int, tuple[float, float]] = {}
    width = _spread(view.root, children, places, 0.0)
    scale = 700 / max(width, 1)
    height = 60 + 62 * max(node.depth for node in shown)
    at = {index: (30 + scale * x, 46 + 62 * y) for index, (x, y) in places.items()}
    best = _principal(view.root, children)
    edges, dots = [], []
    for node in shown:
        x, y = at[node.index]
        if node.parent is not None:
            color, wide = (WIN, 3.5) if node.index in best else (LINE, 1 + 3 * math.sqrt(node.visits / simulations))
            px, py = at[node.parent]
            edges.append(f'<path d="M{px:.1f} {py:.1f}L{x:.1f} {y:.1f}" stroke="{color}" stroke-width="{wide:.1f}"/>')
        mean = node.value if node.value is not None else 0.5
        mean = mean if node.depth % 2 else 1 - mean
        fill, sign = (WIN, "+") if mean > 0.55 else (LOSS, "−") if mean < 0.45 else (DRAW, "=")
        r = 4 + 15 * math.sqrt(node.visits / simulations)
        dots.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"/>')
        if r > 7:
            dots.append(label(x, y + 4, sign, anchor="middle", fill="#ffffff", sign=True))
        if node.move is not None and (node.depth < 2 or r > 9):
            dots.append(label(x, y - r - 4, str(node.move), anchor="middle", size=11))
    side = "White" if fen.startswith("W") else "Black"
    note = label(30, height + 18, f"area: visits · + = − : good, level, bad for {side}, who searches", fill=SOFT)
    return frame(760, height + 30, title, label(30, 20, title), *edges, *dots, note)


def _spread(node: TreeNode, children: dict[int | None, list[TreeNode]], places: dict[int, tuple[float, float]], left: float) -> float:  # fmt: skip  # noqa: E501
    """Give every node a place, leaves side by side; returns where the next leaf goes."""
    below = children.get(node.index, [])
    start = left
    for child in below:
        left = _spread(child, children, places, left)
    if not below:
        left += 1.0
        places[node.index] = (start + 0.5, node.depth)
    else:
        places[node.index] = (sum(places[child.index][0] for child in below) / len(below), node.depth)
    return max(left, start + 2.5) if node.depth == 1 else left  # room for a label


def _principal(root: TreeNode, children: dict[int | None, list[TreeNode]]) -> set[int]:
    found, node = set(), root
    while below := children.get(node.index):
        node = max(below, key=lambda child: child.visits)
        found.add(node.index)
    return found


def trace(spec: str, fen: str, title: str) -> str:
    """A minimax search: MAX points up, MIN down, with alpha and beta as each position was entered."""
    board = Board.from_fen(fen)
    events: list[TraceEvent] = player(f"{spec},trace=on").analyse(board, Limit()).trace
    parents, way = [], []
    for index, event in enumerate(events):
        del way[event.ply :]
        parents.append(way[-1] if way else None)
        way.append(index)
    leaves = 0.0
    x = [0.0] * len(events)
    for index in range(len(events)):
        if index not in parents:
            leaves += 1
            x[index] = leaves
    for index in reversed(range(len(events))):
        below = [x[child] for child, parent in enumerate(parents) if parent == index]
        if below:
            x[index] = sum(below) / len(below)
    step = 480 / leaves
    at = [(200 + step * (x[index] - 0.5), 70 + 84 * event.ply) for index, event in enumerate(events)]
    parts = [label(10, 22, title), board_at(board, 10, 40, 170)]
    for index, parent in enumerate(parents):
        if parent is not None:
            (px, py), (cx, cy) = at[parent], at[index]
            parts.append(f'<path d="M{px:.1f} {py:.1f}L{cx:.1f} {cy:.1f}" stroke="{LINE}" stroke-width="2"/>')
    for event, (cx, cy) in zip(events, at, strict=True):
        fill = WIN if event.value.lead > 0 else LOSS if event.value.lead < 0 else DRAW
        way_ = -1 if event.node == "MAX" else 1
        shape = f"M{cx:.1f} {cy + 15 * way_:.1f}L{cx + 17:.1f} {cy - 12 * way_:.1f}H{cx - 17:.1f}Z"
        parts.append(f'<path d="{shape}" fill="{fill}"/>')
        words = {1: "won", 0: "drawn", -1: "lost", None: f"{event.value.men:+g}"}[event.value.result]
        parts.append(label(cx + 22, cy - 2, f"{event.move or 'root'}: {words}", size=11))
        window = f"α {'−∞' if event.alpha is None else format(event.alpha.men, '+g')}, β "
        window += "+∞" if event.beta is None else format(event.beta.men, "+g")
        parts.append(label(cx + 22, cy + 12, f"{window}{', cutoff' if event.cutoff else ''}", size=10, fill=SOFT))
    return frame(760, 110 + 84 * max(event.ply for event in events), title, *parts)


PICTURES: dict[str, Callable[[], str]] = {
    "random": lambda: bars(
        "random:seed=1", SHOT, "Random: every legal move has the same chance",
        lambda analysis, _: f"1 / {len(analysis.lines)}", lambda analysis, _: 1 / len(analysis.lines),
    ),
    "greedy": lambda: bars("greedy:seed=1", "B:W6,22,23,24,31,32:B4,7,12,14,15,20,K25",
                           "Greedy: material after the move, and nothing beyond", score, between),
    "minimax": lambda: trace("minimax:depth=2,ties=first,seed=1", SMALL, "Minimax, depth 2: Black is MAX"),
    "flat": lambda: bars("flat:playouts=700,seed=1", SHOT,
                         "Flat: mean of 140 random games after each move", percent, value),
    "mcts": lambda: tree("mcts:seed=1", SHOT, 1000, 60, "Tree search: the 60 most visited nodes of 1,000 simulations"),
    "rave": lambda: tree("rave:seed=1", SHOT, 1000, 60, "RAVE: the 60 most visited nodes of 1,000 simulations"),
    "heuristic-rave": lambda: tree(
        "heuristic-rave:seed=1", SHOT, 1000, 60, "Heuristic RAVE: the 60 most visited nodes of 1,000 simulations"
    ),
    "hybrid": lambda: bars("mcts:iterations=5000,seed=1", KINGS,
                           "Two kings against one: to tree search all moves look alike", percent, value),
    "engine": lambda: bars("engine:nodes=200000,lines=5", SHOT, "Engine: expected score of each move", percent, value),
}  # fmt: skip
