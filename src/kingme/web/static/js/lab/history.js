/** `RootHistory`: what became of each root move over time, thinned to a few hundred points. */

const MOST = 320;

export class RootHistory {
  /** @type {{at: number, moves: Record<string, RootMove>}[]} */
  points = [];
  /** Texts in the order of their first appearance. @type {string[]} */
  moves = [];
  every = 1;
  skipped = 0;

  /** @param {"simulations"|"seconds"} unit */
  constructor(unit) {
    this.unit = unit; // what is counted along the axis
  }

  clear() {
    this.points = [];
    this.moves = [];
    this.every = 1;
    this.skipped = 0;
  }

  /** @param {number} at @param {Record<string, RootMove>} moves @param {{force?: boolean}} options */
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

  /**
   * The root's children of a model, as a point.
   * @param {import("./treemodel.js").TreeModel} model
   * @returns {Record<string, RootMove>}
   */
  static of(model) {
    return Object.fromEntries(
      model.root.children.map((node) => {
        const { exploit, explore } = model.score(node);
        return [node.move, { visits: node.visits, exploit, explore }];
      }),
    );
  }

  /**
   * The history of a tape of steps up to some length.
   * @param {import("./steptape.js").StepTape} tape
   * @param {number} length
   */
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
