/** Everything that is computed of a recording before it is drawn; the result is how many nodes there were to draw. */

import { RootHistory } from "../../../src/kingme/web/static/js/lab/history.js";
import { valueColor, valueSign } from "../../../src/kingme/web/static/js/lab/palette.js";
import { StepTape } from "../../../src/kingme/web/static/js/lab/steptape.js";
import { nodeFacts } from "../../../src/kingme/web/static/js/lab/stepwords.js";
import { StreamTape } from "../../../src/kingme/web/static/js/lab/streamtape.js";
import { TraceModel } from "../../../src/kingme/web/static/js/lab/tracemodel.js";
import { bounds, layOut } from "../../../src/kingme/web/static/js/lab/treelayout.js";
import { TreeLook } from "../../../src/kingme/web/static/js/lab/treelook.js";
import { readFen } from "../../../src/kingme/web/static/js/position.js";

/** @param {Recording} recording */
export function replay(recording) {
  if (recording.kind === "steps") return replaySteps(recording.data);
  return recording.kind === "stream" ? replayStream(recording.data) : replayTrace(recording.data);
}

/** @param {StepsData} data */
function replaySteps(data) {
  const tape = StepTape.from(data);
  readFen(tape.head.fen);
  for (const length of [0, tape.length >> 1, tape.length]) {
    RootHistory.ofSteps(tape, length);
    draw(tape.model);
    tape.simulations(length);
  }
  return draw(tape.model);
}

/** @param {StreamData} data */
function replayStream(data) {
  const tape = StreamTape.from(data);
  const history = new RootHistory("seconds");
  readFen(tape.fen);
  let drawn = 0;
  tape.shots.forEach((_, index) => {
    const { figures, moves } = tape.show(index);
    history.add(figures.time, moves, { force: true });
    [figures.time, figures.depth, figures.memory, ...figures.outcomes].map((figure) => figure.toFixed(1));
    figures.pv.join(" ");
    drawn = draw(tape.model);
  });
  StreamTape.from(tape.data());
  return drawn;
}

/** @param {Trace} data */
function replayTrace(data) {
  const model = new TraceModel(data.events);
  let drawn = 0;
  for (let moment = 1; moment <= model.length; moment++) {
    model.go(moment);
    const { id } = model.moments[moment - 1];
    model.way(id).map(({ event }) => [event.texts[0].length, readFen(event.fen)]);
    const shown = model.visible(0, new Set(), 2000);
    layOut(shown[0]);
    drawn = shown.length;
  }
  model.go(1);
  model.nextCutoff();
  return drawn;
}

/** @param {import("../../../src/kingme/web/static/js/lab/treemodel.js").TreeModel} model */
function draw(model) {
  const look = new TreeLook(model);
  look.update();
  model.principal();
  const shown = model.visible(model.minimumFor(400), new Set(), 4000);
  for (const shape of /** @type {const} */ (["down", "round"])) layOut(shown[0], { shape });
  bounds(/** @type {Placed<TreeNode>[]} */ (shown));
  for (const node of shown) {
    valueColor(model.forFirst(node));
    valueSign(model.forFirst(node));
    nodeFacts(node, model.score(node));
    [look.sign(node), look.label(node), look.note(node), look.edge(node), look.mover(node, "black")].join();
    model.line(node).join(" ");
    if (node.fen) readFen(node.fen);
  }
  return shown.length;
}
