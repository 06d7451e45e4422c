// The order of a gas one frame later, as the broad phase's sort meets it: bodies of one diameter in a cube,
// the lower ends of their boxes along one axis, listed in last frame's order. Fixed point throughout, so that
// every machine makes the same keys; the only float operations are a conversion and a scaling by a power of
// two, which round in one way.
#include <tbb/parallel_sort.h>

#include <algorithm>

#include "sort/keys.h"
#include "sort/lab/gas.h"

namespace sort::made {
namespace {

using Wide = unsigned __int128;

/// pi / (6 * 0.26) with 60 bits behind the point: the cube's volume for each body, in cubes of a diameter,
/// for 26 % of it filled.
constexpr Wide kVolume = (Wide{2013841444609} << 60) / 1000000000000u;

/// Centres, from 0 to the edge, in last frame's order.
std::vector<int64_t> moved_places(uint32_t count, int64_t edge, const Input& input, uint64_t seed) {
    std::vector<int64_t> places(count);
    for (uint64_t i = 0; i < count; ++i) places[i] = random_place(edge, seed, i);
    tbb::parallel_sort(places.begin(), places.end());

    for (uint64_t i = 0; i < count; ++i) places[i] = moved_place(places[i], edge, input.number, seed, 1, i);
    choose_places(count, input.end, seed, 4,
                  [&](uint64_t i) { places[i] = random_place(edge, seed, counter(5, i)); });
    return places;
}

/// Bodies bounce off the walls at 0 and `edge`.
int64_t bounced(int64_t place, int64_t edge) {
    place %= 2 * edge;
    if (place < 0) place += 2 * edge;
    return std::min(place, 2 * edge - 1 - place);
}

}  // namespace

int64_t cube_edge(uint64_t count) {
    uint64_t edge = 0;
    for (uint64_t bit = uint64_t{1} << 31; bit > 0; bit >>= 1) {
        const Wide longer = edge | bit;
        if (longer * longer * longer <= count * kVolume) edge |= bit;
    }
    return static_cast<int64_t>(edge << (kFraction - 20));
}

int64_t random_place(int64_t edge, uint64_t seed, uint64_t n) {
    return static_cast<int64_t>(Wide{random_number(seed, n)} * static_cast<uint64_t>(edge) >> 64);
}

int64_t moved_place(int64_t place, int64_t edge, uint64_t millionths, uint64_t seed, uint64_t stream,
                    uint64_t n) {
    const int64_t bell = random_bell(seed, stream, n);
    return bounced(place + bell * static_cast<int64_t>(millionths) * (kDiameter / kBell) / 1000000, edge);
}

void gas(Words& keys, const Input& input, uint64_t seed) {
    // The cube's middle is at 0, as in the scene of that name: floats are dense there.
    const int64_t edge = cube_edge(keys.size());
    const std::vector<int64_t> places = moved_places(static_cast<uint32_t>(keys.size()), edge, input, seed);
    constexpr float kUnit = 1.0f / static_cast<float>(kDiameter);
    for (size_t i = 0; i < keys.size(); ++i) {
        keys[i] = ordered_key(static_cast<float>(places[i] - edge / 2 - kDiameter / 2) * kUnit);
    }
}

void gas24(Words& keys, const Input& input, uint64_t seed) {
    const int64_t edge = cube_edge(keys.size());
    const std::vector<int64_t> places = moved_places(static_cast<uint32_t>(keys.size()), edge, input, seed);
    for (size_t i = 0; i < keys.size(); ++i) {
        keys[i] = static_cast<uint32_t>((Wide{static_cast<uint64_t>(places[i])} << 24) /
                                        static_cast<uint64_t>(edge));
    }
}

}  // namespace sort::made
