import { StandIn } from "./browser.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";

const place = { pathname: "/", search: "", origin: "http://127.0.0.1" };
const move = (/** @type {unknown} */ _, /** @type {string} */ __, /** @type {string} */ address) => {
  const url = new URL(address, place.origin);
  Object.assign(place, { pathname: url.pathname, search: url.search });
};
Object.assign(document, { querySelectorAll: () => [], addEventListener: () => {} });
Object.assign(globalThis, { location: place, history: { pushState: move, replaceState: move }, scrollTo: () => {} });
Object.assign(globalThis, { reportError: () => {} });

const { ApiError } = await import("../../src/kingme/web/static/js/api.js");
const { go, route, start, viewKeys } = await import("../../src/kingme/web/static/js/router.js");

const outlet = new StandIn("main");
/** @type {string[]} */
const log = [];

/** @param {string} name */
const view =
  (name) =>
  (/** @type {Context} */ { params, query, given }) => {
    log.push([name, ...Object.values(params), ...query.values(), given].filter(Boolean).join(" "));
    const element = /** @type {HTMLElement} */ (/** @type {unknown} */ (new StandIn(name)));
    return { element, title: name, leave: () => log.push(`leave ${name}`), keys: { x: () => null } };
  };

route("/", view("home"));
route("/play/:id", view("play"));
route("/broken", () => {
  throw new Error("a mistake");
});
route("/away", () => Promise.reject(new ApiError("The server does not answer.", 0)));
/** @type {() => void} */
let arrive = () => {};
route("/slow", async (context) => {
  await new Promise((resolve) => {
    arrive = () => resolve(null);
  });
  return view("slow")(context);
});
route("/:nothing", view("nothing"));

test("an address leads to its view, with its parts, its query and what was handed over", async () => {
  await start(/** @type {Element} */ (/** @type {unknown} */ (outlet)));
  await go("/play/a%20b?ply=3", { given: "state" });
  await go("/elsewhere");
  assert.deepEqual(log, ["home", "leave home", "play a b 3 state", "leave play", "nothing elsewhere"]);
  assert.deepEqual(Object.keys(viewKeys()), ["x"]);
  assert.equal(document.title, "nothing · KingMe");
});

test("what goes wrong is told in the place of the view", async () => {
  await go("/broken");
  assert.match(outlet.textContent, /Something went wrong on this page/);
  await go("/away");
  assert.match(outlet.textContent, /The server does not answer/);
  await go("/play/%E0%A4%A");
  assert.match(outlet.textContent, /There is nothing at this address/);
});

test("a page that takes long says so, until it is there or another one is", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const first = go("/slow");
  mock.timers.tick(250);
  assert.equal(outlet.getAttribute("aria-busy"), null);
  mock.timers.tick(100);
  assert.equal(outlet.getAttribute("aria-busy"), "true");
  arrive();
  await first;
  assert.equal(outlet.getAttribute("aria-busy"), null);
  const second = go("/slow");
  mock.timers.tick(350);
  await go("/elsewhere");
  assert.equal(outlet.getAttribute("aria-busy"), null);
  arrive();
  await second;
  mock.timers.reset();
  assert.equal(document.title, "nothing · KingMe");
});
