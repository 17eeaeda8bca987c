/** Making elements. Text only ever goes in as text, so nothing that a file or a person wrote can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("button", {class: "primary", onclick: start}, "Play")`.
 * Properties that start with `on` are listeners; true and false set or leave out an attribute; null is left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * An SVG element, in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} properties
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * @template {HTMLElement|SVGElement} E
 * @param {E} element
 * @param {Properties|undefined} properties
 * @param {Child[]} children
 */
function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "style")
      for (const [name, text] of Object.entries(/** @type {Record<string, string>} */ (value)))
        element.style.setProperty(name, text);
    else if (key === "value" && "value" in element) element.value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Short facts in one line, with a dot between them. Where the line wraps no dot is left at its end or its beginning.
 * @param {(string|null|undefined|false)[]} parts
 */
export function factLine(parts) {
  const shown = parts.filter(isPresent).filter((part) => part !== "");
  return h(
    "span",
    { class: "note fact-line" },
    shown.map((part, index) => h("span", {}, index ? h("i", { class: "dot" }, "· ") : null, part)),
  );
}

/** What is there of a list of any depth. @param {Child[]} children @returns {(Node|string)[]} */
function present(children) {
  return children.flatMap((child) => (Array.isArray(child) ? present(child) : isPresent(child) ? [child] : []));
}

/** @param {Exclude<Child, Child[]>} child @returns {child is Node|string} */
function isPresent(child) {
  return child !== null && child !== undefined && child !== false;
}

/** Replace what an element holds. @template {Element} E @param {E} element @param {...Child} children */
export function put(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/**
 * Set or remove a boolean attribute or a text one, touching the page only where something changes.
 * @param {Element} element
 * @param {string} name
 * @param {string|number|boolean|null|undefined} value
 */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * Change an element's text only if it differs, so that live regions and selections are left alone.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let numbers = 0;

/** An id that no other element has. */
export function uid(prefix = "id") {
  return `${prefix}-${++numbers}`;
}

/** Whether keys typed now belong to a field. @param {EventTarget|null} target */
export function isTyping(target) {
  return (
    target instanceof Element && Boolean(target.closest("input:not([type=range]), textarea, select, [contenteditable]"))
  );
}
