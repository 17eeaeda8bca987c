/**
 * Server-sent events with a name each. The browser connects again by itself after the line broke; "lost" and "back"
 * tell of that, so that the page can say it.
 */

export class Feed {
  #source;
  #address;
  #listeners;
  #lost = false;

  /** @param {string} address @param {Record<string, (data: any) => void>} listeners */
  constructor(address, listeners) {
    this.#address = address;
    this.#listeners = listeners;
    this.#source = this.#open();
  }

  #open() {
    const source = new EventSource(this.#address);
    for (const [name, listener] of Object.entries(this.#listeners)) {
      source.addEventListener(name, (event) => event.data && listener(JSON.parse(event.data)));
    }
    source.onopen = () => {
      if (this.#lost) this.#listeners.back?.(null);
      this.#lost = false;
    };
    source.onerror = () => {
      if (!this.#lost) this.#listeners.lost?.(null);
      this.#lost = true;
      if (source.readyState === EventSource.CLOSED) this.retry = setTimeout(() => this.#again(), 3000);
    };
    return source;
  }

  #again() {
    this.#source = this.#open();
  }

  close() {
    clearTimeout(this.retry);
    this.#source.close();
  }
}
