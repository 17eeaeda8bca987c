/**
 * What the server sends and takes over REST, made from its schema by `make format`: do not edit.
 * What it does not describe there stands in `types.d.ts`.
 */

declare namespace Wire {
  interface Acceptance {
    name?: string | null;
  }

  interface AccountReport {
    kind: "guest" | "account" | "bot";
    name: string | null;
    offered: boolean;
    mail: boolean;
    email?: string | null;
    notices?: boolean;
    created?: number | null;
    changed?: number | null;
    sessions?: SessionInfo[];
    tokens?: TokenInfo[];
    rights?: "locked" | "open" | null;
  }

  interface Achievement {
    kind: "lesson" | "puzzles" | "position" | "tour";
    id: string;
    done: number;
    total: number;
  }

  interface Algorithm {
    name: string;
    summary: string;
    parameters: Parameter[];
  }

  interface AnalysedPosition {
    fen: string;
    turn: "black" | "white";
    move: MoveInfo | null;
    refused: string | null;
    legal: MoveInfo[];
    must_capture: boolean;
    outcome: OutcomeInfo | null;
    pieces: number;
  }

  interface AnnotatedGame {
    start_fen?: string | null;
    tags?: Record<string, string>;
    comment?: string;
    result?: "1-0" | "0-1" | "1/2-1/2" | "*";
    plies?: TreePly[];
  }

  interface AnnotatedText {
    pdn: string;
  }

  interface AnswerReport {
    right: boolean;
    verdict: "right" | "fine" | "wrong" | "illegal";
    words: string;
    value: string | null;
    move: LineMove | null;
    line: LineMove[];
  }

  interface AnswerVerdict {
    right: boolean;
    move: LineMove;
    reply: LineMove | null;
    legal: MoveInfo[];
    result: PuzzleResult | null;
  }

  interface Arena {
    store: string;
    runs: Run[];
    experiments: ExperimentInfo[];
    openings: string[];
    limits: Bounds;
  }

  interface ArenaGame {
    id: string;
    version: number;
    owner: boolean;
    fen: string;
    start_fen: string;
    previous_fen: string | null;
    turn: "black" | "white";
    plies: PlyInfo[];
    legal: MoveInfo[];
    must_capture: boolean;
    outcome: OutcomeInfo | null;
    players: Seats;
    clock: ClockInfo | null;
    can_undo: boolean;
    can_redo: boolean;
    paused: boolean;
    autoplay: Autoplay | null;
    rules: string;
    opening: string | null;
    thinking: Thinking | null;
    draw_offer: "black" | "white" | null;
    rated: RatedInfo | null;
    created: number;
    updated: number;
    shared: SharedInfo | null;
    files: string;
    address: string;
  }

  interface Assignment {
    kind: "lesson" | "puzzles" | "position" | "tour";
    id: string;
    title: string;
  }

  interface AssignmentInfo {
    kind: "lesson" | "puzzles" | "position" | "tour";
    id: string;
    title: string;
  }

  interface Autoplay {
    delay?: number;
  }

  interface Begun {
    id: string;
  }

  interface BegunGame {
    game: string;
  }

  interface BlockRequest {
    game: string;
  }

  interface BlockedPerson {
    number: number;
    name: string;
  }

  interface BotReport {
    name: string;
    kind: "account" | "bot";
    scopes: ("read" | "play")[];
    ratings: PoolRating[];
  }

  interface Bounds {
    players: number;
    games: number;
    workers: number;
    runs: number;
  }

  interface Candidate {
    move: string;
    path: number[];
    captured: number[];
    produced_by: string[];
    removed_by: string | null;
    reason: string;
    legal: boolean;
  }

  interface ChallengeReport {
    id: string;
    mine: boolean;
    name: string;
    rating: number | null;
    to_me: boolean;
    opponent: string | null;
    place: "link" | "lobby" | "quick";
    game: string;
    title: string;
    fen: string | null;
    opening: "random" | null;
    rules: string | null;
    clock: string | null;
    days: number | null;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    color: "black" | "white" | "random";
    rated: boolean;
    delay: number;
    created: number;
    until: number;
    accepted: string | null;
  }

  interface ChallengeStart {
    fen?: string | null;
    opening?: "random" | null;
  }

  interface ChapterSummary {
    name: string;
    title: string;
    lessons: LessonSummary[];
  }

  interface ChatMessage {
    type: "chat";
    text: string;
  }

  interface ClaimMessage {
    type: "claim";
    result?: "win" | "draw";
  }

  interface ClassList {
    taught: ClassSummary[];
    joined: ClassSummary[];
  }

  interface ClassReport {
    code: string;
    title: string;
    created: number;
    teacher: boolean;
    me: number | null;
    assignments: AssignmentInfo[];
    members: MemberInfo[];
  }

  interface ClassSummary {
    code: string;
    title: string;
    created: number;
    assignments: number;
  }

  interface ClockInfo {
    black: number;
    white: number;
    increment: number;
    control: string;
    running: "black" | "white" | null;
    at: number;
  }

  interface CoachQuestion {
    fen: string;
    path: number[];
  }

