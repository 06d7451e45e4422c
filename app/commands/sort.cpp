// `sweeplab sort`: sorts a file of keys, or made ones, by one engine, and can prove the result.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <numeric>
#include <stdexcept>

#include "app/errors.h"
#include "app/interrupt.h"
#include "app/io/npy.h"
#include "app/io/output_stream.h"
#include "app/machine.h"
#include "app/names.h"
#include "app/numbers.h"
#include "app/options.h"
#include "sort/errors.h"
#include "sort/inputs.h"
#include "sort/key_types.h"

namespace app {
namespace {

using sort::KeyType;

const std::pair<const char*, KeyType> kTypes[] = {{"<u4", KeyType::u32}, {"<i4", KeyType::i32},
                                                  {"<f4", KeyType::f32}, {"<u8", KeyType::u64},
                                                  {"<i8", KeyType::i64}, {"<f8", KeyType::f64}};

struct Keys {
    NpyArray array;
    KeyType type;
    uint32_t count;
    std::string source;  // for the report: a file's name or the kind of input
};

sort::Input checked_input(const std::string& text) {
    std::vector<std::string> known;
    for (const sort::InputKind& kind : sort::input_kinds()) known.push_back(kind.name);
    const std::string name = text.substr(0, text.find(':'));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
        throw BadUsage(unknown_name("kind of input", name, known));
    }
    try {
        return sort::parse_input(text);
    } catch (const std::invalid_argument& error) {
        throw BadUsage(std::string("--input: ") + error.what());
    }
}

// Says how much is needed and how much there is, before anything is taken.
void check_memory(const sort::Engine& engine, uint64_t count, size_t key_bytes) {
    // Keys, their words, the order, the gathered output; and the engine's own where it works in host memory.
    const uint64_t scratch =
        engine.backend == sort::Backend::cpu ? engine.bytes(static_cast<uint32_t>(count), {}) : 0;
    const uint64_t needed = count * (2 * key_bytes + 12) + scratch, there = available_memory_bytes();
    if (there != 0 && needed > there) {
        throw sort::OverLimit("sorting " + std::to_string(count) + " keys needs " +
                              human_bytes(static_cast<double>(needed)) + " of memory; " +
                              human_bytes(static_cast<double>(there)) + " are available");
    }
}

Keys made_keys(const Options& options, const sort::Engine& engine) {
    const sort::Input input = checked_input(options.input);
    const uint64_t count = options.count.value_or(1000000);
    if (count > UINT32_MAX) {
        throw sort::OverLimit("-n " + std::to_string(count) + ": the limit is 4294967295 keys (2^32 - 1)");
    }
    check_memory(engine, count, 4);
    const auto made = sort::make_keys(input, static_cast<uint32_t>(count), options.seed.value_or(1));
    Keys keys{{"<u4", {count}, {}}, KeyType::u32, static_cast<uint32_t>(count), options.input};
    keys.array.bytes.resize(count * 4);
    if (count) std::memcpy(keys.array.bytes.data(), made.data(), count * 4);
    return keys;
}

Keys file_keys(const Options& options, const sort::Engine& engine) {
    NpyWanted wanted;
    for (const auto& [code, type] : kTypes) wanted.types.push_back(code);
    Keys keys{read_npy(options.keys_file, wanted), KeyType::u32, 0, options.keys_file};
    for (const auto& [code, type] : kTypes) {
        if (keys.array.type == code) keys.type = type;
    }
    keys.count = static_cast<uint32_t>(keys.array.rows());
    check_memory(engine, keys.count, sort::size_of(keys.type));
    return keys;
}

void refuse_unstable_for_wide_keys(const sort::Engine& engine, KeyType type) {
    if (engine.stable || sort::size_of(type) == 4) return;
    std::vector<std::string> stable;
    for (const sort::Engine& other : sort::engines()) {
        if (other.stable && other.backend == engine.backend) stable.push_back(other.name);
    }
    throw BadUsage(std::string("engine '") + engine.name +
                   "' is not stable, so it cannot sort 64-bit keys; " + join(stable, " or ") + " can");
}

// The order of the contract: every NaN last, -0 equal to +0.
template <typename T>
bool before(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::isnan(b) ? !std::isnan(a) : a < b;
    return a < b;
}

/// Compares with std::stable_sort of the same keys. An unstable engine may order equal keys as it likes.
template <typename T>
void check_order(std::span<const T> keys, const std::vector<uint32_t>& order, const sort::Engine& engine) {
    const auto fail = [&](size_t place, const std::string& what) {
        throw CheckFailed(std::string("check failed: ") + engine.name + ": place " + std::to_string(place) +
                          ": " + what);
    };
    std::vector<uint32_t> reference(keys.size());
    std::iota(reference.begin(), reference.end(), 0u);
    std::stable_sort(reference.begin(), reference.end(),
                     [&](uint32_t a, uint32_t b) { return before(keys[a], keys[b]); });
    if (order.size() != keys.size()) fail(order.size(), "keys are lost");
    std::vector<bool> seen(keys.size());
    for (size_t place = 0; place < order.size(); ++place) {
        const uint32_t index = order[place], expected = reference[place];
        if (index >= keys.size() || seen[index])
            fail(place, "index " + std::to_string(index) + " twice or unknown");
        seen[index] = true;
        if (engine.stable && index != expected) {
            fail(place, "index " + std::to_string(index) + ", " + std::to_string(expected) + " expected");
        }
        if (before(keys[index], keys[expected]) || before(keys[expected], keys[index])) {
            fail(place, "a key that does not belong there");
        }
    }
}

void check(const Keys& keys, const std::vector<uint32_t>& order, const sort::Engine& engine) {
    switch (keys.type) {
        case KeyType::u32:
            return check_order(keys.array.as<uint32_t>(), order, engine);
        case KeyType::i32:
            return check_order(keys.array.as<int32_t>(), order, engine);
        case KeyType::f32:
            return check_order(keys.array.as<float>(), order, engine);
        case KeyType::u64:
            return check_order(keys.array.as<uint64_t>(), order, engine);
        case KeyType::i64:
            return check_order(keys.array.as<int64_t>(), order, engine);
        case KeyType::f64:
            return check_order(keys.array.as<double>(), order, engine);
    }
}

// Gathered by index, so that the bits of -0 and of a NaN survive.
void write_gathered(OutputStream& file, const NpyArray& array, size_t item_bytes,
                    const std::vector<uint32_t>& order) {
    std::vector<std::byte> sorted(array.bytes.size());
    for (size_t place = 0; place < order.size(); ++place) {
        std::memcpy(&sorted[place * item_bytes], &array.bytes[order[place] * item_bytes], item_bytes);
    }
    write_npy(file.stream(), array.type, array.shape, sorted);
}

// "out.npy" and "out.values.npy"
std::string values_path(const std::string& path) {
    const bool npy = path.ends_with(".npy");
    return (npy ? path.substr(0, path.size() - 4) : path) + ".values.npy";
}

void print_report(std::ostream& out, const Keys& keys, const sort::Engine& engine,
                  const sort::SortedOrder& sorted, bool checked) {
    char line[512];
    const double rate = sorted.sort_ms > 0 ? keys.count / (sorted.sort_ms * 1e3) : 0;
    std::snprintf(line, sizeof line, "%s: %u %s keys, %.3f ms, %.1f Mkeys/s, %u passes run, %u skipped%s\n",
                  engine.name, keys.count, sort::name_of(keys.type), sorted.sort_ms, rate,
                  sorted.report.passes_run, sorted.report.passes_skipped,
                  checked ? engine.stable ? ", equal to std::stable_sort" : ", sorted (unstable)" : "");
    out << line;
}

}  // namespace

