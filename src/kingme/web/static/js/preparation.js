/** The first start: players are being compiled; a banner tells how far that is, and that one can play already. */

import { api } from "./api.js";
import { h } from "./dom.js";
import { isKept } from "./installing.js";
import { banner } from "./toast.js";

const LOOK_EVERY = 1000; // milliseconds
const LESSONS = h("a", { href: "/learn" }, "Lessons");

export async function preparation() {
  let status;
  try {
    status = await api.get("/api/status");
    banner("offline", null);
  } catch {
    if (isKept()) banner("offline", h("span", {}, "You are offline. ", LESSONS, " work without a network."));
    setTimeout(preparation, 5 * LOOK_EVERY); // the views tell what is wrong
    return;
  }
  if (status.ready) {
    banner("preparing", null);
    return;
  }
  const { done, total } = status;
  const amount = total ? ` (${done} of ${total})` : "";
  const progress = h("progress", { max: total || 1, "aria-label": "Preparation" });
  if (total) progress.value = done;
  banner(
    "preparing",
    h(
      "span",
      {},
      progress,
      ` First start: preparing the opponents${amount}. ${status.core ? "You can already play." : ""}`,
    ),
  );
  setTimeout(preparation, LOOK_EVERY);
}