  interface CoachReport {
    warning: string | null;
    line: string[];
  }

  interface ColorMessage {
    type: "resign" | "draw";
    color?: "black" | "white" | null;
  }

  interface Config {
    version: string;
    games: GameChoice[];
    levels: Level[];
    algorithms: Algorithm[];
    rules: RuleProfile[];
    openings: Openings;
    limits: Limits;
  }

  interface Confirmation {
    password?: string | null;
  }

  interface Counted {
    counted: boolean;
  }

  interface CourseReport {
    chapters: ChapterSummary[];
  }

  interface Curve {
    variant: string;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    points: CurvePoint[];
  }

  interface CurvePoint {
    at: number;
    rating: number;
    deviation: number;
  }

  interface DrillList {
    drills: DrillSummary[];
  }

  interface DrillMove {
    fen: string;
    path: number[];
  }

  interface DrillPosition {
    drill: string;
    title: string;
    task: string;
    number: number;
    fen: string;
    turn: "black" | "white";
    legal: MoveInfo[];
    goal: "win" | "draw";
    value: "win" | "draw" | "loss";
    plies: number | null;
  }

  interface DrillReport {
    verdict: "right" | "wrong" | "illegal" | "done";
    words: string;
    move: LineMove | null;
    reply: LineMove | null;
    value: "win" | "draw" | "loss" | null;
    plies: number | null;
    legal: MoveInfo[];
    better: string | null;
  }

  interface DrillSummary {
    name: string;
    title: string;
    task: string;
    goal: "win" | "draw";
    fen: string;
  }

  interface EmailChange {
    password: string;
    email: string | null;
  }

  interface EndgameMove {
    path: number[];
    captured: number[];
    text: string;
    value: "win" | "draw" | "loss";
    plies: number | null;
    fen: string;
  }

  interface EndgameReport {
    fen: string;
    pieces: number;
    most_pieces: number;
    value: "win" | "draw" | "loss" | null;
    plies: number | null;
    moves: EndgameMove[];
    line: string[];
    message: string;
  }

  interface Entrant {
    name: string;
    spec: string;
    limit: string;
  }

  interface EntrantList {
    offered: boolean;
    entrants: EntrantReport[];
  }

  interface EntrantReport {
    id: string;
    name: string;
    link: string;
    spec: string;
    state: "playing" | "done" | "stopped" | "failed";
    message: string;
    games: number;
    rating: number;
    low: number;
    high: number;
  }

  interface Entry {
    name?: string | null;
  }

  interface Estimate {
    rating: number;
    low: number;
    high: number;
    verified: false;
    opponents: EstimateOpponent[];
    left_out: Record<string, number>;
  }

  interface EstimateOpponent {
    name: string;
    rating: number;
    points: number;
    games: number;
  }

  interface EstimateRequest {
    name: string;
    text: string;
  }

  interface ExperimentBrief {
    key: string;
    quick: boolean;
    status: "playing" | "finished" | "stopped" | "failed" | "new";
    done: number;
    games: number;
    report: boolean;
  }

  interface ExperimentInfo {
    name: string;
    study: string;
    title: string;
    question: string;
    claims: number;
    games: number;
    quick_games: number;
    budget: number | null;
    results: ExperimentBrief[];
  }

  interface ExperimentOrder {
    name: string;
    quick?: boolean;
    games?: number | null;
    budget?: number | null;
    workers?: number;
  }

  interface ExperimentResult {
    key: string;
    name: string;
    study: string;
    title: string;
    question: string;
    differs: string[];
    quick: boolean;
    size: string;
    status: "playing" | "finished" | "stopped" | "failed" | "new";
    message?: string;
    mine: boolean;
    done: number;
    games: number;
    runs: ExperimentRun[];
    findings: Finding[];
    report: boolean;
    news: News | null;
  }

  interface ExperimentRun {
    id: number | null;
    title: string;
    done: number;
    games: number;
    status: "playing" | "finished" | "stopped" | "failed" | "new";
  }

  interface ExplanationReport {
    fen: string;
    turn: "black" | "white";
    rules: Record<string, string>;
    candidates: Candidate[];
  }

  interface ExplorerCollection {
    name: string;
    games: number;
  }

  interface ExplorerGame {
    id: string;
    collection: string;
    black: string;
    white: string;
    black_rating: number | null;
    white_rating: number | null;
    event: string;
    date: string;
    result: string;
    plies: number;
    opening: string;
  }

  interface ExplorerGames {
    games: ExplorerGame[];
    older: number | null;
  }

  interface ExplorerMove {
    path: number[];
    captured: number[];
    text: string;
    fen: string;
    name: string | null;
    games: number;
    black_won: number;
    white_won: number;
    drawn: number;
    rating: number | null;
    value: "win" | "draw" | "loss" | null;
    distance: number | null;
    score: ScoreInfo | null;
    book_depth: number | null;
    yours_won: number | null;
    yours_lost: number | null;
  }

  interface ExplorerReport {
    fen: string;
    name: string | null;
    games: number;
    moves: ExplorerMove[];
    latest: ExplorerGame[];
    older: number | null;
    collections: ExplorerCollection[];
  }

