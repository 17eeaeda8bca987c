/**
 * What a recording must look like. Files come from anywhere and are kept for years, so everything that is drawn is
 * checked before: the shape of each part, and that nodes, squares and moves refer to what is there.
 */

export const FORMAT = "kingme-search";
export const VERSION = 1;

const LONGEST = 1000; // characters of a name, a spec or a FEN
const PIECES = /^[BW](K?\d{1,2}(-\d{1,2})?(,K?\d{1,2}(-\d{1,2})?)*)?$/;

/** @typedef {(value: any, where: string) => void} Rule  throws a `Flaw` that says where */

class Flaw extends Error {}

/** @param {boolean} holds @param {string} where @param {string} wanted */
function need(holds, where, wanted) {
  if (!holds) throw new Flaw(`${where} should be ${wanted}`);
}

// --- simple parts ---------------------------------------------------------------------------------------------------

/** @param {(value: any) => boolean} test @param {string} wanted @returns {Rule} */
const rule = (test, wanted) => (value, where) => need(test(value), where, wanted);

const text = rule((value) => typeof value === "string" && value.length <= LONGEST, "a text");
const yesOrNo = rule((value) => typeof value === "boolean", "true or false");
const number = rule(Number.isFinite, "a number");
const whole = rule((value) => Number.isSafeInteger(value) && value >= 0, "a whole number");
const square = rule((value) => Number.isInteger(value) && value >= 1 && value <= 32, "a square from 1 to 32");
const fen = rule(isFen, "a position as FEN");
const color = oneOf("black", "white");

/** @param {...string} values @returns {Rule} */
function oneOf(...values) {
  return rule((value) => values.includes(value), values.map((value) => `"${value}"`).join(" or "));
}

/** @param {Rule} inner @returns {Rule} */
const orNull = (inner) => (value, where) => value === null || inner(value, where);

/** @param {Rule} inner @param {number} [least] @returns {Rule} */
const listOf =
  (inner, least = 0) =>
  (value, where) => {
    need(Array.isArray(value) && value.length >= least, where, least ? `a list of ${least} or more` : "a list");
    value.forEach((/** @type {unknown} */ item, /** @type {number} */ index) => inner(item, `${where}[${index}]`));
  };

/** A list of so many, each with its own rule. @param {...Rule} rules @returns {Rule} */
const tuple =
  (...rules) =>
  (value, where) => {
    need(Array.isArray(value) && value.length === rules.length, where, `a list of ${rules.length}`);
    rules.forEach((inner, index) => inner(value[index], `${where}[${index}]`));
  };

/** Fields that must be there, and some that may be missing. @param {Record<string, Rule>} fields @returns {Rule} */
const object =
  (fields, /** @type {Record<string, Rule>} */ optional = {}) =>
  (value, where) => {
    need(isObject(value), where, "an object");
    for (const [name, inner] of Object.entries(fields)) inner(value[name], `${where}.${name}`);
    for (const [name, inner] of Object.entries(optional)) {
      if (value[name] !== undefined) inner(value[name], `${where}.${name}`);
    }
  };

/** Any names, all with one rule. @param {Rule} inner @returns {Rule} */
const recordOf = (inner) => (value, where) => {
  need(isObject(value), where, "an object");
  for (const [name, item] of Object.entries(value)) inner(item, `${where}["${name}"]`);
};

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isFen(value) {
  if (typeof value !== "string" || value.length > LONGEST) return false;
  const [turn, ...sides] = value.trim().replace(/\.$/, "").split(":");
  const squares = value.match(/\d+/g) ?? [];
  return (
    /^[BW]$/.test(turn) &&
    sides.length === 2 &&
    sides.every((side) => PIECES.test(side)) &&
    squares.every((name) => Number(name) >= 1 && Number(name) <= 32)
  );
}

// --- parts of a search ----------------------------------------------------------------------------------------------

const path = listOf(square, 2);
const move = object({ path, captured: listOf(square), text });
const place = object({ fen, moves: listOf(path) });

const step = object({
  number: whole,
  count: whole,
  path: listOf(whole, 1),
  opened: listOf(object({ id: whole, parent: whole, move, fen })),
  ending: text,
  result: number,
  plies: whole,
  counts: listOf(tuple(whole, whole, number)),
});

const figures = object({
  final: yesOrNo,
  move: orNull(text),
  value: orNull(number),
  depth: number,
  max_depth: number,
  nodes: whole,
  iterations: whole,
  rate: number,
  time: number,
  memory: number,
  outcomes: listOf(number),
  pv: listOf(text),
});

