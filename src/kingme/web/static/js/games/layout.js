/**
 * Where the squares of each game lie, what they are called, and how its pieces look. Geometry only: which moves are
 * legal is the server's word. Squares have the numbers that the server gives them (`Game.place` there).
 */

const FILES = "abcdefghij";
/** @type {Record<string, [down: number, right: number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * What a game looks like.
 *
 * `style` says how pieces are drawn: as draughts, as discs that lie flat, as discs that fall, or with characters.
 * `puts`: a move puts a piece on a square, instead of moving one. `fixed`: the board is never turned round.
 * @typedef {{name: string, title: string, sides: [string, string], rows: number, columns: number,
 *            places: Map<number, [row: number, col: number]>, native: Coordinates,
 *            style: "draughts"|"flat"|"upright"|"characters", puts?: boolean, fixed?: boolean, first?: Color}} Shape
 */

export class Layout {
  /** @type {Map<number, number>} */
  #at = new Map();

  /** @param {Shape} shape */
  constructor(shape) {
    this.name = shape.name;
    this.title = shape.title;
    this.sides = shape.sides;
    this.rows = shape.rows;
    this.columns = shape.columns;
    this.places = shape.places;
    this.native = shape.native;
    this.style = shape.style;
    this.puts = shape.puts ?? false;
    this.fixed = shape.fixed ?? false;
    for (const [square, [row, col]] of this.places) this.#at.set(row * this.columns + col, square);
  }

  /** What a picture of the board shows: a square is 60 units wide. */
  get viewBox() {
    return `0 0 ${60 * this.columns} ${60 * this.rows}`;
  }

  get squares() {
    return [...this.places.keys()];
  }

  /** Whether only the dark squares are used. */
  get isDraughts() {
    return this.style === "draughts";
  }

  /**
   * Row and column from the top left of the board as seen, both from 0.
   * @param {number} square
   * @param {Color} bottom
   * @returns {[row: number, col: number]}
   */
  rowCol(square, bottom = "white") {
    const [row, col] = this.places.get(square) ?? [0, 0];
    return bottom === "white" || this.fixed ? [row, col] : [this.rows - 1 - row, this.columns - 1 - col];
  }

  /**
   * The square in a row and column as seen, or null where there is none.
   * @param {number} row
   * @param {number} col
   * @param {Color} bottom
   */
  squareAt(row, col, bottom = "white") {
    if (row < 0 || row >= this.rows || col < 0 || col >= this.columns) return null;
    const turned = bottom === "black" && !this.fixed;
    const place = turned ? (this.rows - 1 - row) * this.columns + this.columns - 1 - col : row * this.columns + col;
    return this.#at.get(place) ?? null;
  }

  /**
   * The square next to one, in the direction of an arrow key; rows are walked through like those of a table.
   * @param {number} square
   * @param {string} key
   * @param {Color} bottom
   */
  neighbour(square, key, bottom) {
    const [down, right] = WAYS[key] ?? [0, 0];
    const [row] = this.rowCol(square, bottom);
    const here = this.#row(row, bottom);
    const there = this.#row(row + down, bottom);
    return there[here.indexOf(square) + right] ?? square;
  }

  /** The squares of a row as seen, from the left. @param {number} row @param {Color} bottom */
  #row(row, bottom) {
    const columns = Array.from({ length: this.columns }, (_, col) => this.squareAt(row, col, bottom));
    return columns.filter((square) => square !== null);
  }

  /**
   * The name of a square in a system. Games that are not draughts, and those with letters of their own, have one.
   * @param {number} square
   * @param {Coordinates} system
   * @param {Color} bottom
   */
  squareName(square, system = "numeric", bottom = "white") {
    const [row, col] = this.rowCol(square, bottom);
    if (system === "rowcol" && this.isDraughts) return `${row + 1},${col + 1}`;
    if (this.isDraughts && (system === "none" ? "numeric" : system) === "numeric" && this.native === "numeric")
      return String(square);
    const [top, left] = this.places.get(square) ?? [0, 0];
    return `${FILES[left]}${this.name === "othello" ? top + 1 : this.rows - top}`;
  }

  /** The square with a name such as c3. @param {string} name */
  squareNamed(name) {
    const row = this.rows - Number(name.slice(1));
    return this.#at.get(row * this.columns + FILES.indexOf(name[0])) ?? 0;
  }

  /** The system to label the board in, where the person wants `system`. @param {Coordinates} system */
  labelSystem(system) {
    if (system === "none") return system;
    if (!this.isDraughts) return "algebraic";
    return system === "numeric" ? this.native : system;
  }

  /**
   * What to write along the left edge from the top, and along the other edge from the left.
   * @param {Coordinates} system
   * @param {Color} bottom
   */
  edgeLabels(system, bottom = "white") {
    const rows = [...Array(this.rows).keys()];
    const columns = [...Array(this.columns).keys()];
    if (system !== "algebraic") return [rows.map((i) => String(i + 1)), columns.map((i) => String(i + 1))];
    if (this.style === "upright") return [rows.map(() => ""), columns.map((i) => String(i + 1))];
    const turned = bottom === "black" && !this.fixed;
    const down = this.name === "othello" || turned;
    return [
      rows.map((i) => String(down ? i + 1 : this.rows - i)),
      columns.map((i) => FILES[turned ? this.columns - 1 - i : i]),
    ];
  }
}

