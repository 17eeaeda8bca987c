/** The form by which a teacher assigns something: a tour or a lesson of a list, puzzles of a theme, or a position. */

import { api } from "../api.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { goalId } from "./puzzlegoals.js";
import { THEMES } from "./puzzlethemes.js";

/** @typedef {{kind: Wire.AssignmentInfo["kind"], id: string, title: string}} Item */

export class AssignForm {
  #kind;
  #fields = h("div", { class: "class-fields" });
  /** @type {() => Item|null} */
  #read = () => null;

  /** @param {(item: Item) => unknown} assign */
  constructor(assign) {
    this.#kind = h(
      "select",
      { id: "assign-kind", onchange: () => this.#choose() },
      h("option", { value: "tour" }, "A guided tour"),
      h("option", { value: "lesson" }, "A lesson"),
      h("option", { value: "puzzles" }, "Puzzles"),
      h("option", { value: "position" }, "A position"),
    );
    this.element = h(
      "form",
      {
        class: "card class-form",
        onsubmit: (event) => {
          event.preventDefault();
          const item = this.#read();
          if (item) assign(item);
        },
      },
      h("h2", {}, "Assign something"),
      h("label", { for: "assign-kind" }, "What"),
      this.#kind,
      this.#fields,
      h("div", {}, h("button", { class: "button primary" }, icon("plus"), "Assign")),
    );
    this.#choose();
  }

  #choose() {
    if (this.#kind.value === "position") this.#position();
    else if (this.#kind.value === "puzzles") this.#puzzles();
    else this.#list(this.#kind.value === "tour" ? "tour" : "lesson");
  }

  /** One of all that there are. @param {"tour"|"lesson"} kind */
  async #list(kind) {
    this.#read = () => null;
    /** @type {{name: string, title: string}[]} */
    const items = await (kind === "tour" ? tours() : lessons()).catch(() => []);
    if (this.#kind.value !== kind) return; // somebody chose something else meanwhile
    const list = h(
      "select",
      { id: `assign-${kind}` },
      items.map(({ name, title }) => h("option", { value: name }, title)),
    );
    this.#read = () => {
      const found = items.find(({ name }) => name === list.value);
      return found ? { kind, id: found.name, title: found.title } : null;
    };
    put(this.#fields, h("label", { for: `assign-${kind}` }, `Which ${kind}`), list);
  }

  /** So many puzzles, of a theme or of all. */
  #puzzles() {
    const theme = h(
      "select",
      { id: "assign-theme" },
      h("option", { value: "" }, "All themes"),
      Object.entries(THEMES).map(([name, title]) => h("option", { value: name }, title)),
    );
    const total = h("input", {
      id: "assign-total",
      type: "number",
      min: 1,
      max: 500,
      step: 1,
      value: 10,
      required: true,
      inputmode: "numeric",
    });
    this.#read = () => ({
      kind: "puzzles",
      id: goalId(theme.value || null, Number(total.value)),
      title: `${THEMES[theme.value] ?? "All themes"}, solve ${Number(total.value)}`,
    });
    put(
      this.#fields,
      h("label", { for: "assign-theme" }, "Which theme"),
      theme,
      h("label", { for: "assign-total" }, "How many to solve"),
      total,
    );
  }

  #position() {
    const task = h("input", { id: "assign-task", maxlength: 80, required: true, autocomplete: "off" });
    const fen = h("input", { id: "assign-fen", maxlength: 200, required: true, autocomplete: "off" });
    this.#read = () => ({ kind: "position", id: fen.value.replace(/\s+/g, ""), title: task.value });
    put(
      this.#fields,
      h("label", { for: "assign-task" }, "Task, e.g. Red wins a man"),
      task,
      h("label", { for: "assign-fen" }, "Position (FEN, from the board editor)"),
      fen,
    );
  }
}

async function tours() {
  return (await api.get("/api/lab/tours")).tours;
}

async function lessons() {
  const { chapters } = await api.get("/api/learn/course");
  return chapters.flatMap((chapter) => chapter.lessons);
}
