// warpsort-index: the paper and the steps of warpsort.cu on (key, position), compared as one 64-bit word. No
// two words are equal, so the order is the stable one and 64-bit keys can be sorted by their halves. Two
// steps more:
//   gather        each value comes by the position that travelled with its key, to the scratch
//   copy back     and from there to the caller
//
// Example, as there: 5 2 7 2 0 1 6 3 with values a to h travels as 5.0 2.1 7.2 2.3 0.4 1.5 6.6 3.7 and ends
// as 0.4 1.5 2.1 2.3 3.7 5.0 6.6 7.2, whose values are e f b d h a g c.
//
// Bytes a pair: 4 check + 12 bitonic sort + 16 a level + 20 gather (it reads 32-byte sectors for its values)
// + 8 copy back; at 2^24 284. Launches: two more than warpsort, 23. Keys alone are sorted with their
// positions too: no second form for a case that the other engine is better at. In a sort by some bits only,
// the words hold those bits, and the gather brings the keys too. Departure: the paper sorts values along with
// their keys only; an index under 64-bit comparison is the key and index form that the others of the papers
// measure, made stable.
#include "sort/engines/warpsort/warpsort.cuh"

namespace sort {
bool register_warpsort_index() {
    return add_engine(warpsort::warpsort_engine<true>("warpsort-index", warpsort::kIndexedSentence));
}

}  // namespace sort
