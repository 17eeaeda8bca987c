/** What stands below the tree of a tour: a chart of bars with their intervals, and a table of numbers. */

import { h, s } from "../dom.js";
import { seen } from "../words.js";

const ROW = 34;
const [LABEL, TEXT] = [78, 96]; // what stands before and behind the bars

/** @param {Wire.TourBars} chart */
export function barChart(chart) {
  const [width, height] = [560, ROW * chart.bars.length + 8];
  const room = width - LABEL - TEXT;
  /** @param {number} value */
  const at = (value) => LABEL + (room * value) / chart.most;
  const words = chart.bars.map((bar) => `${bar.label}: ${bar.text}`).join("; ");
  const picture = s(
    "svg",
    {
      class: "tour-svg tour-bars",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": `${seen(chart.caption)}. ${words}`,
    },
    chart.bars.map((bar, index) => {
      const y = ROW * index + 6;
      const middle = y + (ROW - 10) / 2;
      return s(
        "g",
        { class: `tour-bar${bar.best ? " is-best" : ""}` },
        s("text", { class: "tour-bar-label", x: LABEL - 8, y: middle + 5 }, `${bar.best ? "✓ " : ""}${bar.label}`),
        s("rect", { class: "tour-bar-room", x: LABEL, y, width: room, height: ROW - 10, rx: 3 }),
        s("rect", { class: "tour-bar-fill", x: LABEL, y, width: at(bar.value) - LABEL, height: ROW - 10, rx: 3 }),
        bar.low !== null && bar.low !== undefined && bar.high !== null && bar.high !== undefined
          ? s("path", {
              class: "tour-interval",
              d: `M${at(bar.low)} ${middle}H${at(bar.high)}m0 -5v10M${at(bar.low)} ${middle - 5}v10`,
            })
          : null,
        s("text", { class: "tour-bar-text", x: width - TEXT + 8, y: middle + 5 }, bar.text),
      );
    }),
  );
  return {
    picture,
    element: h(
      "figure",
      { class: "tour-chart" },
      h("div", { class: "tour-frame" }, picture),
      h("figcaption", {}, seen(chart.caption)),
    ),
  };
}

/** @param {Wire.TourTable} table */
export function numberTable(table) {
  const caption = seen(table.caption);
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      { class: "plain tour-table" },
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          table.head.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        table.rows.map(([first, ...rest], index) =>
          h(
            "tr",
            { "data-best": index === table.mark },
            h("th", { scope: "row" }, first),
            rest.map((text) => h("td", {}, text)),
          ),
        ),
      ),
    ),
  );
}
