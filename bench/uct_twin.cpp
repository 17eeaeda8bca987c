// The C++ twin of players/tree.py: UCT that opens one child in each simulation and plays uniformly random games to the end.
//
// It is the same algorithm on the same arrays, it draws the same random numbers in the same order, and so it must grow the same
// tree, visit for visit: bench/players.py asserts that before it compares the speeds. See the Python file for the ideas.
// A product and a sum are not to be fused: one rounding less, and a near tie between two children could fall the other way.

#pragma GCC optimize("fp-contract=off")

#include <cmath>
#include <vector>

#include "twin.cpp"

static const int MAX_DEPTH = 256;
static const int LEAF = -1, NO_MOVE = -2, DRAW_HERE = -3;
static const int64_t QUIET_LIMIT = 80;

struct Random {
    u64 state, increment;
    uint32_t next() {
        uint32_t bits = output(state);
        state = advance(state, increment);
        return bits;
    }
    int below(int n) { return scale(next(), n); }
};

struct Path {
    int64_t node[MAX_DEPTH], quiet[MAX_DEPTH];
    u64 own[MAX_DEPTH], opp[MAX_DEPTH], kings[MAX_DEPTH], hash[MAX_DEPTH];
};

struct Search {
    std::vector<u64> move;
    std::vector<double> value;
    std::vector<int32_t> visits, first;
    std::vector<int16_t> count, opened;
    int64_t used = 0;
    Path path;
    Random random;
    const u64* piece_keys;
    u64 turn_key;
    u64 side;
    double c;
    u64 moves[MAX_MOVES];
    int64_t outcomes[3] = {0, 0, 0};

    void reserve(size_t capacity) {
        move.resize(capacity), value.resize(capacity), visits.resize(capacity), first.resize(capacity);
        count.resize(capacity), opened.resize(capacity);
    }

    void write_child(int64_t child, u64 number) {
        move[child] = number, value[child] = 0, visits[child] = 0, first[child] = LEAF, count[child] = opened[child] = 0;
    }

    void arrange(int n) {
        for (int i = n - 1; i > 0; i--) {
            int j = random.below(i + 1);
            u64 kept = moves[i];
            moves[i] = moves[j], moves[j] = kept;
        }
    }

    void add_block(int64_t node, int n) {
        if (used + n > (int64_t)move.size()) reserve(2 * move.size());
        arrange(n);
        for (int i = 0; i < n; i++) write_child(used + i, moves[i]);
        count[node] = n, opened[node] = 0, first[node] = used;
        used += n;
    }

    u64 key(u64 color, u64 king, u64 bit) const { return piece_keys[35 * (2 * color + king) + bit]; }

    u64 hash_after(u64 value, u64 kings, u64 turn, u64 move) const {
        u64 start = move & SQUARE_MASK, end = (move >> 6) & SQUARE_MASK, captured = move >> CAPTURED_SHIFT;
        u64 king = (kings >> start) & 1, crowned = ((BOTTOM_ROW >> (CROWN_SHIFT * turn)) >> end) & 1;
        value ^= turn_key ^ key(turn, king, start) ^ key(turn, king | crowned, end);
        for (; captured; captured &= captured - 1) {
            u64 bit = lowest(captured);
            value ^= key(1 - turn, (kings >> bit) & 1, bit);
        }
        return value;
    }

    int64_t best_child(int64_t node) const {
        int64_t from = first[node], best = from;
        int64_t parent_visits = visits[node] > 1 ? visits[node] : 1;
        double best_score = -1;
        for (int64_t child = from; child < from + opened[node]; child++) {
            if (visits[child] == 0) return child;
            double score = value[child] / visits[child] + c * std::sqrt(std::log((double)parent_visits) / visits[child]);
            if (score > best_score) best_score = score, best = child;
        }
        return best;
    }

    int judge(int depth) const {
        if (!can_move(path.own[depth], path.opp[depth], path.kings[depth], (side + depth) & 1)) return NO_MOVE;
        int64_t quiet = path.quiet[depth];
        if (quiet >= QUIET_LIMIT) return DRAW_HERE;
        for (int64_t earlier = depth - 4; earlier >= (depth > quiet ? depth - quiet : 0); earlier -= 2)
            if (path.hash[earlier] == path.hash[depth]) return DRAW_HERE;
        return LEAF;
    }

