/** Talking to the server over REST. Errors come as sentences that a person can read. */

export class ApiError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} method @param {string} path @param {unknown} body @returns {Promise<any>} */
async function request(method, path, body = undefined) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("The server isn't responding. Your games are saved.", 0);
  }
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  let detail = "";
  try {
    detail = (await answer.json()).detail;
  } catch {
    // not JSON: the status has to do
  }
  throw new ApiError(detail || `The server could not do that (${answer.status}).`, answer.status);
}

/** What went wrong, as a sentence. @param {unknown} error */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the server has no such thing, or an address names nothing. @param {unknown} error */
export function isMissing(error) {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

/** @type {Promise<Wire.Config>|null} */
let config = null;

export const api = {
  /** @template {string} P @param {P} path @returns {Promise<GetAnswer<P>>} */
  get: (path) => request("GET", path),
  /** @template {string} P @param {P} path @param {unknown} [body] @returns {Promise<PostAnswer<P>>} */
  post: (path, body) => request("POST", path, body),
  /** @template {string} P @param {P} path @returns {Promise<Wire.Delete<P>>} */
  delete: (path) => request("DELETE", path),

  /** Levels, algorithms and rules; asked for once. @returns {Promise<Wire.Config>} */
  config() {
    config ??= request("GET", "/api/config").then(
      (answer) => {
        api.known = answer;
        return answer;
      },
      (error) => {
        config = null;
        throw error;
      },
    );
    return config;
  },
  /** The same, once it is there. @type {Wire.Config|null} */
  known: null,

  /** @param {string} id @returns {Promise<Wire.State>} */
  game: (id) => request("GET", `/api/games/${encodeURIComponent(id)}`),
  /** @param {Wire.NewGame} options @returns {Promise<Wire.State>} */
  create: (options) => request("POST", "/api/games", options),
  /** @param {Wire.PositionRequest} body @returns {Promise<Wire.PositionReport>} */
  position: (body) => request("POST", "/api/position", body),

  /** @param {string} path */
  async text(path) {
    const answer = await fetch(path);
    if (!answer.ok) throw new ApiError(`The server could not do that (${answer.status}).`, answer.status);
    return answer.text();
  },
};