  interface Finding {
    source: string;
    claim: string;
    where: string;
    claimed: string;
    measured: string;
    verdict: string;
  }

  interface GameChoice {
    name: string;
    title: string;
    summary: string;
    family: "draughts" | "studies" | "other";
    levels: string[];
    ratings: Record<string, number>;
  }

  interface GameList {
    total: number;
    damaged: number;
    games: GameSummary[];
  }

  interface GameSummary {
    id: string;
    black: string;
    white: string;
    result: "1-0" | "0-1" | "1/2-1/2" | "*";
    outcome_text: string | null;
    plies: number;
    created: number;
    updated: number;
    final_fen: string;
    finished: boolean;
    rules: string;
    opening: string | null;
  }

  interface GameText {
    pdn: string;
  }

  interface Games {
    total: number;
    games: Listed[];
  }

  interface Glossary {
    terms: Term[];
  }

  interface Health {
    ok: boolean;
    version: string;
  }

  interface ImportProblem {
    game: number | null;
    line: number | null;
    message: string;
  }

  interface ImportReport {
    kind: "pdn" | "json" | "fen";
    games: ImportedGame[];
    problems: ImportProblem[];
  }

  interface ImportRequest {
    text: string;
  }

  interface ImportStart {
    text: string;
    index?: number;
    ply?: number | null;
  }

  interface ImportedGame {
    index: number;
    black: string;
    white: string;
    event: string;
    date: string;
    result: string;
    plies: number;
    final_fen: string;
    middle_fen: string;
  }

  interface Jobs {
    jobs: ServerJob[];
  }

  interface Joining {
    name: string;
  }

  interface JudgedPly {
    number: number;
    color: "black" | "white";
    text: string;
    best: MoveInfo;
    line: string[];
    paths: number[][];
    value: number;
    after: number;
    loss: number;
    judgement: "" | "inaccuracy" | "mistake" | "blunder";
    shot: boolean;
    why: string;
    forced: boolean;
  }

  interface LadderOrder {
    clock?: "1+1" | "3+2" | "10+5" | null;
  }

  interface LadderRow {
    rival: Rival;
    rating: number;
    low: number;
    high: number;
    games: number;
    you: boolean;
    spec: string | null;
  }

  interface LadderTable {
    rows: LadderRow[];
    least: number;
  }

  interface Leader {
    rival: Rival;
    rating: number;
    low: number;
    high: number;
    games: number;
    you: boolean;
  }

  interface LeaderBoard {
    variant: string;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    leaders: Leader[];
    you: PoolRating | null;
  }

  interface LessonAnswer {
    path?: number[] | null;
    squares?: number[] | null;
    result?: "win" | "draw" | "loss" | null;
  }

  interface LessonProgress {
    name: string;
    title: string;
    chapter: string;
    steps: number;
    done: number;
  }

  interface LessonReport {
    name: string;
    title: string;
    idea: string;
    source: string;
    chapter: string;
    next: string | null;
    done: number[];
    steps: LessonStep[];
  }

  interface LessonStep {
    kind: "play" | "mark" | "judge";
    fen: string;
    turn: "black" | "white";
    legal: MoveInfo[];
    task: string;
    count: number | null;
    reply: MoveInfo | null;
  }

  interface LessonSummary {
    name: string;
    title: string;
    idea: string;
    fen: string;
    steps: number;
    done: number;
  }

  interface Level {
    name: string;
    title: string;
    persona: string;
    spec: string;
    rating: number | null;
    source: string;
    description: string;
    elsewhere: string;
    group: "ladder" | "levels" | "own" | "study";
  }

  interface LevelMessage {
    type: "level";
    color: "black" | "white";
    spec: string;
  }

  interface LiftedMeasure {
    name?: string | null;
    handle?: string | null;
    measure: "ban" | "mute";
  }

  interface Limits {
    upload_bytes: number;
    message_bytes: number;
    move_seconds: number;
    analysis_seconds: number;
    threads: number;
    games: number;
    game_plies: number;
  }

  interface LineMove {
    path: number[];
    captured: number[];
    text: string;
    fen: string;
  }

  interface LineRequest {
    position: PositionMessage;
    line: string[];
  }

  interface Listed {
    number: number;
    black: string;
    white: string;
    result: string;
    ending: string;
    reason: string;
    plies: number;
    opening: string;
    seconds: number;
  }

  interface ListedTournament {
    id: string;
    title: string;
    kind: "round-robin" | "arena";
    game: string;
    game_title: string;
    clock: string;
    rated: boolean;
    players: number;
    started: number | null;
    owner: boolean;
    joined: boolean;
  }

  interface LiveBoard {
    number: number;
    black: string;
    white: string;
    fen: string;
    last: number[];
    plies: number;
  }

  interface LobbyReport {
    challenges: ChallengeReport[];
    games: WatchableGame[];
    tournaments: ListedTournament[];
    people: PersonHere[];
    here: number;
  }

  interface LogIn {
    name: string;
    password: string;
    bring?: boolean;
  }

