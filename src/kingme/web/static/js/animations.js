/** `Animations`: they only play over what is there, so that ending them early leaves nothing to repair. */

export class Animations {
  /** @type {{animation: Animation, end?: () => void}[]} */
  #running = [];

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {() => void} [end]  done when it is over, however it ends
   */
  play(element, frames, options, end) {
    const animation = element.animate(frames, { easing: "ease-in-out", fill: "backwards", ...options });
    const entry = { animation, end };
    this.#running.push(entry);
    animation.finished.then(
      () => {
        this.#running = this.#running.filter((item) => item !== entry);
        end?.();
      },
      () => null,
    );
  }

  /** End all of them now. */
  finish() {
    const running = this.#running;
    this.#running = [];
    for (const { animation, end } of running) {
      animation.cancel();
      end?.();
    }
  }

  /** Resolves when those that play now have come to rest. */
  rest() {
    return Promise.all(this.#running.map(({ animation }) => animation.finished.catch(() => null)));
  }
}
