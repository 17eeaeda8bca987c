/** Searches that were recorded: kept in this browser, or as files that can be handed on. */

const NAME = "kingme-search";
const STORE = "recordings";
export const MOST_BYTES = 32 << 20;

/** A recording as it is kept and written: what kind of search, when, and everything that is needed to replay it. */
export function pack(kind, title, data) {
  return { format: NAME, version: 1, kind, title, date: new Date().toISOString(), data };
}

/** Read the text of a file; throws a sentence that says what is wrong with it. */
export function unpack(text) {
  let made;
  try {
    made = JSON.parse(text);
  } catch {
    throw new Error("This file is not a recording of a search: it is not JSON.");
  }
  check(made);
  return made;
}

function check(made) {
  if (made?.format !== NAME) throw new Error("This file is not a recording of a search.");
  if (made.version !== 1) throw new Error("This recording was made by a newer version of KingMe.");
  const { kind, data } = made;
  const fine = {
    steps: () =>
      list(data.steps) &&
      data.steps.every((step) => list(step.path) && list(step.opened) && list(step.counts)) &&
      data.head,
    stream: () =>
      list(data.shots) &&
      data.shots.every((shot) => list(shot.changed) && list(shot.gone) && shot.figures && shot.moves),
    trace: () =>
      list(data.events) &&
      data.events.length > 0 &&
      data.events.every((event) => Number.isInteger(event.ply) && list(event.texts)),
  }[kind];
  let good = false;
  try {
    good = Boolean(fine?.());
  } catch {
    good = false;
  }
  if (!good) throw new Error("This recording is damaged: a part of it is missing.");
}

const list = Array.isArray;

/** Hand a recording to the person as a file. */
export function download(recording) {
  const name = `${recording.title}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 50);
  const address = URL.createObjectURL(new Blob([JSON.stringify(recording)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), {
    href: address,
    download: `kingme-search-${name || "1"}.json`,
  });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// --- kept in the browser ---------------------------------------------------------------------------------------------

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("kingme-lab", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error("The browser does not keep recordings here: download them instead."));
  });
}

async function ask(mode, action) {
  const db = await database();
  try {
    return await new Promise((resolve, reject) => {
      const request = action(db.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error("The browser could not keep the recording: download it instead."));
    });
  } finally {
    db.close();
  }
}

export const recordings = {
  /** @returns {Promise<number>} its id */
  keep: (recording) => ask("readwrite", (store) => store.add(recording)),
  get: (id) => ask("readonly", (store) => store.get(id)),
  remove: (id) => ask("readwrite", (store) => store.delete(id)),

  /** All of them, the latest first, without their data. */
  async list() {
    const found = await ask("readonly", (store) => store.getAll());
    return found.map(({ id, kind, title, date }) => ({ id, kind, title, date })).reverse();
  },
};
