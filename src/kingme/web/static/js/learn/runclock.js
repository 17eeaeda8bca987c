/** The clock of a timed run: counts down on the page; the server keeps the time that counts. */

const TICK = 200; // milliseconds

export class RunClock {
  #timer = 0;
  #end = 0;
  #tell;
  #over;

  /** @param {(left: number) => void} tell is told the seconds left @param {() => void} over is called once */
  constructor(tell, over) {
    this.#tell = tell;
    this.#over = over;
  }

  /** @param {number} seconds */
  set(seconds) {
    this.stop();
    this.#end = performance.now() + 1000 * seconds;
    this.#timer = setInterval(() => this.#tick(), TICK);
    this.#tick();
  }

  stop() {
    clearInterval(this.#timer);
  }

  #tick() {
    const left = Math.max(0, (this.#end - performance.now()) / 1000);
    this.#tell(left);
    if (left > 0) return;
    this.stop();
    this.#over();
  }
}