  interface LogLine {
    at: number;
    name: string;
    what: string;
  }

  interface MadeToken {
    token: string;
  }

  interface MeasureInfo {
    name: string;
    handle: string;
    measure: "ban" | "mute";
    until: number | null;
    reason: string;
    at: number;
  }

  interface MeetingReport {
    name: string | null;
    kind: "guest" | "account" | "bot" | "level";
    games: RunningGame[];
    challenges: ChallengeReport[];
    blocked: BlockedPerson[];
  }

  interface MemberInfo {
    number: number;
    name: string;
    joined: number;
    seen: number;
    progress: Achievement[];
  }

  interface MemoryLine {
    line: string;
    wins: number;
    draws: number;
    losses: number;
    blames: number;
  }

  interface MemoryLines {
    lines: MemoryLine[];
  }

  interface MemoryList {
    memories: MemoryReport[];
    may_forget: boolean;
  }

  interface MemoryReport {
    name: string;
    problem: string;
    game: string;
    learner: string;
    changed: number;
    games: number;
    positions: number;
    most: number;
    wins: number;
    draws: number;
    losses: number;
    steps: MemoryStep[];
  }

  interface MemoryStep {
    first: number;
    last: number;
    positions: number;
    wins: number;
    draws: number;
    losses: number;
  }

  interface MoveInfo {
    path: number[];
    captured: number[];
    text: string;
  }

  interface MoveMessage {
    type: "move";
    path: number[];
    version?: number | null;
  }

  interface Naming {
    name: string;
  }

  interface NewAccount {
    name: string;
    password: string;
    email?: string | null;
  }

  interface NewChallenge {
    name?: string | null;
    place?: "link" | "lobby" | "quick";
    opponent?: string | null;
    game?: string | null;
    start?: ChallengeStart | null;
    rules?: string | null;
    clock?: string | null;
    days?: number | null;
    color?: "black" | "white" | "random";
    rated?: boolean;
    delay?: number;
  }

  interface NewClass {
    title: string;
  }

  interface NewEntrant {
    name: string;
    spec: string;
  }

  interface NewGame {
    black?: SeatRequest;
    white?: SeatRequest;
    start?: Start | null;
    game?: string | null;
    rules?: string | null;
    clock?: string | null;
    autoplay?: Autoplay | null;
    rated?: boolean;
  }

  interface NewMeasure {
    name?: string | null;
    report?: number | null;
    game?: string | null;
    color?: "black" | "white" | null;
    address?: boolean;
    measure: "ban" | "mute";
    days?: number | null;
    reason: string;
  }

  interface NewReport {
    game: string;
    reason: "engine" | "abuse" | "name" | "other";
    text?: string;
  }

  interface NewToken {
    title: string;
    scopes: ("read" | "play")[];
    password: string;
  }

  interface NewTournament {
    title: string;
    kind?: "round-robin" | "arena";
    game?: string;
    clock?: string;
    rated?: boolean;
    minutes?: number;
    public?: boolean;
  }

  interface News {
    state: string;
    rate?: number | null;
    left?: number | null;
    workers?: number | null;
    note?: string;
    measured?: number | null;
    run?: number | null;
    games?: LiveBoard[];
  }

  interface NoticeChoice {
    on: boolean;
  }

  interface OfficeReport {
    reports: ReportInfo[];
    measures: MeasureInfo[];
    shared: SharedAddress[];
    log: LogLine[];
  }

  interface OpeningResults {
    opening: string;
    won: number;
    drawn: number;
    lost: number;
  }

  interface Openings {
    count: number;
    listed: number;
    names: string[];
  }

  interface OutcomeInfo {
    result: "1-0" | "0-1" | "1/2-1/2";
    winner: "black" | "white" | null;
    termination: string;
    text: string;
  }

  interface Pairing {
    player: string;
    opponent: string;
    wins: number;
    draws: number;
    losses: number;
  }

  interface PairingReport {
    game: string | null;
    waiting: ChallengeReport | null;
  }

  interface Parameter {
    name: string;
    help: string;
    type: "int" | "float" | "bool" | "str" | "choice";
    default: number | number | boolean | string | null;
    low: number | null;
    high: number | null;
    choices: string[];
  }

  interface PasswordChange {
    old: string;
    new: string;
  }

  interface PersonHere {
    name: string;
    kind: "guest" | "account" | "bot" | "level";
    playing: boolean;
    me: boolean;
  }

  interface PlainMessage {
    type: "undo" | "redo" | "hint" | "pause" | "resume" | "step" | "stop" | "ping" | "decline" | "rematch" | "cancel";
  }

  interface PlayedGame {
    game: string | null;
    variant: string;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    color: "black" | "white";
    rival: Rival;
    result: "won" | "drawn" | "lost";
    rating: number;
    change: number;
    opening: string | null;
    ended: number;
  }

  interface PlyInfo {
    path: number[];
    captured: number[];
    text: string;
    fen: string;
    by: "human" | "ai" | "opening" | "file";
    clock: number | null;
    elapsed: number | null;
    comment: string;
    nags: number[];
  }

