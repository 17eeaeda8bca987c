/** All guided tours, and how far one got in each. */

import { labHeading } from "../lab/heading.js";
import { needStyles } from "../analysis/style.js";
import { api } from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { reached } from "../lab/tourprogress.js";
import { seen } from "../words.js";
import { unreachable } from "./message.js";

/** @returns {Promise<View>} */
export async function toursView() {
  try {
    const [{ tours }] = await Promise.all([api.get("/api/lab/tours"), needStyles("tour", "lab")]);
    return {
      title: "Guided tours",
      element: h(
        "div",
        { class: "page tours" },
        h(
          "div",
          { class: "page-head" },
          labHeading("Guided tours"),
          h(
            "div",
            { class: "row" },
            h("a", { class: "button", href: "/learn/glossary" }, icon("learn"), "Glossary"),
            h("a", { class: "button", href: "/learn/classes" }, icon("people"), "Classes"),
          ),
        ),
        h(
          "p",
          {},
          "Each tour goes through a real search, step by step. Say what happens next, see whether the search agrees, " +
            "and read why.",
        ),
        h(
          "ol",
          { class: "card-list tour-list" },
          tours.map((tour, index) => {
            const done = Math.min(reached(tour.name).steps.length, tour.steps);
            const state =
              done === tour.steps ? "✓ finished" : done ? `${done} of ${tour.steps} steps` : `${tour.steps} steps`;
            return h(
              "li",
              {},
              h(
                "a",
                { class: "card tour-card", href: `/lab/tours/${tour.name}` },
                h("strong", {}, `${index + 1}. ${tour.title}`),
                h("span", {}, seen(tour.summary)),
                h("span", { class: "note" }, state),
              ),
            );
          }),
        ),
      ),
    };
  } catch (error) {
    return unreachable(error);
  }
}
