/** How a tree looks on its canvas: lines, nodes with their signs, and the moves that there is room for. */

/** @typedef {import("./palette.js").Theme} Theme */

/**
 * Paint the nodes that lie in the window of the world that the canvas shows.
 * @template {Drawn<N>} N
 * @param {CanvasRenderingContext2D} context
 * @param {import("./treecanvas.js").TreeCanvas<N>} tree
 * @param {Placed<N>[]} shown
 * @param {Box & {colors: Theme}} window
 */
export function paint(context, tree, shown, window) {
  const { left, right, top, bottom, colors } = window;
  drawEdges(context, tree, shown, window);
  const nodes = shown.filter((node) => node.x > left && node.x < right && node.y > top && node.y < bottom);
  const large = 1 / tree.camera.scale;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const node of nodes) drawNode(context, tree, node, colors, large);
  drawLabels(context, tree, nodes, colors);
}

/**
 * @template {Drawn<N>} N
 * @param {CanvasRenderingContext2D} context
 * @param {import("./treecanvas.js").TreeCanvas<N>} tree
 * @param {Placed<N>[]} shown
 * @param {Box} window
 */
function drawEdges(context, tree, shown, { left, right, top, bottom }) {
  /** @type {Map<string, {width: number, color: string, dash: string, lines: {x: number, y: number}[]}>} */
  const groups = new Map();
  for (const node of shown) {
    for (const child of /** @type {Placed<N>[]} */ (node.shown ?? [])) {
      if (
        Math.max(node.x, child.x) < left ||
        Math.min(node.x, child.x) > right ||
        Math.max(node.y, child.y) < top ||
        Math.min(node.y, child.y) > bottom
      )
        continue;
      const { width, color, dash = "" } = tree.look.edge(child);
      const key = `${color}|${width}|${dash}`;
      let group = groups.get(key);
      if (!group) {
        group = { width, color, dash, lines: [] };
        groups.set(key, group);
      }
      group.lines.push(node, child);
    }
  }
  for (const { width, color, dash, lines } of [...groups.values()].sort((a, b) => a.width - b.width)) {
    context.beginPath();
    for (let i = 0; i < lines.length; i += 2) {
      context.moveTo(lines[i].x, lines[i].y);
      context.lineTo(lines[i + 1].x, lines[i + 1].y);
    }
    context.strokeStyle = color;
    context.lineWidth = Math.max(width, 0.6 / tree.camera.scale);
    context.setLineDash(dash ? [4, 4] : []);
    context.stroke();
  }
  context.setLineDash([]);
}

/**
 * @template {Drawn<N>} N
 * @param {CanvasRenderingContext2D} context
 * @param {import("./treecanvas.js").TreeCanvas<N>} tree
 * @param {Placed<N>} node
 * @param {Theme} colors
 * @param {number} large
 */
function drawNode(context, tree, node, colors, large) {
  const r = Math.max(node.r, 1.5 * large);
  const marked = tree.marked.get(node.id);
  context.beginPath();
  outline(context, tree.look.shape?.(node) ?? "circle", node.x, node.y, r);
  context.fillStyle = tree.look.color(node);
  context.fill();
  if (marked || node.id === tree.selected) {
    context.lineWidth = Math.max(3, 2.5 * large);
    context.strokeStyle = node.id === tree.selected ? colors.focus : marked === "expand" ? colors.warn : colors.text;
    context.setLineDash(marked === "expand" ? [3, 2] : []);
    context.stroke();
    context.setLineDash([]);
  }
  if (r * tree.camera.scale > 6.5) {
    const shape = tree.look.shape?.(node) ?? "circle";
    const text = tree.look.sign(node);
    context.fillStyle = tree.look.ink?.(node) ?? colors.surface;
    const share = shape !== "circle" || text.length > 1 ? 0.75 : 1.15;
    context.font = `600 ${Math.round(r * share)}px system-ui, sans-serif`;
    context.fillText(text, node.x, node.y + r * { circle: 0.05, up: 0.28, down: -0.25 }[shape]);
  }
  if (node.hidden && tree.collapsed.has(node.id)) {
    context.fillStyle = colors.muted;
    context.font = "600 10px system-ui, sans-serif";
    context.fillText(`▾ ${node.hidden}`, node.x, node.y + r + 8);
  }
}

/**
 * Moves over nodes that are large enough, or important; letters never become too small to read.
 * @template {Drawn<N>} N
 * @param {CanvasRenderingContext2D} context
 * @param {import("./treecanvas.js").TreeCanvas<N>} tree
 * @param {Placed<N>[]} nodes
 * @param {Theme} colors
 */
function drawLabels(context, tree, nodes, colors) {
  const { scale } = tree.camera;
  const size = Math.max(11, 10 / scale);
  context.font = `${size}px system-ui, sans-serif`;
  context.lineWidth = 4.5 / scale; // a rim that keeps branches off the words
  context.strokeStyle = colors.surface;
  /** @param {string} text @param {number} x @param {number} y @param {string} color */
  const write = (text, x, y, color) => {
    context.strokeText(text, x, y);
    context.fillStyle = color;
    context.fillText(text, x, y);
  };
  for (const node of nodes) {
    const wide = tree.look.wide?.(node, scale) ?? (node.depth === 1 || node.r * scale > 7);
    if (!wide && node.id !== tree.selected && !tree.marked.has(node.id)) continue;
    write(tree.look.label(node), node.x, node.y - node.r - 0.65 * size, colors.text);
    const under = tree.look.under?.(node, scale);
    if (under) write(under, node.x, node.y + node.r + 0.8 * size, colors.muted);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function outline(context, shape, x, y, r) {
  if (shape === "circle") {
    context.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  const way = shape === "up" ? -1 : 1;
  context.moveTo(x, y + way * r * 1.15);
  context.lineTo(x + r * 1.15, y - way * r * 0.8);
  context.lineTo(x - r * 1.15, y - way * r * 0.8);
  context.closePath();
}