  interface PoolRating {
    variant: string;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    rating: number;
    low: number;
    high: number;
    certain: boolean;
    won: number;
    drawn: number;
    lost: number;
  }

  interface PositionMessage {
    fen: string;
    moves?: number[][];
  }

  interface PositionProblem {
    message: string;
    squares: number[];
  }

  interface PositionQuery {
    fen: string;
    path?: number[] | null;
    move?: string | null;
  }

  interface PositionReport {
    fen: string | null;
    problems: PositionProblem[];
    legal: MoveInfo[];
    outcome: OutcomeInfo | null;
  }

  interface PositionRequest {
    fen?: string | null;
    game?: string | null;
    squares?: Record<string, "b" | "w" | "B" | "W"> | null;
    turn?: "black" | "white";
  }

  interface Problem {
    detail: string;
  }

  interface Profile {
    rival: Rival;
    you: boolean;
    since: number | null;
    seen: number | null;
    ratings: PoolRating[];
    curves: Curve[];
    rivals: RivalResults[];
    openings: OpeningResults[];
    games: PlayedGame[];
  }

  interface ProgressOverview {
    puzzles: PuzzleProgress;
    lessons: LessonProgress[];
    lessons_in_all: number;
  }

  interface ProgressReport {
    kind: "lesson" | "puzzles" | "position" | "tour";
    id: string;
    done: number;
    total: number;
  }

  interface PuzzleAnswer {
    step: number;
    path: number[];
  }

  interface PuzzleMenu {
    puzzles: number;
    themes: ThemeCount[];
    solver: SolverReport;
    best: number | null;
    daily: boolean;
  }

  interface PuzzleProgress {
    solver: SolverReport;
    solved: number;
    tried: number;
    curve: RatingPoint[];
    themes: ThemeReport[];
    streak: StreakReport;
    runs: RunResult[];
  }

  interface PuzzleQuery {
    kind?: "endless" | "mistakes" | "daily" | "run";
    theme?: string | null;
    begin?: boolean;
  }

  interface PuzzleResult {
    solved: boolean;
    counted: boolean;
    change: number;
    rating: number;
    themes: string[];
    line: LineMove[];
    after: LineMove[];
    solver: SolverReport;
    run: RunReport | null;
  }

  interface PuzzleTask {
    id: string;
    kind: "endless" | "mistake" | "daily" | "run";
    fen: string;
    turn: "black" | "white";
    legal: MoveInfo[];
    goal: "win" | "draw";
    rating: number;
    rated: boolean;
    solver: SolverReport;
    run: RunReport | null;
  }

  interface RatedInfo {
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    status: "playing" | "counted" | "void";
    black: RatedSide;
    white: RatedSide;
  }

  interface RatedSide {
    rating: number;
    certain: boolean;
    change: number | null;
  }

  interface RatingPoint {
    at: number;
    rating: number;
  }

  interface ReadGame {
    start_fen: string;
    tags: Record<string, string>;
    comment: string;
    result: "1-0" | "0-1" | "1/2-1/2" | "*";
    outcome: OutcomeInfo | null;
    plies: ReadPly[];
  }

  interface ReadPly {
    path: number[];
    captured: number[];
    text: string;
    fen: string;
    comment: string;
    nags: number[];
    variations: ReadPly[][];
  }

  interface ReadRequest {
    text: string;
    index?: number;
  }

  interface Refutation {
    line: LineMove[];
    score: ScoreInfo | null;
  }

  interface ReportInfo {
    id: number;
    author: string;
    about: string;
    game: string;
    game_exists: boolean;
    reason: "engine" | "abuse" | "name" | "other";
    text: string;
    at: number;
  }

  interface Reset {
    name: string;
    code: string;
    password: string;
  }

  interface ResetRequest {
    name: string;
  }

  interface ReviewReport {
    id: string;
    state: "running" | "done" | "failed" | "cancelled";
    message: string;
    done: number;
    total: number;
    depth: string;
    player: string;
    evaluations: (number | null)[];
    plies: JudgedPly[];
    black: SideReport;
    white: SideReport;
  }

  interface ReviewRequest {
    fen: string;
    moves: number[][];
    depth?: "quick" | "normal" | "deep";
  }

  interface Rival {
    name: string;
    link: string | null;
    kind: "account" | "bot" | "level" | "guest" | "gone";
  }

  interface RivalResults {
    rival: Rival;
    won: number;
    drawn: number;
    lost: number;
  }

  interface RuleProfile {
    name: string;
    title: string;
  }

  interface Run {
    id: number;
    name: string;
    kind: string;
    players: string[];
    games: number;
    done: number;
    status: "playing" | "finished" | "stopped" | "failed" | "new";
    message?: string;
    created: number;
    mine: boolean;
    resumable: boolean;
    decided?: string | null;
  }

  interface RunDetail {
    id: number;
    name: string;
    kind: string;
    players: string[];
    games: number;
    done: number;
    status: "playing" | "finished" | "stopped" | "failed" | "new";
    message?: string;
    created: number;
    mine: boolean;
    resumable: boolean;
    decided?: string | null;
    seats: Entrant[];
    rules: string;
    openings: string;
    limit: string;
    adjudication: string;
    seed: number;
    news: News | null;
  }

