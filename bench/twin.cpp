// The C++ twin of KingMe's kernels: the same algorithms as core/moves.py, core/perft.py, core/random.py and
// core/playout.py, line by line, so that a comparison of the two measures the compilers and nothing else.
//
// It is built by bench/common.py as a shared library and called through ctypes. See the Python files for the ideas.

#include <cstdint>

typedef uint64_t u64;

static const u64 UNUSED = (1ULL << 8) | (1ULL << 17) | (1ULL << 26);
static const u64 BOARD = ((1ULL << 35) - 1) & ~UNUSED;
static const u64 BOTTOM_ROW = 0xFULL << 31;
static const int CROWN_SHIFT = 31;
static const int CAPTURED_SHIFT = 12;
static const u64 SQUARE_MASK = 63;
static const int MAX_MOVES = 256;

static inline int lowest(u64 x) { return __builtin_ctzll(x); }
static inline int popcount(u64 x) { return __builtin_popcountll(x); }

struct Position {
    u64 own, opp, kings;
    u64 turn;  // 0 Black, 1 White
};

// ---------------------------------------------------------------------------------------------------- core/moves.py

static inline u64 jumpers_of(u64 down, u64 up, u64 opp, u64 empty) {
    return (down & (opp >> 4) & (empty >> 8)) | (down & (opp >> 5) & (empty >> 10)) |
           (up & (opp << 4) & (empty << 8)) | (up & (opp << 5) & (empty << 10));
}

template <int STEP>
static inline int first_jumps(u64 jumpers, u64* moves, int end) {
    while (jumpers) {
        u64 start = lowest(jumpers);
        jumpers &= jumpers - 1;
        moves[end++] = (1ULL << (start + STEP + CAPTURED_SHIFT)) | ((start + 2 * STEP) << 6) | start;
    }
    return end;
}

static int jumps(u64 own, u64 opp, u64 kings, u64 turn, u64* moves) {
    u64 down = own & (kings | (turn - 1));
    u64 up = own & (kings | (0 - turn));
    u64 empty = BOARD & ~(own | opp);
    int end = 0;
    end = first_jumps<4>(down & (opp >> 4) & (empty >> 8), moves, end);
    end = first_jumps<5>(down & (opp >> 5) & (empty >> 10), moves, end);
    end = first_jumps<-5>(up & (opp << 5) & (empty << 10), moves, end);
    end = first_jumps<-4>(up & (opp << 4) & (empty << 8), moves, end);

    int index = 0;
    while (index < end) {
        u64 move = moves[index];
        u64 origin = 1ULL << (move & SQUARE_MASK);
        u64 piece = 1ULL << ((move >> 6) & SQUARE_MASK);
        u64 foes = opp & ~(move >> CAPTURED_SHIFT);
        u64 free = empty | origin;
        u64 goes_down = 0 - (u64)((down & origin) != 0);
        u64 goes_up = 0 - (u64)((up & origin) != 0);
        u64 left = ((((piece << 4) & foes) << 4) & free) & goes_down;
        u64 right = ((((piece << 5) & foes) << 5) & free) & goes_down;
        u64 back_left = ((((piece >> 5) & foes) >> 5) & free) & goes_up;
        u64 back_right = ((((piece >> 4) & foes) >> 4) & free) & goes_up;
        if (left | right | back_left | back_right) {
            u64 trunk = move & ~(SQUARE_MASK << 6);
            int slot = index;
            if (left) {
                moves[slot] = trunk | ((left >> 4) << CAPTURED_SHIFT) | ((u64)lowest(left) << 6);
                slot = end;
            }
            if (right) {
                moves[slot] = trunk | ((right >> 5) << CAPTURED_SHIFT) | ((u64)lowest(right) << 6);
                end += slot == end;
                slot = end;
            }
            if (back_left) {
                moves[slot] = trunk | ((back_left << 5) << CAPTURED_SHIFT) | ((u64)lowest(back_left) << 6);
                end += slot == end;
                slot = end;
            }
            if (back_right) {
                moves[slot] = trunk | ((back_right << 4) << CAPTURED_SHIFT) | ((u64)lowest(back_right) << 6);
                end += slot == end;
            }
        } else {
            index++;
        }
    }
    return end;
}

