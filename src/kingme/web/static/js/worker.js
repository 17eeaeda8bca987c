/**
 * The service worker: without a network, the page opens and lessons work.
 *
 * What it keeps is the same for everybody: files of the page and the course. It keeps them when a version is installed,
 * all of one version together, and nothing later; whatever is anybody's own never passes its cache. While there is a
 * network, the page comes from the server, so that a new version is seen at once.
 */

/** What the server writes in here: the version, the files to keep, and where the course is. */
const KEPT = { version: "", files: [""], course: "" };

const NAME = `kingme-${KEPT.version}`;
const LESSONS = /^\/api\/learn\/(?:course|lessons\/([a-z0-9-]+)(?:\/(\d+)(\/solution)?)?)$/;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(["/", KEPT.course, ...KEPT.files]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.method === "GET" && KEPT.files.includes(address.pathname)) event.respondWith(kept(request));
  else if (LESSONS.test(address.pathname)) event.respondWith(lesson(request, address.pathname));
});

/** The page: from the server, or what is kept of it. @param {Request} request */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 502 || answer.status > 504) return answer; // a proxy answers for a server that is down
  } catch {
    // there is no network
  }
  return (await keptAt("/")) ?? Response.error();
}

/** A file of this version, which never changes. @param {Request} request */
async function kept(request) {
  return (await keptAt(new URL(request.url).pathname)) ?? fetch(request);
}

/** @param {string} path */
async function keptAt(path) {
  return (await caches.open(NAME)).match(path);
}

/**
 * Lessons: the server keeps one's progress; without it they can be done all the same.
 * @param {Request} request @param {string} path
 */
async function lesson(request, path) {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch (error) {
    const course = await keptAt(KEPT.course);
    if (!course) throw error;
    const found = answer(await course.json(), path, request.method === "POST" ? await copy.json() : null);
    return found
      ? Response.json(found)
      : Response.json({ detail: "This needs a network: you are offline." }, { status: 404 });
  }
}

/** What the server would say. @param {any} course @param {string} path @param {any} given */
function answer(course, path, given) {
  const [, name, number, wantsSolution] = LESSONS.exec(path) ?? [];
  if (!name) return course.course;
  const lesson = course.lessons[name];
  if (!lesson || !number) return lesson?.report;
  const step = lesson.steps[Number(number) - 1];
  if (!step || wantsSolution) return step?.solution;
  return given && judge(step, given);
}

/** @param {any} step @param {any} given */
function judge(step, given) {
  if (given.squares && step.squares) return judgeMarks(step, new Set(given.squares));
  if (given.result) return step.answers[given.result];
  if (!given.path) return null;
  return moveOf(step.answers, given.path) ?? report("illegal", "This move isn't legal here.");
}

/**
 * The move that is meant: by all its squares, or by its ends where that is clear.
 * @param {any} answers @param {number[]} path
 */
function moveOf(answers, path) {
  const ends = Object.keys(answers).filter((key) => {
    const squares = key.split("-").map(Number);
    return squares[0] === path[0] && squares.at(-1) === path.at(-1);
  });
  return answers[path.join("-")] ?? (path.length === 2 && ends.length === 1 ? answers[ends[0]] : null);
}

/** @param {any} step @param {Set<number>} given */
function judgeMarks(step, given) {
  const extra = [...given].filter((square) => !step.squares.includes(square)).sort((a, b) => a - b);
  const missing = step.squares.filter((/** @type {number} */ square) => !given.has(square)).length;
  if (!extra.length && !missing) return report("right", step.well);
  const list = extra.length > 1 ? `${extra.slice(0, -1).join(", ")} and ${extra.at(-1)}` : `${extra[0]}`;
  const what = extra.length ? `${list} ${extra.length === 1 ? "does" : "do"} not belong there.` : "";
  const more = missing ? `${missing} ${missing === 1 ? "is" : "are"} missing.` : "";
  return report("wrong", [what, more, step.otherwise].filter(Boolean).join(" "));
}

/** @param {string} verdict @param {string} words */
function report(verdict, words) {
  return { right: verdict === "right", verdict, words, value: null, move: null, line: [] };
}