  interface RunOrder {
    kind?: "match" | "sprt" | "round-robin" | "gauntlet" | "sweep";
    players: SeatOrder[];
    game?: string;
    games?: number;
    limit?: string;
    clock?: string;
    openings?: string;
    rules?: string;
    adjudicate?: string;
    seed?: number;
    name?: string;
    heroes?: number;
    elo0?: number;
    elo1?: number;
    model?: "normalised" | "logistic";
    vary?: string;
    workers?: number;
    fresh?: boolean;
  }

  interface RunReport {
    left: number;
    solved: number;
    wrong: number;
  }

  interface RunResult {
    at: number;
    solved: number;
    wrong: number;
  }

  interface RunTable {
    done: number;
    damaged?: number;
    standings: StandingRow[];
    pairings: Pairing[];
    endings: Record<string, number>;
    plies: number | null;
    history: number[][];
    test: Test | null;
  }

  interface RunningGame {
    id: string;
    color: "black" | "white";
    opponent: string;
    my_turn: boolean;
    game: string;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    rated: boolean;
    fen: string;
    plies: number;
    clock: string | null;
    deadline: number | null;
    updated: number;
  }

  interface ScoreInfo {
    men: number;
    result: -1 | 0 | 1 | null;
    plies: number | null;
    text: string;
  }

  interface SeatInfo {
    kind: "human" | "ai";
    spec: string | null;
    title: string;
    name: string;
    rating: number | null;
  }

  interface SeatOrder {
    spec: string;
    name?: string;
    limit?: string;
  }

  interface SeatRequest {
    kind: "human" | "ai";
    spec?: string | null;
  }

  interface Seats {
    black: SeatInfo;
    white: SeatInfo;
  }

  interface ServerJob {
    id: string;
    kind: string;
    what: string;
    address: string;
  }

  interface SessionInfo {
    id: string;
    browser: string;
    created: number;
    used: number;
    current: boolean;
  }

  interface SharedAddress {
    names: string[];
    games: number;
  }

  interface SharedInfo {
    me: "black" | "white" | null;
    kind: string;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    rated: boolean;
    days: number | null;
    delay: number;
    deadline: number | null;
    can_cancel: boolean;
    can_take_back: boolean;
    takeback: "black" | "white" | null;
    rematch: "black" | "white" | null;
    next: string | null;
    tournament: string | null;
    present: SidesHere;
    watchers: number;
    claim_at: SideTimes;
  }

  interface SideReport {
    moves: number;
    inaccuracies: number;
    mistakes: number;
    blunders: number;
    shots: number;
    average_loss: number | null;
    accuracy: number | null;
  }

  interface SideTimes {
    black: number | null;
    white: number | null;
  }

  interface SidesHere {
    black: boolean;
    white: boolean;
  }

  interface SolutionReport {
    text: string;
    path: number[] | null;
    squares: number[] | null;
    result: "win" | "draw" | "loss" | null;
  }

  interface SolverReport {
    rating: number;
    deviation: number;
    attempts: number;
    due: number;
  }

  interface SpeedMessage {
    type: "speed";
    delay: number;
  }

  interface StandingRow {
    name: string;
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number;
    score_low: number;
    score_high: number;
    rating: number | null;
    low: number | null;
    high: number | null;
    los: number | null;
    forfeits: number;
  }

  interface Start {
    fen?: string | null;
    opening?: number | string | null;
    import?: ImportStart | null;
  }

  interface State {
    id: string;
    version: number;
    owner: boolean;
    fen: string;
    start_fen: string;
    previous_fen: string | null;
    turn: "black" | "white";
    plies: PlyInfo[];
    legal: MoveInfo[];
    must_capture: boolean;
    outcome: OutcomeInfo | null;
    players: Seats;
    clock: ClockInfo | null;
    can_undo: boolean;
    can_redo: boolean;
    paused: boolean;
    autoplay: Autoplay | null;
    rules: string;
    opening: string | null;
    thinking: Thinking | null;
    draw_offer: "black" | "white" | null;
    rated: RatedInfo | null;
    created: number;
    updated: number;
    shared: SharedInfo | null;
  }

  interface StatusReport {
    ready: boolean;
    core: boolean;
    done: number;
    total: number;
    current: string;
    message: string;
    failed: string[];
  }

  interface StepsRequest {
    position: PositionMessage;
    player: string;
    done?: number;
    count?: number;
    detailed?: boolean;
  }

  interface Stopped {
    stopped: string[];
  }

  interface StreakReport {
    days: number;
    longest: number;
    today: number;
  }

  interface Term {
    name: string;
    about: "search" | "checkers" | "both";
    text: string;
    also: string[];
    see: string | null;
    common: boolean;
  }

  interface Test {
    llr: number;
    lower: number;
    upper: number;
    decision: string | null;
    elo0: number;
    elo1: number;
    model: string;
  }

  interface ThemeCount {
    name: string;
    puzzles: number;
  }

