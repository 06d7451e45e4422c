// What `bench` sorts: made keys, or recorded ones from a file or a folder of frames (`bench record`).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/sort/typed_keys.h"
#include "sort/lab/inputs.h"

namespace app {

struct BenchInput {
    std::string name;                   // as typed
    std::optional<sort::Input> made{};  // none: recorded
    std::vector<std::string> files{};   // recorded: a frame each, in the order of their numbers
    sort::KeyType type = sort::KeyType::u32;
    uint32_t count = 0;  // of the largest frame

    size_t frames() const { return made ? 1 : files.size(); }
};

/// A kind of made keys, else a file that ends in .npy, or a folder of such files, which are all read once.
/// Throws BadUsage, BadFile (also for a folder whose frames are of different types).
BenchInput parse_bench_input(const std::string& text);

/// The keys of one frame; `type`, `count` and `seed` are of made ones. Throws BadFile.
TypedKeys input_keys(const BenchInput& input, size_t frame, sort::KeyType type, uint32_t count,
                     uint64_t seed);

}  // namespace app
