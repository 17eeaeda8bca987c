/** `StreamTape`: a live search as a list of snapshots, thinned to stay small, which can be saved and replayed. */

import { TreeModel } from "./treemodel.js";

const MOST = 240;
/** @type {(keyof Figures)[]} */
const FIGURES = [
  "final",
  "move",
  "value",
  "depth",
  "max_depth",
  "nodes",
  "iterations",
  "rate",
  "time",
  "memory",
  "outcomes",
  "pv",
];

export class StreamTape {
  kind = "stream";
  /** @type {Shot[]} */
  shots = [];

  /** @param {{position: Place, spec: string, player?: string, fen?: string, turn?: Color}} search */
  constructor({ position, spec, player = spec, fen = position.fen, turn = "black" }) {
    this.position = position;
    this.spec = spec;
    this.player = player;
    this.fen = fen;
    /** @type {Color} */
    this.turn = turn;
    this.model = new TreeModel({ fen });
  }

  get length() {
    return this.shots.length;
  }

  /** A snapshot of the stream. @param {Info} info */
  add(info) {
    const figures = /** @type {Figures} */ (Object.fromEntries(FIGURES.map((name) => [name, info[name]])));
    /** @type {Record<string, RootMove>} */
    const moves = Object.fromEntries(
      info.lines.map(({ move, visits, value, interval, details }) => [
        move.text,
        { visits, value, interval, exploit: details.exploit ?? null, explore: details.explore ?? null },
      ]),
    );
    const nodes = info.tree?.nodes ?? this.shots.at(-1)?.nodes ?? [];
    const shot = { figures, moves, nodes };
    this.shots.push(shot);
    this.player = info.player;
    if (this.shots.length > MOST)
      this.shots = this.shots.filter(({ figures: { final } }, index) => index % 2 === 1 || final);
    return shot;
  }

  /** @param {number} index */
  show(index) {
    const shot = this.shots[index];
    if (shot.nodes.length) this.model.load(shot.nodes);
    return shot;
  }

  /** Only what changed between two snapshots is written. @returns {StreamData} */
  data() {
    /** @type {Map<number, Shot["nodes"][number]>} */
    let before = new Map();
    const shots = this.shots.map(({ figures, moves, nodes }) => {
      const changed = nodes.filter((node) => {
        const old = before.get(node.id);
        return (
          !old ||
          old.visits !== node.visits ||
          old.exploit !== node.exploit ||
          old.explore !== node.explore ||
          old.proof !== node.proof
        );
      });
      const now = new Map(nodes.map((node) => [node.id, node]));
      const gone = [...before.keys()].filter((id) => !now.has(id));
      const packed = changed.map(
        (node) =>
          /** @type {PackedNode} */ ([
            node.id,
            node.visits,
            node.exploit,
            node.explore,
            node.proof,
            ...(before.has(node.id) ? [] : [node.parent, node.move]),
          ]),
      );
      before = now;
      return { figures, moves, changed: packed, gone };
    });
    const { position, spec, player, fen, turn } = this;
    return { position, spec, player, fen, turn, shots };
  }

  /** @param {StreamData} data */
  static from(data) {
    const tape = new StreamTape(data);
    /** @type {Map<number, Shot["nodes"][number]>} */
    const now = new Map();
    for (const { figures, moves, changed, gone } of data.shots) {
      for (const id of gone) now.delete(id);
      for (const [id, visits, exploit, explore, proof, parent, move] of changed) {
        const old = now.get(id) ?? { parent: parent ?? null, move: move ?? null };
        const value = proof ? (proof === "win" ? 1 : 0) : exploit;
        now.set(id, {
          id,
          parent: old.parent,
          move: old.move,
          visits,
          value,
          exploit,
          explore,
          proof,
          uct: exploit === null || explore === null ? null : exploit + explore,
        });
      }
      const nodes = [...now.values()].sort((a, b) => b.visits - a.visits || a.id - b.id);
      tape.shots.push({ figures, moves, nodes });
    }
    return tape;
  }
}
