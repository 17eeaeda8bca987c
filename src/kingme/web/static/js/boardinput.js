/** Clicks, taps, drags and keys on a board, told to whoever listens as squares. */

const SLACK = 5; // pixels that a finger may tremble

/** @param {Event} event @returns {HTMLElement|null} */
const cellOf = (event) => /** @type {Element} */ (event.target).closest("[data-square]");

/**
 * @param {import("./board.js").Board} board
 * @param {{canLift: (square: number) => boolean, press: (square: number) => void, tap: (square: number|null) => void,
 *          drop: (from: number, to: number|null) => void, cancel: () => void,
 *          key?: (key: string, square: number) => boolean}} actions
 */
export function boardInput(board, actions) {
  const { cells } = board;
  if (!cells) throw new Error("a board without cells takes no input");
  const grid = cells.element;
  /** @type {{id: number, square: number|null, x: number, y: number, lifting: boolean, dragging: boolean}|null} */
  let pointer = null;

  // Clicks leave the focus off the board, so that arrow keys go on to lead through the moves of the game.
  grid.addEventListener("mousedown", (event) => event.preventDefault());

  grid.addEventListener("pointerdown", (event) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (event.button || (pointer && pointer.id !== event.pointerId)) return;
    const square = board.squareFrom(event.clientX, event.clientY);
    pointer = {
      id: event.pointerId,
      square,
      x: event.clientX,
      y: event.clientY,
      lifting: square !== null && actions.canLift(square),
      dragging: false,
    };
    grid.setPointerCapture(event.pointerId); // so that its release is heard of wherever it happens
    if (square === null) return;
    if (pointer.lifting) {
      event.preventDefault();
      actions.press(square);
    }
    cells.stand(square);
  });

  grid.addEventListener("pointermove", (event) => {
    if (!pointer || event.pointerId !== pointer.id || !pointer.lifting || pointer.square === null) return;
    if (!pointer.dragging) {
      if (Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) < SLACK) return;
      pointer.dragging = true;
      board.lift(pointer.square);
      grid.classList.add("dragging");
    }
    board.drag(pointer.square, event.clientX, event.clientY);
  });

  /** @param {PointerEvent} event @param {boolean} done */
  const end = (event, done) => {
    if (!pointer || event.pointerId !== pointer.id) return;
    const { square, dragging } = pointer;
    pointer = null;
    grid.classList.remove("dragging");
    if (dragging && square !== null) {
      board.drop(square);
      if (done) actions.drop(square, board.squareFrom(event.clientX, event.clientY));
    } else if (done && board.squareFrom(event.clientX, event.clientY) === square) actions.tap(square);
  };
  grid.addEventListener("pointerup", (event) => end(event, true));
  grid.addEventListener("pointercancel", (event) => end(event, false));

  grid.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const square = Number(cell.dataset.square);
    if (event.key.startsWith("Arrow")) cells.focus(board.layout.neighbour(square, event.key, board.bottom));
    else if (event.key === "Enter" || event.key === " ") actions.tap(square);
    else if (event.key === "Escape") actions.cancel();
    else if (!actions.key?.(event.key, square)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Screen readers click without a pointer.
  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    if (cell && event.detail === 0 && !touched) actions.tap(Number(cell.dataset.square));
  });
  grid.addEventListener("contextmenu", (event) => pointer && event.preventDefault());
}
