/** What a person has chosen about the look and the sound of the page; kept in the browser. */

const KEY = "kingme.settings";

/**
 * @type {{theme: string, board: string, coordinates: Coordinates, characters: string, sound: boolean, motion: boolean,
 *   marks: boolean, previous: boolean, coach: boolean, level: string, color: Color|"random", clock: string,
 *   rated: boolean, speed: number}}
 */
export const DEFAULTS = {
  theme: "auto", // auto, light, dark, contrast
  board: "tournament", // tournament, classic, wood, contrast
  coordinates: "numeric", // numeric, algebraic, rowcol, none
  characters: "chinese", // chinese, latin: on the pieces of Banqi
  sound: true,
  motion: true,
  marks: true, // show which pieces can move
  previous: true, // the previous position beside the board
  coach: false, // warn before a blunder, and tell after the game what mattered
  level: "", // last opponent
  rated: false, // whether the last game against the computer counted
  color: "black", // black, white, random
  clock: "",
  speed: 1, // seconds between moves when watching
};

class Choices extends EventTarget {
  /** @type {Settings} */
  #values = { ...DEFAULTS };

  constructor() {
    super();
    this.#load();
    window.addEventListener("storage", (event) => event.key === KEY && this.#load());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#apply());
  }

  /** @template {keyof Settings} K @param {K} name @returns {Settings[K]} */
  get(name) {
    return this.#values[name];
  }

  /** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // private windows may refuse: the choice then lasts as long as the page
    }
    this.#apply();
  }

  /** Call `listener` now and after every change; the result ends that. @param {() => unknown} listener */
  watch(listener) {
    this.addEventListener("change", listener);
    listener();
    return () => this.removeEventListener("change", listener);
  }

  #load() {
    try {
      this.#values = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    } catch {
      this.#values = { ...DEFAULTS };
    }
    this.#apply();
  }

  #apply() {
    const { theme, board, characters } = this.#values;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const root = document.documentElement;
    root.dataset.theme = theme === "auto" ? (dark ? "dark" : "light") : theme;
    root.dataset.board = board;
    root.dataset.characters = characters;
    this.dispatchEvent(new Event("change"));
  }
}

export const settings = new Choices();

/** Whether things may move on the screen. */
export function motionAllowed() {
  return settings.get("motion") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