  interface ThemeReport {
    name: string;
    solved: number;
    tried: number;
  }

  interface Thinking {
    phase: "preparing" | "queued" | "searching" | "waiting";
    color: "black" | "white";
    player: string;
    depth: number;
    iterations: number;
    nodes: number;
    rate: number;
    time: number;
    move: string | null;
    value: number | null;
    lines: ThinkingLine[];
    info?: Record<string, unknown> | null;
  }

  interface ThinkingLine {
    text: string;
    value: number | null;
    visits: number;
    score: ScoreInfo | null;
  }

  interface TokenInfo {
    id: string;
    title: string;
    scopes: ("read" | "play")[];
    created: number;
    used: number | null;
  }

  interface Told {
    message: string;
  }

  interface TourBar {
    label: string;
    value: number;
    text: string;
    best: boolean;
    low?: number | null;
    high?: number | null;
  }

  interface TourBars {
    caption: string;
    bars: TourBar[];
    most: number;
    unit: string;
  }

  interface TourBoard {
    fen: string;
    last: number[];
    arrows: number[][];
  }

  interface TourChoice {
    text: string;
    node: number | null;
  }

  interface TourList {
    tours: TourSummary[];
  }

  interface TourLook {
    mode: "trace" | "steps";
    at: string;
  }

  interface TourNode {
    id: number;
    parent: number | null;
    label: string;
    shape: "max" | "min" | "leaf";
    state: "ahead" | "open" | "now" | "done" | "new" | "cut";
    fen: string;
    path: number[];
    value?: string;
    under?: string;
    best?: boolean;
  }

  interface TourReport {
    name: string;
    title: string;
    summary: string;
    steps: TourStep[];
  }

  interface TourStep {
    title: string;
    text: string;
    view: TourView;
    after: TourView | null;
    prompt: string;
    choices: TourChoice[];
    answer: number;
    right: string;
    wrong: string;
    fen: string;
    player: string;
    look: TourLook | null;
  }

  interface TourSummary {
    name: string;
    title: string;
    summary: string;
    steps: number;
  }

  interface TourTable {
    caption: string;
    head: string[];
    rows: string[][];
    mark: number | null;
  }

  interface TourTree {
    caption: string;
    nodes: TourNode[];
    pruned: boolean;
  }

  interface TourView {
    board: TourBoard;
    trees?: TourTree[];
    table?: TourTable | null;
    bars?: TourBars | null;
  }

  interface TournamentGame {
    id: string;
    black: string;
    white: string;
    result: "1-0" | "0-1" | "1/2-1/2" | "*";
    mine: boolean;
  }

  interface TournamentPlayer {
    name: string;
    points: number;
    played: number;
    won: number;
    here: boolean;
    away: boolean;
    me: boolean;
  }

  interface TournamentReport {
    id: string;
    title: string;
    kind: "round-robin" | "arena";
    game: string;
    game_title: string;
    clock: string;
    rated: boolean;
    minutes: number;
    owner: boolean;
    joined: boolean;
    started: number | null;
    ended: number | null;
    until: number | null;
    round: number;
    rounds: number;
    players: TournamentPlayer[];
    games: TournamentGame[];
  }

  interface TraceRequest {
    position: PositionMessage;
    player: string;
  }

  interface TreePly {
    path: number[];
    comment?: string;
    nags?: number[];
    variations?: TreePly[][];
  }

  interface Unlocking {
    code: string;
  }

  interface VoidGame {
    game: string;
    reason: string;
  }

  interface WatchMessage {
    type: "watch";
    on: boolean;
  }

  interface WatchableGame {
    id: string;
    black: string;
    white: string;
    black_rating: number | null;
    white_rating: number | null;
    game: string;
    title: string;
    speed: "bullet" | "blitz" | "rapid" | "correspondence";
    rated: boolean;
    fen: string;
    plies: number;
    watchers: number | null;
  }

  interface Workers {
    workers?: number;
  }

