/** `Emitter`: something that tells what happens to it, by the name of the event and with a detail. */

/** @template {object} Events  the type of each event's detail, by its name */
export class Emitter {
  #listeners = new EventTarget();

  /**
   * Listen; the result ends it.
   * @template {keyof Events & string} K
   * @param {K} name
   * @param {(detail: Events[K]) => unknown} listener
   */
  on(name, listener) {
    const wrapped = (/** @type {Event} */ event) => void listener(/** @type {CustomEvent} */ (event).detail);
    this.#listeners.addEventListener(name, wrapped);
    return () => this.#listeners.removeEventListener(name, wrapped);
  }

  /**
   * @template {keyof Events & string} K
   * @param {K} name
   * @param {Events[K]} detail
   */
  tell(name, detail) {
    this.#listeners.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
