// bucketsort: any order of keys, any number of pairs to 2^30; made for 2^16 to 2^22 pairs, where a sort by
// digits pays for launches and for the latency of four passes. One launch, which holds the order check and
// all that follows; by size:
//
//   to 8K         one block, in shared memory (one.cuh)
//   to about 2M   one distribution into 128 or 256 buckets, then each bucket in shared memory
//                 (mid.cuh); into 256 or 512 where keys are uneven (splitters.cuh)
//   more          passes by digits of 8 bits with decoupled look-back (onesweep/digits.cuh);
//                 by digits, too, where few of the keys' bits are asked for, or many of about a million
//                 keys are equal
//
// Buckets are a monotone map of the keys that a sample suggests, linear in the bits or in the floats that the
// keys stand for, or a search in splitters of a larger sample. Every path is stable and compares whole keys in
// the end; a map that turns out wrong costs time, not order. For more pairs a partition over bucket numbers
// in two passes, with each bucket put in order after it, was built and measured: 187 us for 2^22 pairs on an
// H200, where four passes by digits took 181, and take 158 since tiles are stored while others are ranked.
//
// Keys of 64 bits are sorted as keys of 32 bits, which mostly part them: wide.cuh.
//
// Blocks wait for each other, which only a cooperative launch guarantees to be possible: with rendering or
// other streams on the device it starts when all of its blocks find room.
//
// Bytes a pair: 36 to about 2M (4 + 16 + 16; uneven 40), in order 4. Launches: 1. Captured like any other
// kernel. Its phases are shown by the model (model.cpp). Example, two buckets, keys 5 2 7 2 0 1 6 3 with values
// 0..7: buckets 2 2 0 1 3 | 5 7 6, in order 0 1 2 2 3 | 5 6 7 with values 4 5 1 3 7 | 0 6 2.
#include "sort/engines/bucketsort/wide_sorter.cuh"

namespace sort {
namespace bucketsort {
namespace {

bool add() {
    return add_engine(
        {.name = "bucketsort",
         .sentence = kSentence,
         .paper = "",
         .backend = Backend::cuda,
         .stable = true,
         .bytes = Bucketsort::bytes,
         .create =
             [](uint32_t capacity, const EngineConfig& config) {
                 return std::unique_ptr<Sorter>(new Bucketsort(capacity, config));
             },
         .tiles = kTiles,
         .paths = kPaths,
         .refusal = refused_for_cooperative,
         .shows_lesson = false,
         .wide_bytes = WideBucketsort::bytes,
         .create_wide = [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<WideSorter> {
             return std::make_unique<WideBucketsort>(capacity, config);
         }});
}

}  // namespace
}  // namespace bucketsort

bool register_bucketsort() { return bucketsort::add(); }

}  // namespace sort
