/** How far this browser has got in each tour. */

const KEY = "kingme.tours";

/** @typedef {{steps: number[], first: number[]}} Reached steps that were answered, and at the first try */

/** @returns {Record<string, Reached>} */
function all() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} tour @returns {Reached} */
export function reached(tour) {
  const { steps, first } = all()[tour] ?? {};
  /** @param {unknown} list */
  const numbers = (list) => (Array.isArray(list) ? list.filter(Number.isInteger) : []);
  return { steps: numbers(steps), first: numbers(first) };
}

/** Note that a step was answered. @param {string} tour @param {number} step @param {boolean} atOnce */
export function note(tour, step, atOnce) {
  const known = reached(tour);
  if (!known.steps.includes(step)) {
    known.steps.push(step);
    if (atOnce) known.first.push(step);
    put(tour, known);
  }
  return known;
}

/** Begin anew. @param {string} tour */
export function forget(tour) {
  put(tour, { steps: [], first: [] });
}

/** @param {string} tour @param {Reached} value */
function put(tour, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [tour]: value }));
  } catch {
    // without storage the tour works all the same
  }
}
