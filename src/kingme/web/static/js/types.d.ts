/** The shapes that the page's modules share and that the server's schema (`wire.d.ts`) does not describe. */

// --- positions and moves --------------------------------------------------------------------------------------------

type Color = "black" | "white";
type Man = "b" | "w" | "B" | "W";
/** Men are small letters, kings are capital; the pieces of Banqi have their kind behind the side. */
type Letter = Man | `${"b" | "w"}${"k" | "a" | "e" | "r" | "n" | "c" | "p"}`;
/** What stands on which square, and of which game, if it is not English draughts. */
type Pieces = Map<number, Letter> & { game?: string };
/** A board as it is seen: the game's layout, and whose side is at the bottom. */
type Seen = { layout: import("./games/layout.js").Layout; bottom: Color };
type Coordinates = "numeric" | "algebraic" | "rowcol" | "none";
type Point = [x: number, y: number];
/** What the board animates: a move, or one jump of it. */
type Step = { path: number[]; captured: number[] };
type MoveInfo = Wire.MoveInfo;
/** A position and the moves played from it, so that repetitions are known. */
type Place = { fen: string; moves: number[][] };
type Box = { left: number; right: number; top: number; bottom: number };
type Arrow = number[] | { path: number[]; name?: string };
/** `from`: where the move comes from, which tells two labels of one square apart. */
type Badge = { square: number; text: string; kind?: string; from?: number };
type Marks = {
  movable: Set<number>;
  targets: Map<number, "dot" | "ring">;
  selected: number | null;
  must: boolean;
};

// --- elements -------------------------------------------------------------------------------------------------------

type IconName = keyof typeof import("./icons.js").PATHS;
/** What an element may hold: texts and elements, in lists of any depth; null and false are left out. */
type Child = Node | string | null | undefined | false | Child[];
type Listeners = { [K in keyof HTMLElementEventMap as `on${K}`]?: ((event: HTMLElementEventMap[K]) => unknown) | null };
type Properties = Listeners & { style?: Record<string, string>; [attribute: string]: unknown };
type Settings = typeof import("./settings.js").DEFAULTS;
/** A group of choices of which one holds. */
type Segments = { element: HTMLElement; value: string };
type Frame = { element: HTMLDialogElement; close: () => void; fail: (text: string) => void };

/** What the router hands to a view, and what it gets. */
type Context = { params: Record<string, string>; query: URLSearchParams; given: unknown };
type Keys = Record<string, () => unknown>;
type View = { element: HTMLElement; title: string; leave?: () => void; keys?: Keys; shown?: () => unknown };

// --- games ----------------------------------------------------------------------------------------------------------

/** A game's state; games of the arena say where they and their files are found. */
type GameState = Wire.State & { address?: string; files?: string };
/** A move in a list: of a game, or of an analysis. */
type Ply = Step & { text: string; fen: string; comment: string; nags: number[] };
/** What a board needs to know of a game or an analysis. */
type BoardState = Pick<
  Wire.State,
  "version" | "owner" | "fen" | "start_fen" | "turn" | "legal" | "must_capture" | "outcome"
> & { plies: Ply[] };
type Change = { state: BoardState; before: BoardState };
type Refusal = { message: string; squares?: number[] };
type Hint = { move: MoveInfo; line: string[]; value: number | null; score: Wire.ScoreInfo | null };
type Thinking = Wire.Thinking & { info: Info | null };
type GameEvents = {
  state: Change;
  view: number;
  line: boolean;
  gone: string;
  full: string;
  thinking: Thinking | null;
  thought: { color: Color; info: Info };
  refused: Refusal;
  hint: Hint;
  draw: { message: string };
  error: { message: string };
  presence: Presence;
  chat: { lines: ChatLine[] };
  declined: { by: Color };
  edit: null;
};
/** Who has a game between two people open. */
type Presence = Pick<Wire.SharedInfo, "present" | "watchers" | "claim_at">;
/** A line of the chat between two people. */
type ChatLine = { number: number; side: Color; text: string; at: number };
/** What comes over the line of a game. */
type GameMessage =
  | { type: "state"; state: GameState }
  | { type: "thinking"; thinking: Thinking | null }
  | ({ type: "thought" } & GameEvents["thought"])
  | ({ type: "refused" } & Refusal)
  | ({ type: "hint" } & Hint)
  | ({ type: "presence" } & Presence)
  | { type: "chat"; lines: ChatLine[] }
  | { type: "declined"; by: Color }
  | { type: "draw" | "error"; message: string };
/** A position to begin a game from, with its name. */
type Given = { label: string; fen: string; start: Wire.Start };
type Verdict = { sign: string; kind: string; words: string };

// --- searches -------------------------------------------------------------------------------------------------------

