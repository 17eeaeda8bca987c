/** The dialog for opening games, and the ways that lead to it: dropping a file on the page, pasting text. */

import { isTyping } from "../dom.js";
import { looksLikeGame } from "../files.js";
import { Opener } from "../opener.js";
import { toast } from "../toast.js";
import { openDialog } from "./dialog.js";

export function openGameDialog() {
  const opener = new Opener(() => frame.close());
  /** @type {Frame} */
  const frame = openDialog({ title: "Open a game or a position", className: "wide", body: opener.element });
  return opener;
}

/** Files may be dropped anywhere, and text pasted anywhere but in a field. */
export function acceptDrops() {
  let own = false; // something of this page is being dragged
  /** @param {DragEvent} event */
  const carries = (event) =>
    !own && event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
  let depth = 0;
  /** @param {boolean} on */
  const show = (on) => document.body.classList.toggle("dropping", on);
  addEventListener("dragstart", () => {
    own = true;
  });
  addEventListener("dragend", () => {
    own = false;
  });
  addEventListener("dragenter", (event) => carries(event) && show(++depth > 0));
  addEventListener("dragleave", (event) => carries(event) && show(--depth > 0));
  addEventListener("dragover", (event) => carries(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    depth = 0;
    show(false);
    const { dataTransfer: carried } = event;
    if (!carried || !carries(event) || (isTyping(event.target) && !carried.files.length)) return;
    event.preventDefault();
    for (const dialog of document.querySelectorAll("dialog")) if (dialog.open) dialog.close();
    const { files } = carried;
    const text = carried.getData("text/plain");
    if (files.length) openGameDialog().files(files);
    else openGameDialog().read(text);
  });
  addEventListener("paste", (event) => {
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const file = event.clipboardData?.files?.[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file) openGameDialog().files([file]);
    else if (looksLikeGame(text)) openGameDialog().read(text);
    else if (text.trim()) toast("The pasted text isn't a game or a position.");
  });
}
