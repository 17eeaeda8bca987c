/** What can be done with an analysis as a whole: save it, share it, take it to other parts of the page, begin anew. */

import { api, reason } from "../api.js";
import { newGameDialog } from "../dialogs/newgame.js";
import { openGameDialog } from "../dialogs/open.js";
import { h } from "../dom.js";
import { copy, encodeFen } from "../files.js";
import { readFen } from "../position.js";
import { go } from "../router.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";

export class AnalysisFiles {
  /**
   * @param {import("./gametree.js").GameTree} tree
   * @param {import("./draft.js").Draft} draft
   * @param {string|null} id  of the stored game that is analysed
   */
  constructor(tree, draft, id) {
    this.tree = tree;
    this.draft = draft;
    this.id = id;
  }

  /** @returns {(import("../menu.js").Item|null)[]} */
  items() {
    const { fen } = this.tree.node;
    return [
      { icon: "open", text: "Open a game", action: () => openGameDialog() },
      { icon: "plus", text: "New analysis", action: () => this.fresh() },
      { icon: "edit", text: "Set up a position", action: () => go(`/editor?fen=${encodeFen(fen)}`) },
      {
        icon: "play",
        text: "Play from here",
        action: () =>
          newGameDialog({ given: { label: "This position", fen, start: { fen } }, color: readFen(fen).turn }),
      },
      { icon: "people", text: "Compare players here", action: () => go(`/lab/compare?fen=${encodeFen(fen)}`) },
      { icon: "tree", text: "Look into a search", action: () => go(`/lab/profiler?fen=${encodeFen(fen)}`) },
      { icon: "save", text: "Save as PDN", action: () => this.save() },
      { icon: "link", text: "Copy PDN", action: () => this.withPdn((text) => copy(text, "PDN")) },
      { icon: "link", text: "Copy FEN", action: () => copy(fen, "Position") },
      {
        icon: "link",
        text: "Copy link to the position",
        action: () => copy(`${location.origin}/analyse?fen=${encodeFen(fen)}`, "Link to the position"),
      },
      this.id ? { icon: "again", text: "Forget my notes", action: () => this.again() } : null,
    ];
  }

  fresh() {
    this.draft.clear();
    go("/analyse");
  }

  /** The game as it is stored, without the variations that were added here. */
  again() {
    this.draft.clear();
    go(`/analyse/${this.id}`);
  }

  /** Have the server write the game down, and do something with the text. @param {(text: string) => unknown} use */
  async withPdn(use) {
    try {
      await use((await api.post("/api/analysis/write", this.tree.data())).pdn);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  save() {
    return this.withPdn((text) => {
      const address = URL.createObjectURL(new Blob([text], { type: "application/x-pdn" }));
      h("a", { href: address, download: "kingme-analysis.pdn" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    });
  }
}
