(() => {
  const { runs } = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const STEP = 200; // games listed at a time
  const BLACK = 0,
    WHITE = 1;

  // --- theme ---------------------------------------------------------------------------------------------------------
  $("theme").onclick = () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const root = document.documentElement;
    root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  };

  // --- folded parts: a link into one opens it ----------------------------------------------------------------------
  document.querySelectorAll(".bar nav a").forEach((link) =>
    link.addEventListener("click", () => {
      const details = document.querySelector(link.hash + " details");
      if (details) details.open = true;
    }),
  );

  // --- games ---------------------------------------------------------------------------------------------------------
  // A game is [number, Black, White, result, ending, FEN, moves]; players and endings are places in their run's lists.
  const games = runs.flatMap((run, at) =>
    run.games.map(([number, black, white, result, ending, fen, moves]) => ({
      run: at,
      number,
      names: [run.players[black], run.players[white]],
      result,
      ending: run.endings[ending],
      fen,
      moves: moves ? moves.split(" ") : [],
    })),
  );

  const squareOf = (row, column) => 4 * row + (column >> 1) + 1;
  const rowOf = (square) => (square - 1) >> 2;
  const columnOf = (square) => 2 * ((square - 1) & 3) + (rowOf(square) % 2 ? 0 : 1);

  function readFen(fen) {
    const [turn, ...sides] = fen.split(":");
    const board = new Map();
    for (const side of sides) {
      const color = side[0] === "B" ? BLACK : WHITE;
      for (const item of side.slice(1).split(",").filter(Boolean)) {
        const king = item[0] === "K";
        const [from, to] = (king ? item.slice(1) : item).split("-").map(Number);
        for (let square = from; square <= (to || from); square++) board.set(square, { color, king });
      }
    }
    return { board, turn: turn === "B" ? BLACK : WHITE };
  }

  function play(board, move) {
    const after = new Map(board);
    const path = move.split(/[-x]/).map(Number);
    let piece = after.get(path[0]);
    after.delete(path[0]);
    if (move.includes("x"))
      path.slice(1).forEach((square, i) => {
        const row = (rowOf(square) + rowOf(path[i])) / 2,
          column = (columnOf(square) + columnOf(path[i])) / 2;
        after.delete(squareOf(row, column));
      });
    const end = path[path.length - 1];
    if (rowOf(end) === (piece.color === BLACK ? 7 : 0)) piece = { color: piece.color, king: true };
    after.set(end, piece);
    return after;
  }

  function positions(game) {
    const { board, turn } = readFen(game.fen);
    const boards = [board];
    for (const move of game.moves) boards.push(play(boards[boards.length - 1], move));
    return { boards, turn };
  }

  // --- the board -----------------------------------------------------------------------------------------------------
  let game = null,
    film = null,
    ply = 0,
    bottom = WHITE;
  let chosen = false; // the address follows once somebody has chosen a game or a move

  function draw() {
    const last = ply ? game.moves[ply - 1].split(/[-x]/).map(Number) : [];
    const place = (square) => {
      const row = rowOf(square),
        column = columnOf(square);
      return bottom === WHITE ? [60 * column, 60 * row] : [60 * (7 - column), 60 * (7 - row)];
    };
    let out =
      '<svg viewBox="-8 -8 496 496"><rect x="-8" y="-8" width="496" height="496" rx="6" fill="var(--board-frame)"/>' +
      '<rect width="480" height="480" fill="var(--board-light)"/>';
    for (let square = 1; square <= 32; square++) {
      const [x, y] = place(square);
      out += `<rect x="${x}" y="${y}" width="60" height="60" fill="var(--board-dark)"/>`;
      if (last.includes(square))
        out += `<rect x="${x}" y="${y}" width="60" height="60" fill="var(--board-last)" opacity=".55"/>`;
      out += `<text x="${x + 2}" y="${y + 10.5}" font-size="11" fill="var(--board-number)">${square}</text>`;
    }
    for (const [square, { color, king }] of film.boards[ply]) {
      const [x, y] = place(square);
      const piece = `${king ? "king" : "man"}-${color === BLACK ? "black" : "white"}`;
      out += `<use href="#${piece}" x="${x + 30}" y="${y + 30}"/>`;
    }
    $("board").innerHTML = out + "</svg>";
    const turn = (film.turn + ply) % 2;
    for (const [where, color] of [
      ["bottom", bottom],
      ["top", 1 - bottom],
    ]) {
      const mine = [...film.boards[ply].values()].filter((piece) => piece.color === color);
      const kings = mine.filter((piece) => piece.king).length;
      $("name-" + where).textContent = `${color === BLACK ? "Black" : "White"}: ${game.names[color]}`;
      $("mark-" + where).textContent =
        `${turn === color && ply < game.moves.length ? "to move · " : ""}` +
        `${mine.length} pieces, ${kings} ${kings === 1 ? "king" : "kings"}`;
    }
    $("seek").max = game.moves.length;
    $("seek").value = ply;
    const mover = (turn + 1) % 2 === BLACK ? "Black" : "White";
    const over = ply === game.moves.length ? ` · ${game.result} (${game.ending})` : "";
    $("said").textContent =
      (ply
        ? `Move ${ply} of ${game.moves.length}: ${mover} ${game.moves[ply - 1]}`
        : `Start of the game, ${game.moves.length} moves follow`) + over;
    $("board").setAttribute("aria-label", `Board after move ${ply}`);
    for (const button of $("moves").querySelectorAll("button")) {
      if (+button.dataset.ply === ply) {
        button.setAttribute("aria-current", "true");
        const box = $("moves");
        box.scrollTop += button.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
      } else button.removeAttribute("aria-current");
    }
    if (chosen) history.replaceState(null, "", `#game-${game.run + 1}-${game.number}-${ply}`);
  }

  function go(to) {
    if (!game) return;
    ply = Math.max(0, Math.min(game.moves.length, to));
    draw();
  }

  function open(wanted, at = 0) {
    game = wanted;
    film = positions(game);
    $("headline").textContent = `Game ${game.number + 1} · ${game.names[0]} v ${game.names[1]} · ${game.result}`;
    $("moves").innerHTML = "";
    const offset = film.turn === WHITE ? 1 : 0;
    game.moves.forEach((move, index) => {
      if ((index + offset) % 2 === 0 || index === 0) {
        const label = document.createElement("li");
        label.textContent = `${1 + ((index + offset) >> 1)}.`;
        $("moves").append(label);
        if (index === 0 && offset) $("moves").append(document.createElement("li"));
      }
      const item = document.createElement("li"),
        button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.dataset.ply = index + 1;
      item.append(button);
      $("moves").append(item);
    });
    for (const button of $("list").querySelectorAll("button")) {
      if (games[+button.dataset.at] === game) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    go(at);
  }

  // --- the list ------------------------------------------------------------------------------------------------------
  let shown = STEP;

  function options(select, all, values) {
    const before = select.value;
    select.innerHTML = "";
    for (const [value, text] of [["", all], ...values.map((value) => [value, value])])
      select.append(new Option(text, value));
    select.value = values.includes(before) ? before : "";
  }

  function list() {
    const run = $("filter-run").value,
      player = $("filter-player").value;
    const result = $("filter-result").value,
      ending = $("filter-ending").value;
    const fits = (item) =>
      (run === "" || item.run === +run) &&
      (!player || item.names.includes(player)) &&
      (!ending || item.ending === ending) &&
      (!result || outcome(item, player) === result);
    const found = games.filter(fits);
    $("count").textContent = `${found.length.toLocaleString("en")} of ${games.length.toLocaleString("en")} games`;
    $("list").innerHTML = "";
    for (const item of found.slice(0, shown)) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.at = games.indexOf(item);
      for (const [tag, text] of [
        ["span", item.number + 1],
        ["span", `${item.names[0]} v ${item.names[1]}`],
        ["span", item.result],
        ["small", `${item.ending}, ${item.moves.length} moves`],
      ]) {
        const part = document.createElement(tag);
        part.textContent = text;
        button.append(part);
      }
      if (item === game) button.setAttribute("aria-current", "true");
      $("list").append(button);
    }
    $("more").hidden = found.length <= shown;
    return found;
  }

  function outcome(item, player) {
    if (item.result === "1/2-1/2") return "drawn";
    const winner = item.names[item.result === "1-0" ? BLACK : WHITE];
    return player
      ? winner === player
        ? "won by the player"
        : "lost by the player"
      : item.result === "1-0"
        ? "won by Black"
        : "won by White";
  }

  function refilter() {
    shown = STEP;
    const player = $("filter-player").value;
    options(
      $("filter-result"),
      "any",
      player ? ["won by the player", "drawn", "lost by the player"] : ["won by Black", "drawn", "won by White"],
    );
    list();
  }

  const unique = (values) => [...new Set(values)].sort();
  $("filter-run").append(new Option("all", ""), ...runs.map((run, at) => new Option(run.title, at)));
  $("filter-run").parentElement.hidden = runs.length < 2;
  options($("filter-player"), "any", unique(games.flatMap((item) => item.names)));
  options($("filter-ending"), "any", unique(games.map((item) => item.ending)));
  for (const name of ["run", "player", "result", "ending"]) $("filter-" + name).onchange = refilter;
  $("more").onclick = () => {
    shown += STEP;
    list();
  };
  $("list").onclick = (event) => {
    const button = event.target.closest("button");
    if (button) {
      open(games[+button.dataset.at]);
      if (innerWidth < 700) $("board").scrollIntoView({ block: "center" });
    }
  };
  $("moves").onclick = (event) => {
    if (event.target.dataset.ply) go(+event.target.dataset.ply);
  };
  $("first").onclick = () => go(0);
  $("back").onclick = () => go(ply - 1);
  $("next").onclick = () => go(ply + 1);
  $("last").onclick = () => go(Infinity);
  $("flip").onclick = () => {
    bottom = 1 - bottom;
    draw();
  };
  $("seek").oninput = () => go(+$("seek").value);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input")) return;
    const steps = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: Infinity };
    const inside = event.target.closest(".games") || event.target === document.body;
    if (inside && event.key in steps && (event.key.startsWith("Arrow") || event.target.closest(".games"))) {
      go(steps[event.key]);
      event.preventDefault();
    } else if (event.key === "f" && inside) $("flip").click();
  });

  refilter();
  const link = /^#game-(\d+)-(\d+)(?:-(\d+))?$/.exec(location.hash);
  const linked = link && games.find((item) => item.run === +link[1] - 1 && item.number === +link[2]);
  if (games.length) open(linked || games[0], linked ? +(link[3] || 0) : 0);
  if (linked) $("games").scrollIntoView();
  chosen = true;
})();
