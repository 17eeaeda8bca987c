// Perft by the move generator of Scan (github.com/rhalbersma/scan), for bench/variants.py --scan.
// Compiled beside Scan's own sources, of which nothing is kept here. Its lists are made whole at the last ply, too, and
// counted without making the moves.

#include <cstdint>

#include "bit.hpp"
#include "common.hpp"
#include "gen.hpp"
#include "hash.hpp"
#include "list.hpp"
#include "move.hpp"
#include "pos.hpp"
#include "var.hpp"

static int64_t count(const Pos & position, int depth) {
   List moves;
   gen_moves(moves, position);
   if (depth == 1) return moves.size();
   int64_t leaves = 0;
   for (int index = 0; index < moves.size(); index++) leaves += count(position.succ(moves.move(index)), depth - 1);
   return leaves;
}

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void scan_init() {
   bit::init();
   hash::init();
   pos::init();
   var::init();
   bit::init(); // it depends on the variant, as in Scan's own main
}

EXPORTED int64_t scan_perft(int depth) { return count(pos::Start, depth); }
