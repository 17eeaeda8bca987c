// Runs before the first paint, so that a dark room is not lit up by a white page. The rest is done by settings.js.
(() => {
  /** @type {{theme?: string, board?: string}} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("kingme.settings") ?? "null") || {};
  } catch {
    // nothing stored, or nothing readable
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = chosen.theme || "auto";
  document.documentElement.dataset.theme = theme === "auto" ? (dark ? "dark" : "light") : theme;
  document.documentElement.dataset.board = chosen.board || "tournament";
})();
