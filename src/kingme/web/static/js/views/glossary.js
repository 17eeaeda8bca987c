/** The glossary: every word of the trade in one or two plain sentences. */

import { needStyles } from "../analysis/style.js";
import { h } from "../dom.js";
import { loadTerms, termId } from "../learn/terms.js";
import { seen } from "../words.js";

/** @returns {Promise<View>} */
export async function glossaryView() {
  const [terms] = await Promise.all([loadTerms(), needStyles("tour")]);
  return {
    title: "Glossary",
    shown: () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView(),
    element: h(
      "div",
      { class: "page glossary" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, "Glossary"),
        h("a", { class: "button", href: "/lab/tours" }, "Guided tours"),
      ),
      terms.length
        ? h(
            "dl",
            { class: "glossary-list" },
            terms.map(({ name, text, also, see }) => [
              h("dt", { id: termId(name) }, name),
              h(
                "dd",
                {},
                seen(text),
                also.length ? h("span", { class: "note" }, ` Also: ${also.join(", ")}.`) : null,
                see ? [" ", h("a", { href: `/lab/tours/${see}` }, "See it in a tour")] : null,
              ),
            ]),
          )
        : h("p", { class: "problem" }, "The glossary could not be loaded. Try again in a moment."),
    ),
  };
}
