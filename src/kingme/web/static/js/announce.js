/** What screen readers are told: one live region for the whole page. */

/** @type {HTMLElement|null} */
let region = null;
/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Say something politely; what comes in one moment is read together. @param {string} text */
export function announce(text) {
  region ??= document.getElementById("announcer");
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (region) region.textContent = waiting.join(". ");
    waiting = [];
  }, 60);
}
