/** Words of the trade in a text: a click on one of them opens what the glossary says. */

import { needStyles } from "../analysis/style.js";
import { api } from "../api.js";
import { h, put } from "../dom.js";
import { seen } from "../words.js";

/** What a text is about: words of the other subject are not marked in it. @typedef {"search"|"checkers"} Subject */

/** @type {Promise<Wire.Term[]>|null} */
let loading = null;

/** The glossary; asked for once. */
export function loadTerms() {
  loading ??= Promise.all([api.get("/api/lab/glossary"), needStyles("terms")]).then(
    ([{ terms }]) => terms,
    () => {
      loading = null;
      return []; // texts can be read without it
    },
  );
  return loading;
}

/** The page that shows what a term means: a tour, or a lesson. @param {Wire.Term} term */
export function termPage({ about, see }) {
  if (!see) return null;
  return about === "checkers"
    ? { href: `/learn/lesson/${see}`, kind: "lesson" }
    : { href: `/lab/tours/${see}`, kind: "tour" };
}

/** The address of a term in the glossary. @param {string} name */
export function termId(name) {
  return `term-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

/**
 * A text with the first mention of each term as a button.
 * @param {string} text
 * @param {Wire.Term[]} terms
 * @param {Set<string>} told terms that need no button any more; those that get one are added
 * @param {Subject} subject
 * @returns {Child[]}
 */
export function withTerms(text, terms, told = new Set(), subject = "search") {
  const wanted = terms.filter(({ about, common }) => !common && (about === subject || about === "both"));
  const forms = new Map(wanted.flatMap((term) => [term.name, ...term.also].map((form) => [form.toLowerCase(), term])));
  const words = [...forms.keys()].sort((a, b) => b.length - a.length).map((form) => form.replace(/[^\w ]/g, "\\$&"));
  if (!words.length) return [text];
  const parts = text.split(new RegExp(`\\b(${words.join("|")})\\b`, "i"));
  return parts.map((part, index) => {
    const term = index % 2 ? forms.get(part.toLowerCase()) : undefined;
    if (!term || told.has(term.name)) return part;
    told.add(term.name);
    return h(
      "button",
      { type: "button", class: "term", "data-term": term.name, onclick: (event) => open(term, event.currentTarget) },
      part,
    );
  });
}

/**
 * The same in paragraphs that are drawn already; code, links and headings stay as they are.
 * @param {Element} root
 * @param {Subject} subject
 */
export async function markTerms(root, subject = "search") {
  const terms = await loadTerms();
  const marked = [...root.querySelectorAll(".term")];
  const told = new Set(marked.map((button) => /** @type {HTMLElement} */ (button).dataset.term ?? ""));
  const parts = [...root.querySelectorAll("p, li"), ...(root.matches("p") ? [root] : [])];
  for (const part of parts)
    for (const node of [...part.childNodes])
      if (node instanceof Text) {
        const holder = put(h("span", {}), withTerms(node.data, terms, told, subject));
        node.replaceWith(...holder.childNodes);
      }
}

/** @type {HTMLElement|null} */
let card = null;

/** @param {Wire.Term} term @param {EventTarget|null} at */
function open(term, at) {
  if (!(at instanceof HTMLElement)) return;
  card ??= h("div", { class: "term-card", popover: "auto", role: "dialog" });
  const shut = card;
  if (!shut.isConnected) (document.querySelector("#view") ?? document.body).append(shut);
  shut.setAttribute("aria-label", term.name);
  const page = termPage(term);
  put(
    shut,
    h("strong", {}, term.name),
    h("p", {}, seen(term.text)),
    h(
      "p",
      { class: "row" },
      page ? h("a", { href: page.href }, page.kind === "tour" ? "Tour" : "Lesson") : null,
      h("a", { href: `/learn/glossary#${termId(term.name)}` }, "Glossary"),
      h("button", { type: "button", class: "button small", onclick: () => shut.hidePopover() }, "Close"),
    ),
  );
  shut.showPopover();
  const word = at.getBoundingClientRect();
  const size = shut.getBoundingClientRect();
  const left = Math.max(8, Math.min(word.left, innerWidth - size.width - 8));
  const below = word.bottom + 6;
  const top = below + size.height > innerHeight ? Math.max(8, word.top - size.height - 6) : below;
  shut.style.setProperty("left", `${left}px`);
  shut.style.setProperty("top", `${top}px`);
  shut.querySelector("button")?.focus();
}