template <int STEP>
static inline int slides(u64 movers, u64* moves, int end) {
    while (movers) {
        u64 start = lowest(movers);
        movers &= movers - 1;
        moves[end++] = ((start + STEP) << 6) | start;
    }
    return end;
}

static inline int generate(u64 own, u64 opp, u64 kings, u64 turn, u64* moves) {
    u64 down = own & (kings | (turn - 1));
    u64 up = own & (kings | (0 - turn));
    u64 empty = BOARD & ~(own | opp);
    if (jumpers_of(down, up, opp, empty)) return jumps(own, opp, kings, turn, moves);
    int end = 0;
    end = slides<4>(down & (empty >> 4), moves, end);
    end = slides<5>(down & (empty >> 5), moves, end);
    end = slides<-5>(up & (empty << 5), moves, end);
    end = slides<-4>(up & (empty << 4), moves, end);
    return end;
}

static inline int count_moves(u64 own, u64 opp, u64 kings, u64 turn, u64* moves) {
    u64 down = own & (kings | (turn - 1));
    u64 up = own & (kings | (0 - turn));
    u64 empty = BOARD & ~(own | opp);
    if (jumpers_of(down, up, opp, empty)) return jumps(own, opp, kings, turn, moves);
    return popcount(down & (empty >> 4)) + popcount(down & (empty >> 5)) + popcount(up & (empty << 5)) +
           popcount(up & (empty << 4));
}

static inline bool can_move(u64 own, u64 opp, u64 kings, u64 turn) {
    u64 down = own & (kings | (turn - 1));
    u64 up = own & (kings | (0 - turn));
    u64 empty = BOARD & ~(own | opp);
    u64 quiet = (down & ((empty >> 4) | (empty >> 5))) | (up & ((empty << 4) | (empty << 5)));
    return (quiet | jumpers_of(down, up, opp, empty)) != 0;
}

static inline Position apply(u64 own, u64 opp, u64 kings, u64 turn, u64 move) {
    u64 start = move & SQUARE_MASK;
    u64 end = (move >> 6) & SQUARE_MASK;
    u64 captured = move >> CAPTURED_SHIFT;
    u64 origin = 1ULL << start;
    u64 target = 1ULL << end;
    u64 crowned = target & (BOTTOM_ROW >> (CROWN_SHIFT * turn));
    u64 still_king = ((kings >> start) & 1) << end;
    return {opp & ~captured, (own & ~origin) | target, (kings & ~(origin | captured)) | still_king | crowned, 1 - turn};
}

// ---------------------------------------------------------------------------------------------------- core/perft.py

static int64_t count_leaves(u64 own, u64 opp, u64 kings, u64 turn, int depth, u64* moves) {
    if (depth == 1) return count_moves(own, opp, kings, turn, moves);
    u64* end = moves + generate(own, opp, kings, turn, moves);
    int64_t total = 0;
    if (depth == 2) {  // g++ does better with the test outside the loop, LLVM moves it there by itself
        for (u64* move = moves; move < end; move++) {
            Position next = apply(own, opp, kings, turn, *move);
            total += count_moves(next.own, next.opp, next.kings, next.turn, end);
        }
    } else {
        for (u64* move = moves; move < end; move++) {
            Position next = apply(own, opp, kings, turn, *move);
            total += count_leaves(next.own, next.opp, next.kings, next.turn, depth - 1, end);
        }
    }
    return total;
}

// ------------------------------------------------------------------------------- core/random.py and core/playout.py

static inline u64 advance(u64 state, u64 increment) { return state * 6364136223846793005ULL + increment; }

static inline uint32_t output(u64 state) {
    uint32_t word = (uint32_t)(((state >> 18) ^ state) >> 27);
    uint32_t rotation = state >> 59;
    return (word >> rotation) | (word << ((0 - rotation) & 31));
}

static inline int scale(u64 bits, u64 n) { return (int)((bits * n) >> 32); }

static inline u64 pick_bit(u64 bits, int k) {
    for (int i = 0; i < 3; i++) bits = k > i ? bits & (bits - 1) : bits;
    for (; k > 3; k--) bits &= bits - 1;
    return bits & (0 - bits);
}

struct Step {
    u64 origin, target, captured;
};

