/** Has the browser keep what the page and its lessons need without a network (`worker.js`), when there is time. */

const PATIENCE = 20_000; // milliseconds

export function keepForLater() {
  if (!("serviceWorker" in navigator)) return; // an old browser, or no secure address
  const keep = () =>
    navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {
      // not now: the next visit tries again
    });
  if ("requestIdleCallback" in window) requestIdleCallback(keep, { timeout: PATIENCE });
  else setTimeout(keep, PATIENCE / 4);
}

/** Whether the page would open without its server. */
export function isKept() {
  return Boolean(navigator.serviceWorker?.controller);
}