  /** What GET answers, by address. */
  type Get<P> =
    P extends `/api/arena/runs/${string}/games/${string}` ? ArenaGame :
    P extends `/api/learn/lessons/${string}/${string}/solution` ? SolutionReport :
    P extends `/api/arena/runs/${string}/games` | `/api/arena/runs/${string}/games?${string}` ? Games :
    P extends `/api/arena/runs/${string}/table` ? RunTable :
    P extends `/api/learn/drills/${string}/${string}` ? DrillPosition :
    P extends `/api/arena/experiments/${string}` ? ExperimentResult :
    P extends `/api/arena/runs/${string}` ? RunDetail :
    P extends `/api/explorer/games/${string}` ? GameText :
    P extends `/api/lab/tours/${string}` ? TourReport :
    P extends `/api/learn/lessons/${string}` ? LessonReport :
    P extends `/api/people/challenges/${string}` ? ChallengeReport :
    P extends `/api/explorer/games` | `/api/explorer/games?${string}` ? ExplorerGames :
    P extends `/api/lab/glossary` ? Glossary :
    P extends `/api/lab/tours` ? TourList :
    P extends `/api/ladder/entrants` ? EntrantList :
    P extends `/api/learn/course` ? CourseReport :
    P extends `/api/learn/drills` ? DrillList :
    P extends `/api/people/lobby` ? LobbyReport :
    P extends `/api/people/me` ? MeetingReport :
    P extends `/api/classes/${string}` ? ClassReport :
    P extends `/api/games/${string}` ? State :
    P extends `/api/memories/${string}` ? MemoryLines :
    P extends `/api/profiles/${string}` ? Profile :
    P extends `/api/reviews/${string}` ? ReviewReport :
    P extends `/api/tournaments/${string}` ? TournamentReport :
    P extends `/api/account` ? AccountReport :
    P extends `/api/admin` ? OfficeReport :
    P extends `/api/arena` ? Arena :
    P extends `/api/bot` ? BotReport :
    P extends `/api/classes` ? ClassList :
    P extends `/api/config` ? Config :
    P extends `/api/endgame` | `/api/endgame?${string}` ? EndgameReport :
    P extends `/api/explain` | `/api/explain?${string}` ? ExplanationReport :
    P extends `/api/explorer` | `/api/explorer?${string}` ? ExplorerReport :
    P extends `/api/games` | `/api/games?${string}` ? GameList :
    P extends `/api/health` ? Health :
    P extends `/api/jobs` ? Jobs :
    P extends `/api/ladder` ? LadderTable :
    P extends `/api/leaders` | `/api/leaders?${string}` ? LeaderBoard :
    P extends `/api/memories` ? MemoryList :
    P extends `/api/profile` ? Profile :
    P extends `/api/progress` ? ProgressOverview :
    P extends `/api/puzzles` ? PuzzleMenu :
    P extends `/api/status` ? StatusReport :
    unknown;

  /** What POST answers, by address. */
  type Post<P> =
    P extends `/api/arena/experiments/${string}/resume` ? ExperimentResult :
    P extends `/api/arena/experiments/${string}/stop` ? ExperimentResult :
    P extends `/api/arena/runs/${string}/resume` ? RunDetail :
    P extends `/api/arena/runs/${string}/stop` ? RunDetail :
    P extends `/api/learn/lessons/${string}/${string}` ? AnswerReport :
    P extends `/api/people/challenges/${string}/accept` ? BegunGame :
    P extends `/api/account/reset/complete` ? AccountReport :
    P extends `/api/people/me/name` ? MeetingReport :
    P extends `/api/bot/games/${string}` ? State :
    P extends `/api/classes/${string}/assignments` ? ClassReport :
    P extends `/api/classes/${string}/join` ? ClassReport :
    P extends `/api/classes/${string}/progress` ? Counted :
    P extends `/api/learn/drills/${string}` ? DrillReport :
    P extends `/api/people/games/${string}` ? State :
    P extends `/api/puzzles/${string}/answer` ? AnswerVerdict :
    P extends `/api/puzzles/${string}/refutation` ? Refutation :
    P extends `/api/puzzles/${string}/solution` ? PuzzleResult :
    P extends `/api/tournaments/${string}/end` ? TournamentReport :
    P extends `/api/tournaments/${string}/join` ? TournamentReport :
    P extends `/api/tournaments/${string}/leave` ? TournamentReport :
    P extends `/api/tournaments/${string}/start` ? TournamentReport :
    P extends `/api/account/email` ? AccountReport :
    P extends `/api/account/login` ? AccountReport :
    P extends `/api/account/notices` ? AccountReport :
    P extends `/api/account/password` ? AccountReport :
    P extends `/api/account/reset` ? Told :
    P extends `/api/account/tokens` ? MadeToken :
    P extends `/api/analysis/position` ? AnalysedPosition :
    P extends `/api/analysis/read` ? ReadGame :
    P extends `/api/analysis/write` ? AnnotatedText :
    P extends `/api/arena/experiments` ? Begun :
    P extends `/api/arena/runs` ? Begun :
    P extends `/api/bot/ladder` ? State :
    P extends `/api/coach/move` ? CoachReport :
    P extends `/api/ladder/entrants` ? EntrantList :
    P extends `/api/ladder/estimate` ? Estimate :
    P extends `/api/people/challenges` ? ChallengeReport :
    P extends `/api/people/pairing` ? PairingReport :
    P extends `/api/puzzles/next` ? PuzzleTask :
    P extends `/api/account` ? AccountReport :
    P extends `/api/classes` ? ClassReport :
    P extends `/api/games` ? State :
    P extends `/api/import` ? ImportReport :
    P extends `/api/position` ? PositionReport :
    P extends `/api/reviews` ? ReviewReport :
    P extends `/api/tournaments` ? TournamentReport :
    unknown;

  /** What DELETE answers, by address. */
  type Delete<P> =
    P extends `/api/classes/${string}/assignments/${string}/${string}` ? ClassReport :
    P extends `/api/classes/${string}/members/${string}` ? ClassReport :
    P extends `/api/jobs/${string}` ? Stopped :
    P extends `/api/reviews/${string}` ? ReviewReport :
    P extends `/api/jobs` ? Stopped :
    unknown;
}