int run_sort(const Options& options) {
    // What is asked for, and can it be.
    const bool made = !options.input.empty();
    if (made == !options.keys_file.empty()) {
        throw BadUsage(
            "sort: either a file of keys or --input KIND is expected: `sweeplab sort --input uniform -n 1M`");
    }
    if (!made && options.count) throw BadUsage("-n belongs to --input; a file brings its own count");
    if (!options.values_file.empty() && options.output == "-") {
        throw BadUsage("--values with -o -: two arrays do not fit into standard output");
    }
    if (made) checked_input(options.input);
    const sim::PairsConfig config = resolve_engine(options);
    const sort::Engine& engine = *sort::find_engine(config.engine);
    std::unique_ptr<OutputStream> out, values_out;
    if (!options.output.empty()) {
        out = std::make_unique<OutputStream>(options.output);
        if (!options.values_file.empty())
            values_out = std::make_unique<OutputStream>(values_path(options.output));
    }

    // Read or make the keys.
    const Keys keys = made ? made_keys(options, engine) : file_keys(options, engine);
    refuse_unstable_for_wide_keys(engine, keys.type);
    NpyArray values;
    if (!options.values_file.empty()) {
        values = read_npy(options.values_file, {{"<u4"}, 0});
        if (values.rows() != keys.count) {
            throw BadFile(options.values_file + ": shape (" + std::to_string(values.rows()) + ",); (" +
                          std::to_string(keys.count) + ",) expected, one value a key");
        }
    }

    // Sort; check; write.
    if (config.backend == sort::Backend::cuda) use_cuda_device(config.device);
    const auto sorter = engine.create(std::max(keys.count, 1u), {.threads = config.threads});
    const auto sorted = sort::sorted_order(engine, *sorter, keys.type, keys.array.bytes.data(), keys.count);
    throw_if_interrupted();
    if (options.check) check(keys, sorted.order, engine);
    throw_if_interrupted();
    if (out) write_gathered(*out, keys.array, sort::size_of(keys.type), sorted.order);
    if (values_out) write_gathered(*values_out, values, sizeof(uint32_t), sorted.order);
    if (out) out->commit();
    if (values_out) values_out->commit();
    print_report(options.output == "-" ? std::cerr : std::cout, keys, engine, sorted, options.check);
    return 0;
}

}  // namespace app