static inline Step random_move(u64 own, u64 opp, u64 kings, u64 turn, u64 bits, u64* moves) {
    u64 down = own & (kings | (turn - 1));
    u64 up = own & (kings | (0 - turn));
    u64 empty = BOARD & ~(own | opp);

    u64 jump1 = down & (opp >> 4) & (empty >> 8);
    u64 jump2 = down & (opp >> 5) & (empty >> 10);
    u64 jump3 = up & (opp << 5) & (empty << 10);
    u64 jump4 = up & (opp << 4) & (empty << 8);
    u64 origin = jump1 | jump2 | jump3 | jump4;
    if (origin) {
        u64 captured = (jump1 << 4) | (jump2 << 5) | (jump3 >> 5) | (jump4 >> 4);
        u64 target = (jump1 << 8) | (jump2 << 10) | (jump3 >> 10) | (jump4 >> 8);
        if (((origin & (origin - 1)) | (target & (target - 1))) == 0) {
            u64 foes = opp & ~captured;
            u64 onward = 0;
            if (down & origin) onward = (((target << 4) & foes) << 4) | (((target << 5) & foes) << 5);
            if (up & origin) onward |= (((target >> 4) & foes) >> 4) | (((target >> 5) & foes) >> 5);
            if ((onward & (empty | origin)) == 0) return {origin, target, captured};
        }
        u64 move = moves[scale(bits, jumps(own, opp, kings, turn, moves))];
        return {1ULL << (move & SQUARE_MASK), 1ULL << ((move >> 6) & SQUARE_MASK), move >> CAPTURED_SHIFT};
    }

    u64 movers = down & (empty >> 4);
    u64 movers2 = down & (empty >> 5);
    u64 movers3 = up & (empty << 5);
    u64 movers4 = up & (empty << 4);
    int before2 = popcount(movers);
    int before3 = before2 + popcount(movers2);
    int before4 = before3 + popcount(movers3);
    int count = before4 + popcount(movers4);
    if (count == 0) return {0, 0, 0};
    int k = scale(bits, count);
    int before = 0, left = 4, right = 0;
    if (k >= before2) movers = movers2, before = before2, left = 5;
    if (k >= before3) movers = movers3, before = before3, left = 0, right = 5;
    if (k >= before4) movers = movers4, before = before4, right = 4;
    origin = pick_bit(movers, k - before);
    return {origin, (origin << left) >> right, 0};
}

static inline void random_game(Position at, int64_t quiet_limit, u64* rng, u64* moves, int64_t* tally) {
    u64 state = rng[0], increment = rng[1];
    int64_t score = -1, plies = 0, quiet = 0;
    while (quiet < quiet_limit) {
        Step step = random_move(at.own, at.opp, at.kings, at.turn, output(state), moves);
        if (step.origin == 0) break;
        state = advance(state, increment);
        quiet = (quiet + 1) * ((at.kings & step.origin) != 0) * (step.captured == 0);
        u64 still_king = step.target & (0 - (u64)((at.kings & step.origin) != 0));
        u64 crowned = step.target & (BOTTOM_ROW >> (CROWN_SHIFT * at.turn));
        at = {at.opp & ~step.captured, (at.own & ~step.origin) | step.target,
              (at.kings & ~(step.origin | step.captured)) | still_king | crowned, 1 - at.turn};
        score = -score;
        plies++;
    }
    rng[0] = state;
    if (quiet >= quiet_limit && can_move(at.own, at.opp, at.kings, at.turn)) score = 0;
    tally[1 - score]++;
    tally[3] += plies;
}

// ----------------------------------------------------------------------------------------------------- entry points

extern "C" int64_t twin_perft(u64 own, u64 opp, u64 kings, u64 turn, int depth) {
    u64 moves[32 * MAX_MOVES];
    return count_leaves(own, opp, kings, turn, depth, moves);
}

extern "C" void twin_random_games(u64 own, u64 opp, u64 kings, u64 turn, int64_t quiet_limit, int64_t count, u64* rng,
                                  int64_t* tally) {
    u64 moves[MAX_MOVES];
    for (int64_t i = 0; i < count; i++) random_game({own, opp, kings, turn}, quiet_limit, rng, moves, tally);
}
