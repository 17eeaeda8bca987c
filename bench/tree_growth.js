/**
 * Measures a tree that grows: real simulations, so many new nodes in every frame, all of them drawn, with gliding on.
 * Evaluated in a page of the app with `count` nodes; the result is the frames per second and what a frame costs,
 * beside the frames of the same tree drawn again and again.
 */
async (count) => {
  const [{ TreeCanvas }, { TreeLook }, { StepTape }] = await Promise.all(
    ["treecanvas", "treelook", "steptape"].map((name) => import(`/static/js/lab/${name}.js`)),
  );
  const tape = new StepTape({ position: { fen: "B:W21-32:B1-12", moves: [] }, player: "mcts:seed=1" });
  await tape.reach(count);
  const look = new TreeLook(tape.model);
  const tree = new TreeCanvas({ look });
  tree.element.style.width = "1100px";
  tree.element.style.height = "560px";
  document.body.replaceChildren(tree.element);
  tree.show(tape.model);
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let i = 0; i < 10; i++) await next();
  const perFrame = Math.max(1, Math.round(count / 240));
  const stamps = [];
  let [cursor, busy] = [0, 0];
  while (cursor < tape.length || stamps.length < 270) {
    const begin = performance.now();
    for (let i = 0; i < perFrame && cursor < tape.length; i++) tape.model.apply(tape.steps[cursor++]);
    look.update();
    tree.update();
    busy += performance.now() - begin;
    stamps.push(await next());
  }
  const redrawn = [];
  for (let i = 0; i < 60; i++) {
    look.update();
    tree.update();
    redrawn.push(await next());
  }
  const between = (times) => times.slice(1).map((stamp, index) => stamp - times[index]);
  const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
  const gaps = between(stamps);
  const fps = (list) => (1000 * list.length) / list.reduce((sum, gap) => sum + gap, 0);
  const drawn = tree.drawn;
  tree.destroy();
  return {
    drawn,
    frames: gaps.length,
    fps: fps(gaps),
    late: fps(gaps.slice(-60)),
    worst: Math.max(...gaps),
    median: middle(gaps),
    redrawn: middle(between(redrawn)),
    feeding: busy / gaps.length,
  };
};