/** One move of a search: see docs/web.md, "Analysis". */
interface Line {
  move: MoveInfo;
  value: number | null;
  score: Wire.ScoreInfo | null;
  interval: [number, number] | null;
  visits: number;
  share: number | null;
  pv: string[];
  pv_paths: number[][];
  pv_fens: string[];
  details: { exploit?: number | null; explore?: number | null; [name: string]: unknown };
}

/** A snapshot of a search. */
interface Info {
  player: string;
  final: boolean;
  move: string | null;
  value: number | null;
  score: Wire.ScoreInfo | null;
  depth: number;
  max_depth: number;
  nodes: number;
  iterations: number;
  rate: number;
  time: number;
  memory: number;
  outcomes: number[];
  expected: { win: number; draw: number; loss: number } | null;
  pv: string[];
  fen: string;
  lines: Line[];
  tree: { nodes: TreeEntry[] } | null;
  table: { value: string; plies: number | null } | null;
  stopped: boolean;
  /** The level errs on purpose, and plays another move than the best. */
  errs?: boolean;
}

/** A node of a snapshot's tree. */
interface TreeEntry {
  id: number;
  parent: number | null;
  move: string | null;
  depth: number;
  visits: number;
  value: number | null;
  exploit: number | null;
  explore: number | null;
  uct: number | null;
  proof: string;
}

type Limit = { time?: number; nodes?: number; iterations?: number; depth?: number };
type SearchRequest = {
  position: { fen: string; moves?: number[][] };
  player: string;
  limit?: Limit | null;
  lines?: number;
  tree?: boolean;
  tables?: boolean;
};
type SearchEvents = {
  info: { lane: number; info: Info };
  done: { lane: number; info: Info };
  queued: { lane: number; preparing: boolean };
  error: { lane: number | null; message: string };
  line: boolean;
};

// --- the profiler ---------------------------------------------------------------------------------------------------

/** A simulation as a recording keeps it. */
interface BriefStep {
  number: number;
  count: number;
  path: number[];
  opened: { id: number; parent: number; move: MoveInfo; fen: string }[];
  ending: string;
  result: number;
  plies: number;
  counts: [id: number, visits: number, sum: number][];
}

/** A simulation with everything that happened in it. */
interface DetailedStep extends BriefStep {
  levels: Level[];
  playout: { move: MoveInfo; fen: string }[];
  backed_up: { id: number; gain: number; visits: number; value: number }[];
}

/** The choice at one node on the way down. */
interface Level {
  id: number;
  fen: string;
  visits: number;
  reason: string;
  children: Candidate[];
}

interface Candidate {
  id: number;
  move: string;
  visits: number;
  value: number;
  exploit: number | null;
  explore: number | null;
  score: number | null;
  proof: string;
  chosen: boolean;
  rave: { beta: number; exploit: number; explore: number } | null;
}

interface StepsAnswer {
  player: string;
  spec: string;
  c: number;
  amaf: boolean;
  final: string;
  done: number;
  proved: boolean;
  fen: string;
  turn: Color;
  simulations: DetailedStep[];
}

/** What is known of a search that is stepped through, from the first answer on. */
type StepsHead = { fen: string; turn: Color; c: number; player?: string; amaf?: boolean; final?: string };

interface TraceEvent {
  node: string;
  ply: number;
  depth: number;
  move: MoveInfo | null;
  value: number;
  alpha: number | null;
  beta: number | null;
  texts: [value: string, alpha: string | null, beta: string | null];
  kind: string;
  skipped: number;
  fen: string;
}

/** A minimax search in the order in which it went. */
interface Trace {
  player: string;
  spec: string;
  fen: string;
  turn: Color;
  pruning: boolean;
  depth: number;
  wanted: number;
  move: MoveInfo | null;
  score: number | null;
  score_text: string;
  pv: string[];
  nodes: number;
  evaluated: number;
  cutoffs: number;
  complete: boolean;
  events: TraceEvent[];
}

/** What a snapshot says of a root move. */
type RootMove = {
  visits: number;
  exploit: number | null;
  explore: number | null;
  value?: number | null;
  interval?: [number, number] | null;
};
type Figures = Pick<
  Info,
  | "final"
  | "move"
  | "value"
  | "depth"
  | "max_depth"
  | "nodes"
  | "iterations"
  | "rate"
  | "time"
  | "memory"
  | "outcomes"
  | "pv"
>;
/** A snapshot of a live search. */
type Shot = { figures: Figures; moves: Record<string, RootMove>; nodes: Omit<TreeEntry, "depth">[] };
/** A node that changed; its parent and its move are told the first time. */
type PackedNode = [
  id: number,
  visits: number,
  exploit: number | null,
  explore: number | null,
  proof: string,
  parent?: number | null,
  move?: string | null,
];
type PackedShot = { figures: Figures; moves: Record<string, RootMove>; changed: PackedNode[]; gone: number[] };

