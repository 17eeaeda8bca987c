/** What screen readers are told: one live region for the whole page. */

let region = null;
let waiting = [];
let timer = 0;

/** Say something politely; what comes in one moment is read together. */
export function announce(text) {
  region ??= document.getElementById("announcer");
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = waiting.join(". ");
    waiting = [];
  }, 60);
}
