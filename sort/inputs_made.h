// How each kind of made input is made. Private to sort/inputs*.cpp.
#pragma once
#include "sort/inputs.h"

namespace sort::made {

/// Fills `keys`, whose length is the count.
using Maker = void (*)(std::vector<uint32_t>& keys, const Input& input, uint64_t seed);

using Words = std::vector<uint32_t>;
void uniform(Words& keys, const Input& input, uint64_t seed);
void gaussian(Words& keys, const Input& input, uint64_t seed);
void sorted(Words& keys, const Input& input, uint64_t seed);
void reversed(Words& keys, const Input& input, uint64_t seed);
void equal(Words& keys, const Input& input, uint64_t seed);
void zero(Words& keys, const Input& input, uint64_t seed);
void few(Words& keys, const Input& input, uint64_t seed);
void bucket(Words& keys, const Input& input, uint64_t seed);
void staggered(Words& keys, const Input& input, uint64_t seed);
void entropy(Words& keys, const Input& input, uint64_t seed);
void banded(Words& keys, const Input& input, uint64_t seed);
void swaps(Words& keys, const Input& input, uint64_t seed);
void displaced(Words& keys, const Input& input, uint64_t seed);
void teleport(Words& keys, const Input& input, uint64_t seed);
void zipf(Words& keys, const Input& input, uint64_t seed);
void sawtooth(Words& keys, const Input& input, uint64_t seed);

}  // namespace sort::made