/**
 * Squares 1, 2, 3 … row by row from the top left.
 * @param {number} rows
 * @param {number} columns
 * @returns {Shape["places"]}
 */
function rowByRow(rows, columns) {
  return new Map(
    Array.from({ length: rows * columns }, (_, index) => [index + 1, [Math.floor(index / columns), index % columns]]),
  );
}

/**
 * The dark squares, 1, 2, 3 … from the top left, or from the bottom right. On a mirrored board the top left
 * corner is dark.
 * @param {number} size
 * @param {boolean} mirrored
 * @param {boolean} upwards
 * @returns {Shape["places"]}
 */
function darkSquares(size, mirrored, upwards) {
  const half = size / 2;
  const count = size * half;
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const row = Math.floor(index / half);
      const col = 2 * (index % half) + ((row + (mirrored ? 0 : 1)) % 2);
      return [upwards ? count - index : index + 1, [row, col]];
    }),
  );
}

/** A column has seven numbers from below, of which six are squares. @returns {Shape["places"]} */
function columnByColumn() {
  const places = new Map();
  for (let col = 0; col < 7; col++) for (let up = 0; up < 6; up++) places.set(7 * col + up + 1, [5 - up, col]);
  return places;
}

export const ENGLISH = "english";

/**
 * @param {string} name
 * @param {string} title
 * @param {{size?: number, mirrored?: boolean, upwards?: boolean, native?: Coordinates}} more
 */
const draughts = (name, title, { size = 8, mirrored = false, upwards = false, native = "numeric" } = {}) =>
  new Layout({
    name,
    title,
    sides: ["Black", "White"],
    rows: size,
    columns: size,
    places: darkSquares(size, mirrored, upwards),
    native,
    style: "draughts",
  });

const LAYOUTS = [
  draughts(ENGLISH, "English draughts"),
  draughts("russian", "Russian draughts", { native: "algebraic" }),
  draughts("brazilian", "Brazilian draughts", { native: "algebraic" }),
  draughts("pool", "American pool checkers"),
  draughts("italian", "Italian draughts", { mirrored: true }),
  draughts("czech", "Czech draughts", { native: "algebraic" }),
  draughts("spanish", "Spanish draughts", { mirrored: true, upwards: true }),
  draughts("international", "International draughts", { size: 10 }),
  draughts("giveaway", "Giveaway checkers"),
  draughts("free", "Free checkers"),
  draughts("optional", "Optional capture"),
  draughts("single", "Single jumps"),
  new Layout({
    name: "othello",
    title: "Othello",
    sides: ["Black", "White"],
    rows: 8,
    columns: 8,
    places: rowByRow(8, 8),
    native: "algebraic",
    style: "flat",
    puts: true,
    fixed: true,
  }),
  new Layout({
    name: "connect-four",
    title: "Connect Four",
    sides: ["Red", "Yellow"],
    rows: 6,
    columns: 7,
    places: columnByColumn(),
    native: "algebraic",
    style: "upright",
    puts: true,
    fixed: true,
  }),
  new Layout({
    name: "banqi",
    title: "Banqi, face up",
    sides: ["Red", "Black"],
    rows: 4,
    columns: 8,
    places: rowByRow(4, 8),
    native: "algebraic",
    style: "characters",
    fixed: true,
  }),
];
const BY_NAME = new Map(LAYOUTS.map((layout) => [layout.name, layout]));

/** @param {string} [name] */
export const layoutOf = (name = ENGLISH) => BY_NAME.get(name) ?? LAYOUTS[0];

/** The games that the page can show, by their names. */
export const GAMES = LAYOUTS.map(({ name }) => name);

/** Whether the page can show a game. @param {string} name */
export const isShown = (name) => BY_NAME.has(name);
