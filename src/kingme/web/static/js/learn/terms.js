/** Words of the trade in a text: a click on one of them opens what the glossary says. */

import { api } from "../api.js";
import { h, put } from "../dom.js";

/** @type {Promise<Wire.Term[]>|null} */
let loading = null;

/** The glossary; asked for once. */
export function loadTerms() {
  loading ??= api.get("/api/lab/glossary").then(
    ({ terms }) => terms,
    () => {
      loading = null;
      return []; // texts can be read without it
    },
  );
  return loading;
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
 * @returns {Child[]}
 */
export function withTerms(text, terms, told = new Set()) {
  const forms = new Map(terms.flatMap((term) => [term.name, ...term.also].map((form) => [form.toLowerCase(), term])));
  const words = [...forms.keys()].sort((a, b) => b.length - a.length).map((form) => form.replace(/[^\w ]/g, "\\$&"));
  if (!words.length) return [text];
  const parts = text.split(new RegExp(`\\b(${words.join("|")})\\b`, "i"));
  return parts.map((part, index) => {
    const term = index % 2 ? forms.get(part.toLowerCase()) : undefined;
    if (!term || told.has(term.name)) return part;
    told.add(term.name);
    return h("button", { type: "button", class: "term", onclick: (event) => open(term, event.currentTarget) }, part);
  });
}

/** The same in paragraphs that are drawn already; code, links and headings stay as they are. @param {Element} root */
export async function markTerms(root) {
  const terms = await loadTerms();
  /** @type {Set<string>} */
  const told = new Set();
  for (const part of root.querySelectorAll("p, li"))
    for (const node of [...part.childNodes])
      if (node instanceof Text) {
        const holder = put(h("span", {}), withTerms(node.data, terms, told));
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
  put(
    shut,
    h("strong", {}, term.name),
    h("p", {}, term.text),
    h(
      "p",
      { class: "row" },
      term.see ? h("a", { href: `/lab/tours/${term.see}` }, "Tour") : null,
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