type StepsData = { position: Place; spec: string; head: StepsHead; proved: boolean; steps: BriefStep[] };
type StreamData = { position: Place; spec: string; player: string; fen: string; turn: Color; shots: PackedShot[] };
/** What can be recorded of a search. */
type Take =
  | { kind: "steps"; title: string; data: StepsData }
  | { kind: "stream"; title: string; data: StreamData }
  | { kind: "trace"; title: string; data: Trace };
/** A recording as it is kept in the browser and written to a file. */
type Recording = { format: string; version: number; date: string } & Take;

/** A node as the canvas draws it: where it is, where it goes (`t`), how large, and which children it shows. */
interface Drawn<N> {
  id: number;
  parent: number | null;
  move: string | null;
  depth: number;
  visits: number;
  children: N[];
  shown?: N[];
  hidden?: number;
  x?: number;
  y?: number;
  tx?: number;
  ty?: number;
  r?: number;
}

/** A node that has its place. */
type Placed<N> = N & { x: number; y: number; tx: number; ty: number; r: number };

/** A node of a Monte Carlo tree. */
interface TreeNode extends Drawn<TreeNode> {
  fen: string | null;
  path: number[] | null;
  sum: number;
  value: number | null;
  proof: string;
  parts?: Score;
}
type Score = { exploit: number | null; explore: number | null; uct: number | null };

/** A node of a minimax tree. */
interface TraceNode extends Drawn<TraceNode> {
  event: TraceEvent;
  fen: string;
  done: boolean;
  best: number | null;
  bestText?: string;
  bestChild?: number;
}

/** How nodes look on the canvas. */
interface Look<N> {
  color(node: N): string;
  sign(node: N): string;
  label(node: N): string;
  note(node: N): string;
  edge(node: N): { width: number; color: string; dash?: string };
  shape?(node: N): "circle" | "up" | "down";
  ink?(node: N): string;
  wide?(node: N, scale: number): boolean;
  under?(node: N, scale: number): string;
  update?(): void;
  line?(): number[];
  showPrincipal?: boolean;
}

/** A tree that the canvas can draw. */
interface TreeSource<N> {
  readonly version: number;
  readonly size: number;
  node(id: number | null): N | undefined;
  visible(minimum: number, collapsed: Set<number>, most: number, always: Map<number, string>): N[];
  minimumFor?(most: number): number;
}

/** One moment of a simulation. */
type SimulationFrame = {
  phase: "select" | "expand" | "simulate" | "backup";
  title: string;
  text: string;
  node: number;
  fen: string;
  step: DetailedStep;
  next?: number;
  level?: Level | null;
  move?: MoveInfo;
  playout?: DetailedStep["playout"];
  backed?: DetailedStep["backed_up"];
};

// --- pages ----------------------------------------------------------------------------------------------------------

type Exhibit = {
  id: string;
  title: string;
  theme: string;
  fen: string;
  watch: string;
  players: string[];
  profile: string;
  claims: string[];
};
type Preset = { name: string; title: string; spec: string; words: string; rating: number | null };
type AlgorithmBrief = { name: string; title: string; summary: string; idea: string; presets: Preset[] };
type GameBrief = { name: string; title: string; idea: string };
type Inline = { type: string; text: string; href: string; src: string };
/** A part of a document. */
type Block =
  | { type: "heading"; level: number; id: string; text: Inline[] }
  | { type: "paragraph"; text: Inline[] }
  | { type: "code"; text: string }
  | { type: "example"; fen: string; player: string; name: string; head: string[]; rows: string[][] }
  | { type: "details"; id: string; title: string; blocks: Block[] }
  | { type: "list"; ordered: boolean; items: Inline[][] }
  | { type: "table"; head: Inline[][]; rows: Inline[][][] };

// --- answers that the schema does not describe ----------------------------------------------------------------------

type GetAnswer<P> = P extends "/api/lab/gallery"
  ? { positions: Exhibit[] }
  : P extends "/api/lab/algorithms"
    ? { algorithms: AlgorithmBrief[] }
    : P extends `/api/lab/algorithms/${string}`
      ? AlgorithmBrief & { blocks: Block[]; studies: { letter: string; title: string }[] }
      : P extends "/api/learn/games"
        ? { games: GameBrief[] }
        : P extends `/api/learn/games/${string}`
          ? GameBrief & { blocks: Block[] }
          : Wire.Get<P>;
type PostAnswer<P> = P extends "/api/profiler/steps"
  ? StepsAnswer
  : P extends "/api/profiler/trace"
    ? Trace
    : P extends "/api/profiler/line"
      ? { fen: string; turn: Color; over: boolean; steps: { move: MoveInfo; fen: string }[] }
      : Wire.Post<P>;
