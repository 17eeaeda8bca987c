/**
 * Server-sent events with a name each. The browser connects again by itself after the line broke; "lost" and "back"
 * tell of that, so that the page can say it.
 */

export class Feed {
  #source = null;
  #address;
  #listeners;
  #lost = false;

  /** @param {Record<string, (data: any) => void>} listeners by name of the event */
  constructor(address, listeners) {
    this.#address = address;
    this.#listeners = listeners;
    this.#open();
  }

  #open() {
    this.#source = new EventSource(this.#address);
    for (const [name, listener] of Object.entries(this.#listeners)) {
      this.#source.addEventListener(name, (event) => event.data && listener(JSON.parse(event.data)));
    }
    this.#source.onopen = () => {
      if (this.#lost) this.#listeners.back?.();
      this.#lost = false;
    };
    this.#source.onerror = () => {
      if (!this.#lost) this.#listeners.lost?.();
      this.#lost = true;
      if (this.#source.readyState === EventSource.CLOSED) this.retry = setTimeout(() => this.#open(), 3000);
    };
  }

  close() {
    clearTimeout(this.retry);
    this.#source.close();
  }
}
