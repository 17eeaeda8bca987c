/** Searches that were recorded: kept in this browser, or as files that can be handed on. */

import { check, FORMAT, VERSION } from "./recordingschema.js";

/** @typedef {{id: number, kind: Recording["kind"], title: string, date: string}} Kept  what the list shows of one */

const STORE = "recordings";
export const MOST_BYTES = 32 << 20;

/**
 * A recording as it is kept and written: what kind of search, when, and everything that is needed to replay it.
 * @param {Take} take
 * @returns {Recording}
 */
export function pack(take) {
  return { format: FORMAT, version: VERSION, date: new Date().toISOString(), ...take };
}

/** Read the text of a file; throws a sentence that says what is wrong with it. @param {string} text */
export function unpack(text) {
  let made;
  try {
    made = JSON.parse(text);
  } catch {
    throw new Error("This file is not a recording of a search: it is not JSON.");
  }
  return check(made);
}

/** Hand a recording to the person as a file. @param {Recording} recording */
export function download(recording) {
  const name = recording.title
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

// --- kept in the browser --------------------------------------------------------------------------------------------

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("kingme-lab", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error("The browser does not keep recordings here: download them instead."));
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} action
 * @returns {Promise<T>}
 */
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
  /** @param {Recording} recording */
  keep: (recording) => ask("readwrite", (store) => store.add(recording)),
  /** As it was kept, by whatever version. @param {number} id @returns {Promise<unknown>} */
  get: (id) => ask("readonly", (store) => store.get(id)),
  /** @param {number} id */
  remove: (id) => ask("readwrite", (store) => store.delete(id)),

  /** All of them, the latest first, without their data. @returns {Promise<Kept[]>} */
  async list() {
    const found = await ask("readonly", (store) => store.getAll());
    return found.map(({ id, kind, title, date }) => ({ id, kind, title, date })).reverse();
  },
};
