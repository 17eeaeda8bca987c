/**
 * Addresses and views. A view is a function `(context) => {element, title, leave?, keys?}`, possibly async.
 *
 * `context` holds the address's parts (`params`), its query (`query`) and what the page that led here handed over
 * (`given`, for instance a game that was just made). `leave()` is called when another view takes its place, `keys` maps
 * keys to actions. A new view is one file in views/ and one line in main.js.
 */

import { ApiError } from "./api.js";
import { mark, put } from "./dom.js";
import { notFound, unreachable } from "./views/message.js";

/** @type {{expression: RegExp, names: string[], view: (context: Context) => View|Promise<View>}[]} */
const routes = [];
/** @type {Element|null} */
let outlet = null;
/** @type {View|null} */
let current = null;
let turn = 0;

const PATIENCE = 300; // milliseconds after which a page says that it is on its way

/** @param {string} pattern @param {(context: Context) => View|Promise<View>} view */
export function route(pattern, view) {
  /** @type {string[]} */
  const names = [];
  const source = pattern.replace(/:(\w+)/g, (_, name) => {
    names.push(name);
    return "([^/]+)";
  });
  routes.push({ expression: new RegExp(`^${source}/?$`), names, view });
}

/**
 * A view that is loaded when it is first opened: `lazy(() => import("./views/lab.js"), "labView")`.
 * @template {string} K
 * @param {() => Promise<Record<K, (context: Context) => View|Promise<View>>>} load
 * @param {K} name
 */
export function lazy(load, name) {
  return async (/** @type {Context} */ context) => {
    let module;
    try {
      module = await load();
    } catch {
      return unreachable(new Error("This part of the page could not be loaded."));
    }
    return module[name](context);
  };
}

/** @param {Element} element */
export function start(element) {
  outlet = element;
  window.addEventListener("popstate", () => show());
  document.addEventListener("click", follow);
  return show();
}

/** Go to an address of this page. @param {string} address @param {{replace?: boolean, given?: unknown}} options */
export function go(address, { replace = false, given = null } = {}) {
  if (replace || address === location.pathname + location.search) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  return show(given);
}

/** Change the address without changing the view, e.g. while a position is edited. @param {string} address */
export function note(address) {
  history.replaceState(null, "", address);
}

/** The keys of the view that is shown. */
export function viewKeys() {
  return current?.keys ?? {};
}

/** @param {unknown} given */
async function show(given = null) {
  const mine = ++turn;
  current?.leave?.();
  current = null;
  showPlace(location.pathname);
  const waiting = setTimeout(() => outlet?.setAttribute("aria-busy", "true"), PATIENCE); // base.css shows it
  const view = await make(given);
  clearTimeout(waiting);
  if (mine === turn) outlet?.removeAttribute("aria-busy");
  if (mine !== turn) {
    view.leave?.(); // somebody went on meanwhile
    return;
  }
  current = view;
  document.title = view.title ? `${view.title} · KingMe` : "KingMe";
  if (outlet) put(outlet, view.element);
  scrollTo(0, 0);
  view.shown?.();
}

/** The view of the address; whatever goes wrong with it is told in its place. @param {unknown} given */
async function make(given) {
  const path = location.pathname;
  const found = routes.find(({ expression }) => expression.test(path)) ?? routes[routes.length - 1];
  const parts = path.match(found.expression)?.slice(1) ?? [];
  const query = new URLSearchParams(location.search);
  try {
    const params = Object.fromEntries(found.names.map((name, index) => [name, decodeURIComponent(parts[index])]));
    return await found.view({ params, query, given });
  } catch (error) {
    if (error instanceof URIError) return notFound(); // an address that cannot be decoded
    if (error instanceof ApiError) return unreachable(error);
    reportError(error); // a mistake of ours: it belongs in the console too
    return unreachable(new Error("Something went wrong on this page. Your games are safe."));
  }
}

/** Mark where one is in the top bar. @param {string} path */
function showPlace(path) {
  for (const link of document.querySelectorAll(".topbar a[data-under]")) {
    const under = link.getAttribute("data-under") ?? "";
    const on = under.split(" ").some((start) => (start === "/" ? path === "/" : path.startsWith(start)));
    mark(link, "aria-current", on ? "page" : null);
  }
}

/** Links to addresses of this page change the view without loading the page again. @param {MouseEvent} event */
function follow(event) {
  /** @type {HTMLAnchorElement|null} */
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/static/")) return;
  event.preventDefault();
  if (link.hash && link.pathname === location.pathname && link.search === location.search) {
    history.replaceState(null, "", link.href);
    document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView();
    return;
  }
  go(link.pathname + link.search + link.hash);
}
