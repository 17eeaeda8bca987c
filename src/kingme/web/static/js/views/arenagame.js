/** A game of a run, to look through like any other. */

import { api, isMissing } from "../api.js";
import { notFound, unreachable } from "./message.js";
import { replayView } from "./replay.js";

/** @param {Context} context @returns {Promise<View>} */
export async function arenaGameView({ params, query }) {
  try {
    const state = await api.get(
      `/api/arena/runs/${encodeURIComponent(params.run)}/games/${encodeURIComponent(params.number)}`,
    );
    const view = await replayView({ params, query, given: state });
    return { ...view, title: `${state.players.black.name} – ${state.players.white.name}` };
  } catch (error) {
    return isMissing(error)
      ? notFound("There is no such game in this run, or it has not been played yet.")
      : unreachable(error);
  }
}
