/** Making elements. Text only ever goes in as text, so nothing that a file or a person wrote can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("button", {class: "primary", onclick: start}, "Play")`.
 * Properties that start with `on` are listeners; true and false set or leave out an attribute; null is left out.
 */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element, in the same way. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key === "value" && "value" in element) element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Replace what an element holds. */
export function put(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Set or remove a boolean attribute or a text one, touching the page only where something changes. */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Change an element's text only if it differs, so that live regions and selections are left alone. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let numbers = 0;

/** An id that no other element has. */
export function uid(prefix = "id") {
  return `${prefix}-${++numbers}`;
}

/** Whether keys typed now belong to a field. */
export function isTyping(target) {
  return (
    target instanceof Element && Boolean(target.closest("input:not([type=range]), textarea, select, [contenteditable]"))
  );
}
