// Names that could be files are told from kinds by their ending or by what is there.
#include "app/bench/sort/sort_input.h"

#include <algorithm>
#include <filesystem>
#include <span>

#include "app/base/errors.h"
#include "app/cli/made_input.h"
#include "app/frames/frame_files.h"
#include "app/io/npy_keys.h"

namespace app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> frames_of(const std::string& folder) {
    std::vector<std::string> files;
    for (const FrameFile& file : list_frames(folder)) {
        if (is_npy_name(file.name)) files.push_back((fs::path(folder) / file.name).string());
    }
    if (files.empty()) throw BadFile(folder + ": no .npy file in it; `sweeplab bench record` writes some");
    return files;
}

}  // namespace

BenchInput parse_bench_input(const std::string& text) {
    std::error_code ignored;
    const bool folder = fs::is_directory(text, ignored);
    if (!folder && !is_npy_name(text)) return {text, checked_wide_input(text)};

    BenchInput input{text};
    input.files = folder ? frames_of(text) : std::vector<std::string>{text};
    for (const std::string& path : input.files) {
        const KeyFile keys = read_keys(path);
        if (path == input.files.front()) input.type = keys.type;
        if (keys.type != input.type) {
            throw BadFile(path + ": " + sort::name_of(keys.type) + " keys; " + sort::name_of(input.type) +
                          " expected, as in " + input.files.front());
        }
        input.count = std::max(input.count, keys.count());
    }
    return input;
}

TypedKeys input_keys(const BenchInput& input, size_t frame, sort::KeyType type, uint32_t count,
                     uint64_t seed) {
    if (input.made && sort::is_wide(*input.made)) {
        const std::vector<uint64_t> made = sort::make_wide_keys(*input.made, count, seed);
        const auto bytes = std::as_bytes(std::span(made));
        return typed_keys_from(type, {bytes.begin(), bytes.end()});
    }
    if (input.made && sort::size_of(type) == 8) {
        return typed_keys(type, sort::make_wide_keys(*input.made, count, seed));
    }
    if (input.made) return typed_keys(type, sort::make_keys(*input.made, count, seed));
    KeyFile keys = read_keys(input.files[frame]);
    return typed_keys_from(keys.type, std::move(keys.array.bytes));
}

}  // namespace app
