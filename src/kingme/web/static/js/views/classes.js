/** One's classes: those that one teaches, those that one has joined, and a new one. */

import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { go } from "../router.js";
import { toast } from "../toast.js";
import { plural, sentence } from "../words.js";
import { unreachable } from "./message.js";

/** @returns {Promise<View>} */
export async function classesView() {
  try {
    const [{ taught, joined }] = await Promise.all([
      /** @type {Promise<Wire.ClassList>} */ (api.get("/api/classes")),
      needStyles("classes"),
    ]);
    return { title: "Classes", element: page(taught, joined) };
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {Wire.ClassSummary[]} taught @param {Wire.ClassSummary[]} joined */
function page(taught, joined) {
  return h(
    "div",
    { class: "page classes" },
    h("div", { class: "page-head" }, h("h1", {}, "Classes"), h("a", { class: "button", href: "/learn" }, "Learn")),
    h(
      "p",
      {},
      "Make a class, assign tours, lessons, puzzles or positions, and send its link to your pupils. " +
        "You see how far each of them has got. Nobody needs an account: a class belongs to the browser that made it.",
    ),
    newClass(),
    list("Classes you teach", taught, "You have no class yet. Give it a name above to make one."),
    joined.length ? list("Classes you have joined", joined, "") : null,
  );
}

function newClass() {
  const name = h("input", { id: "class-title", maxlength: 80, required: true, autocomplete: "off" });
  return h(
    "form",
    {
      class: "card class-form",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          const made = await api.post("/api/classes", { title: name.value });
          go(`/learn/classes/${made.code}`);
        } catch (error) {
          toast(sentence(reason(error)), "error");
        }
      },
    },
    h("label", { for: "class-title" }, "Name of the class"),
    h("div", { class: "row" }, name, h("button", { class: "button primary" }, icon("plus"), "Make a class")),
  );
}

/** @param {string} title @param {Wire.ClassSummary[]} classes @param {string} empty */
function list(title, classes, empty) {
  return h(
    "section",
    {},
    h("h2", {}, title),
    classes.length
      ? h(
          "ul",
          { class: "class-list" },
          classes.map((item) =>
            h(
              "li",
              {},
              h(
                "a",
                { class: "card class-card", href: `/learn/classes/${item.code}` },
                h("strong", {}, item.title),
                h("span", { class: "note" }, plural(item.assignments, "assignment")),
              ),
            ),
          ),
        )
      : h("p", { class: "note" }, empty),
  );
}