const rootMove = object({
  visits: whole,
  value: orNull(number),
  interval: orNull(tuple(number, number)),
  exploit: orNull(number),
  explore: orNull(number),
});

const proof = oneOf("", "win", "loss");
const changed = tuple(whole, whole, orNull(number), orNull(number), proof);
const added = tuple(whole, whole, orNull(number), orNull(number), proof, orNull(whole), orNull(text));
const shot = object({
  figures,
  moves: recordOf(rootMove),
  changed: listOf((value, where) => (value?.length === 5 ? changed : added)(value, where)),
  gone: listOf(whole),
});

const event = object({
  node: oneOf("MAX", "MIN"),
  ply: whole,
  depth: number,
  move: orNull(move),
  value: number,
  alpha: orNull(number),
  beta: orNull(number),
  texts: tuple(text, orNull(text), orNull(text)),
  kind: text,
  skipped: whole,
  fen,
});

/** @type {Record<string, Rule>} */
const DATA = {
  steps: (data, where) => {
    const head = object({ fen, turn: color, c: number }, { player: text, amaf: yesOrNo, final: text });
    object({ position: place, spec: text, head, proved: yesOrNo, steps: listOf(step, 1) })(data, where);
    knownNodes(data.steps, `${where}.steps`);
  },
  stream: (data, where) => {
    object({ position: place, spec: text, player: text, fen, turn: color, shots: listOf(shot, 1) })(data, where);
    knownChanges(data.shots, `${where}.shots`);
  },
  trace: (data, where) => {
    const words = { player: text, spec: text, fen, turn: color, score_text: text, pv: listOf(text) };
    const figures = { depth: whole, wanted: whole, nodes: whole, evaluated: whole, cutoffs: whole };
    const rest = { pruning: yesOrNo, complete: yesOrNo, move: orNull(move), score: orNull(number) };
    object({ ...words, ...figures, ...rest, events: listOf(event, 1) })(data, where);
    nestedEvents(data.events, `${where}.events`);
  },
};

// --- what refers to what --------------------------------------------------------------------------------------------

/** Nodes hang below nodes that were opened before, and only such are counted. @param {BriefStep[]} steps */
function knownNodes(steps, /** @type {string} */ where) {
  const known = new Set([0]);
  steps.forEach(({ opened, counts, path: way }, index) => {
    for (const { id, parent } of opened) {
      need(known.has(parent), `${where}[${index}]: the parent of node ${id}`, "a node that is there already");
      known.add(id);
    }
    for (const id of [...way, ...counts.map(([node]) => node)]) {
      need(known.has(id), `${where}[${index}]: node ${id}`, "opened before it is used");
    }
  });
}

/** A node that is new says where it hangs; the root hangs nowhere. @param {PackedShot[]} shots */
function knownChanges(shots, /** @type {string} */ where) {
  const known = new Set();
  shots.forEach((/** @type {PackedShot} */ { changed: nodes, gone }, index) => {
    for (const id of gone) need(known.delete(id), `${where}[${index}]: node ${id}, which is gone,`, "there before");
    for (const [id, , , , , parent] of nodes) {
      if (known.has(id)) continue;
      const hangs = id === 0 ? parent === null : known.has(parent);
      need(hangs, `${where}[${index}]: the parent of node ${id}`, "a node that is there already");
      known.add(id);
    }
  });
}

/** A search begins at the root and goes down one ply at a time. @param {TraceEvent[]} events */
function nestedEvents(events, /** @type {string} */ where) {
  let last = -1;
  events.forEach(({ ply }, index) => {
    need(ply <= last + 1 && (index === 0 || ply > 0), `${where}[${index}].ply`, "one more than above it at most");
    last = ply;
  });
}

// --- all of it ------------------------------------------------------------------------------------------------------

/**
 * The same recording, if it can be replayed; otherwise an error with a sentence that says what is wrong.
 * @param {any} made  what a file or the browser's store holds
 * @returns {Recording}
 */
export function check(made) {
  if (made?.format !== FORMAT) throw new Error("This file is not a recording of a search.");
  if (made.version !== VERSION) throw new Error("This recording was made by a newer version of KingMe.");
  try {
    object({ kind: oneOf("steps", "stream", "trace"), title: text, date: text })(made, "recording");
    DATA[made.kind](made.data, "data");
  } catch (error) {
    if (error instanceof Flaw) throw new Error(`This recording is damaged: ${error.message}.`);
    throw error;
  }
  return made;
}