    void descend(int depth, int64_t child) {
        u64 turn = (side + depth) & 1, number = move[child], kings = path.kings[depth];
        bool quiet = number < (1ULL << CAPTURED_SHIFT) && (kings >> (number & SQUARE_MASK)) & 1;
        path.quiet[depth + 1] = (path.quiet[depth] + 1) * quiet;
        path.hash[depth + 1] = hash_after(path.hash[depth], kings, turn, number);
        Position next = apply(path.own[depth], path.opp[depth], kings, turn, number);
        path.own[depth + 1] = next.own, path.opp[depth + 1] = next.opp, path.kings[depth + 1] = next.kings;
        path.node[depth + 1] = child;
        if (visits[child] == 0) first[child] = judge(depth + 1);
    }

    int select() {
        int depth = 0;
        while (true) {
            int64_t node = path.node[depth];
            if (first[node] < 0 || opened[node] < count[node]) return depth;
            descend(depth, best_child(node));
            depth++;
        }
    }

    int expand(int depth) {
        int64_t node = path.node[depth];
        if (first[node] == NO_MOVE || first[node] == DRAW_HERE) return depth;
        if (first[node] == LEAF) {
            if (depth >= MAX_DEPTH - 2 || visits[node] == 0) return depth;
            u64 turn = (side + depth) & 1;
            int n = generate(path.own[depth], path.opp[depth], path.kings[depth], turn, moves);
            if (moves[0] >> CAPTURED_SHIFT) {
                int kept = 0;
                for (int i = 0; i < n; i++) {
                    bool is_new = true;
                    for (int j = 0; j < kept; j++) is_new = is_new && moves[j] != moves[i];
                    if (is_new) moves[kept++] = moves[i];
                }
                n = kept;
            }
            add_block(node, n);
        }
        opened[node]++;
        descend(depth, first[node] + opened[node] - 1);
        return depth + 1;
    }

    double simulate(int depth) {
        int state = first[path.node[depth]];
        u64 turn = (side + depth) & 1;
        if (state == NO_MOVE) return turn == side ? 0.0 : 1.0;
        if (state == DRAW_HERE) return 0.5;
        Position at = {path.own[depth], path.opp[depth], path.kings[depth], turn};
        int64_t quiet = path.quiet[depth];
        u64 current = random.state, increment = random.increment;
        bool lost = false;
        while (quiet < QUIET_LIMIT) {
            Step step = random_move(at.own, at.opp, at.kings, at.turn, output(current), moves);
            if (step.origin == 0) {
                lost = true;
                break;
            }
            current = advance(current, increment);
            quiet = (quiet + 1) * ((at.kings & step.origin) != 0) * (step.captured == 0);
            u64 still_king = step.target & (0 - (u64)((at.kings & step.origin) != 0));
            u64 crowned = step.target & (BOTTOM_ROW >> (CROWN_SHIFT * at.turn));
            at = {at.opp & ~step.captured, (at.own & ~step.origin) | step.target,
                  (at.kings & ~(step.origin | step.captured)) | still_king | crowned, 1 - at.turn};
        }
        random.state = current;
        lost = lost || !can_move(at.own, at.opp, at.kings, at.turn);
        return lost ? (at.turn == side ? 0.0 : 1.0) : 0.5;
    }

    void back_up(int depth, double result) {
        for (int level = depth; level >= 0; level--) {
            int64_t node = path.node[level];
            visits[node]++;
            value[node] += level & 1 ? result : 1.0 - result;
        }
    }
};

// Visits and value of each of the root's children, in the order of the tree, go to `root_visits` and `root_values`, the
// results of the simulations to `outcomes`, the generator's last state to `rng`; returns the number of nodes.
extern "C" int64_t twin_uct(u64 own, u64 opp, u64 kings, u64 turn, u64 hash, double c, int64_t simulations, u64* rng,
                            const u64* piece_keys, u64 turn_key, int64_t* root_visits, double* root_values,
                            int64_t* outcomes) {
    Search search;
    search.reserve(1024);
    search.random = {rng[0], rng[1]};
    search.piece_keys = piece_keys, search.turn_key = turn_key, search.side = turn, search.c = c;
    search.path.node[0] = 0, search.path.quiet[0] = 0;
    search.path.own[0] = own, search.path.opp[0] = opp, search.path.kings[0] = kings, search.path.hash[0] = hash;
    search.write_child(0, 0);
    search.used = 1;
    search.add_block(0, generate(own, opp, kings, turn, search.moves));
    for (int64_t i = 0; i < simulations; i++) {
        int depth = search.expand(search.select());
        double result = search.simulate(depth);
        search.back_up(depth, result);
        search.outcomes[(int)(2 * result + 0.5)]++;
    }
    for (int i = 0; i < search.count[0]; i++) {
        root_visits[i] = search.visits[search.first[0] + i];
        root_values[i] = search.value[search.first[0] + i];
    }
    for (int i = 0; i < 3; i++) outcomes[i] = search.outcomes[i];
    rng[0] = search.random.state;
    return search.used;
}
