/** `RootHistory`: what became of each root move over time, thinned to a few hundred points. */

const MOST = 320;

export class RootHistory {
  constructor(unit) {
    this.unit = unit; // what is counted along the axis: "simulations" or "seconds"
    this.clear();
  }

  clear() {
    this.points = []; // {at, moves: {text: {visits, exploit, explore}}}
    this.moves = []; // texts in the order of their first appearance
    this.every = 1;
    this.skipped = 0;
  }

  /** @param {Record<string, {visits: number, exploit: number|null, explore: number|null}>} moves */
  add(at, moves, { force = false } = {}) {
    for (const text of Object.keys(moves)) if (!this.moves.includes(text)) this.moves.push(text);
    if (!force && ++this.skipped < this.every) return;
    this.skipped = 0;
    if (this.points.at(-1)?.at === at) this.points.pop();
    this.points.push({ at, moves });
    if (this.points.length > MOST) {
      this.points = this.points.filter((_, index) => index % 2 === 1);
      this.every *= 2;
    }
  }

  /** The root's children of a model, as a point. */
  static of(model) {
    return Object.fromEntries(
      model.root.children.map((node) => {
        const { exploit, explore } = model.score(node);
        return [node.move, { visits: node.visits, exploit, explore }];
      }),
    );
  }

  /** The history of a tape of steps up to some length. */
  static ofSteps(tape, length) {
    const history = new RootHistory("simulations");
    history.every = Math.max(1, Math.ceil(length / MOST));
    tape.model.clear();
    for (let index = 0; index < length; index++) {
      tape.model.apply(tape.steps[index]);
      if (index % history.every === history.every - 1 || index === length - 1)
        history.add(tape.simulations(index + 1), RootHistory.of(tape.model), { force: true });
    }
    return history;
  }
}
