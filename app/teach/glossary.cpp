// Words as the stages and numbers of the lessons use them.
#include "app/teach/glossary.h"

#include "app/teach/layout.h"

namespace app {
namespace {

constexpr GlossaryWord kWords[] = {
    {"atomic",
     "an addition in memory that no other thread can interrupt; threads that add to one word wait for each other"},
    {"bank",
     "shared memory has 32 banks, word i in bank i mod 32; threads of a warp that want different words of one "
     "bank wait for each other"},
    {"barrier", "a point that no thread of a block passes before all of them have reached it"},
    {"bin", "all pairs with the same digit; also their counter in a histogram. See bucket"},
    {"bitonic",
     "first ascending, then descending, or the other way round; a bitonic network merges such keys"},
    {"block", "a group of threads that share memory and barriers; it usually sorts one tile"},
    {"broad phase",
     "finds the pairs of bodies whose boxes overlap, so that only these are looked at closely"},
    {"bucket", "all pairs whose keys lie between two splitters. See bin"},
    {"candidate", "a pair of bodies whose grown boxes overlap: the narrow phase looks at it closely"},
    {"cell",
     "a square, in space a cube, of the finest grid over all bodies; its number on each axis makes the Morton key"},
    {"centre of mass", "the mean place of bodies, each counted by its mass"},
    {"coalescing", "neighbouring threads access neighbouring words, so that a warp needs few sectors"},
    {"colour",
     "of pairs of bodies: those of one colour have no moving body in common, so they can be solved at the same time"},
    {"comparator", "two wires of a network: the smaller key goes to one, the larger to the other"},
    {"counter", "a number that counts keys of one digit: a word, or a part of one (see packed counters)"},
    {"descent", "a key that is greater than the next. Keys without descents are in order"},
    {"digit", "a few bits of a key, those that a pass sorts by"},
    {"displacement", "how many places a pair is from the one where it belongs"},
    {"exchange",
     "pairs of a tile are put in order of the digit in shared memory before they are written, so "
     "that neighbouring threads write neighbouring words. Said in full: the exchange in the tile"},
    {"gate", "a word in device memory: if it is 0, the kernels behind it do nothing"},
    {"global memory", "the memory of the whole GPU: large, and slow beside shared memory"},
    {"grid barrier",
     "a point that no block passes before all blocks have reached it; there is one between two launches"},
    {"halo", "the places on either side of a tile that a window adds to it"},
    {"histogram", "how many keys have each digit: one counter per bin"},
    {"impulse", "a force for a short time: it changes a speed at once, by impulse / mass"},
    {"kernel", "a function that runs on the GPU, started once for many threads"},
    {"key", "the number that is sorted by"},
    {"lane", "a thread by its place in its warp, 0 to 31"},
    {"launch",
     "the start of a kernel by the program, for all its blocks; the next one waits until they have ended"},
    {"leaf", "a node of few bodies, which are summed one by one if it is opened"},
    {"look-back",
     "a tile adds the counts that the tiles before it have published, back to one whose sum is "
     "complete"},
    {"margin",
     "how near to the other body a point must be to be found; of a pair, how near every other point was at least"},
    {"merge", "two runs in order become one run in order"},
    {"Morton key",
     "a key made of the cell numbers on all axes, whose bits take turns: bodies that are near have mostly keys that are near"},
    {"mover", "a pair that is taken out because it is far from its place, and merged in again"},
    {"network", "a fixed list of comparators that sorts any input of one length"},
    {"node", "a range of sorted keys that begin with the same bits, and what is known of their bodies"},
    {"normal", "the direction in which a contact pushes, away from the second body"},
    {"octree",
     "a cube cut into eight, each of them into eight, and so on; a cube of it is a range of Morton keys"},
    {"offset", "the index in the result where the pairs of a bin, or of a bin of a tile, begin"},
    {"opening angle",
     "the larger, the nearer a node may be that still stands for its bodies: its size divided by its distance, at most 1"},
    {"packed counters", "several small counters in one word: one addition or scan serves all of them"},
    {"pair", "a key and its value, which move together"},
    {"pass", "the stages that sort all pairs by one digit"},
    {"path", "the way a sort took, where an engine has several: windows, buckets, full sort"},
    {"prefix", "the leading bits of a key"},
    {"prefix sum",
     "each word becomes the sum of all words before it (exclusive) or up to it (inclusive). "
     "Also called scan"},
    {"radix tree",
     "a tree over sorted keys: below a node all keys begin with the same bits, and its two children differ in the next one"},
    {"rank", "the number of earlier pairs with the same digit: the index within the bin"},
    {"reach", "the distance from which on a node may stand for its bodies"},
    {"register", "a word that one thread alone can use, the fastest memory there is"},
    {"row", "of a solver: one kept point, and what its two bodies may not do there, come nearer"},
    {"run", "neighbouring pairs that are in order, or that have the same digit"},
    {"scan", "see prefix sum"},
    {"scatter", "each pair is written to its own index, its offset plus its rank"},
    {"sector", "32 bytes (8 words) of memory, the least that a GPU reads or writes at a time"},
    {"segment", "neighbouring tiles that one block counts and moves, one after another"},
    {"shared memory", "a few kilobytes of fast memory that the threads of one block share"},
    {"slop", "a depth that contacts leave, so that they do not come and go"},
    {"splitter", "a key that separates two buckets"},
    {"stable", "pairs with equal keys keep their order. Sorting by one digit after the other needs it"},
    {"stage", "a part of a sort, usually one kernel; a lesson shows what each stage makes"},
    {"sweep",
     "one pass over all rows, each of which corrects its impulse; or the walk of sweep and prune, see broad phase"},
    {"thread",
     "runs the code of a kernel once, with a number of its own: in the lessons, one thread per pair"},
    {"tile", "a part of the pairs that one block sorts or moves"},
    {"value", "what moves with the key, here the index in the input"},
    {"vote", "an instruction that tells each thread of a warp which of them answer yes"},
    {"walk", "of a body through the tree: which nodes stand for their bodies, and which are opened"},
    {"warm start", "the impulses of the step before are given to the bodies at once, before the first sweep"},
    {"warp", "threads that run together: 32 on a GPU, fewer in some lessons"},
    {"warp shuffle", "an instruction by which a thread reads a register of another thread of its warp"},
    {"window", "a tile and its halos: where a nearly sorted tile's pairs are looked for"},
    {"word", "32 bits: a key, a value, or packed counters (a packed word may be longer)"},
    {"XOR",
     "bit by bit: 1 where two numbers differ; lane XOR 1, 2, 4 is the partner that differs in one bit"},
};

}  // namespace

std::span<const GlossaryWord> glossary() { return kWords; }

std::string glossary_text(bool colour) {
    Page page(colour);
    for (const auto& [word, meaning] : kWords) page.term(word, meaning);
    return page.text();
}

}  // namespace app
