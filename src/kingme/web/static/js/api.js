/** Talking to the server over REST. Errors come as sentences that a person can read. */

export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("The server does not answer. Your games are safe with it; try again when it runs.", 0);
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

let config = null;

export const api = {
  get: (path) => request("GET", path),
  post: (path, body) => request("POST", path, body),
  delete: (path) => request("DELETE", path),

  /** Levels, algorithms and rules; asked for once. */
  config() {
    config ??= request("GET", "/api/config").catch((error) => {
      config = null;
      throw error;
    });
    return config;
  },

  game: (id) => request("GET", `/api/games/${encodeURIComponent(id)}`),
  create: (options) => request("POST", "/api/games", options),
  position: (body) => request("POST", "/api/position", body),

  async text(path) {
    const answer = await fetch(path);
    if (!answer.ok) throw new ApiError(`The server could not do that (${answer.status}).`, answer.status);
    return answer.text();
  },
};
