// `sweeplab sort`: sorts a file of keys, or made ones, by one engine, and can prove the result.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <optional>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/machine.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/cli/command.h"
#include "app/cli/made_input.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/io/npy_keys.h"
#include "app/io/output_stream.h"
#include "app/measure/sort_check.h"
#include "app/measure/sort_memory.h"
#include "sort/base/errors.h"

namespace app {
namespace {

struct SortOptions : Options {
    std::string keys_file, values_file, input;
    std::optional<uint64_t> count;
    std::optional<BitRange> bits;
    bool check = false;
};

void declare_flags(Flags& flags, SortOptions& options) {
    flags.text("keys", "KEYS.npy", "(N,) of uint32, int32, float32, uint64, int64 or float64",
               options.keys_file, Flags::Names::input);
    flags.text("--values", "V.npy", "uint32 (N,) that travel with the keys [0, 1, 2, ...]",
               options.values_file, Flags::Names::input);
    flags.text("--input", "KIND", "made keys instead of a file: " + input_names(), options.input);
    flags.count("-n", "with --input: how many keys are made [1M]", options.count);
    flags.text("-o,--output", "OUT.npy", "the sorted keys; with --values also OUT.values.npy", options.output,
               Flags::Names::output);
    flags.also_writes([&options]() -> NamedOutput {
        const bool both = !options.values_file.empty() && !options.output.empty() && options.output != "-";
        return {"the values of -o,", both ? values_path(options.output) : ""};
    });
    flags.flag("--check", "compares with std::stable_sort", options.check);
    seed_flag(flags, options, "the made keys [1]");
    bits_flag(flags, options.bits);
    tile_flag(flags, options);
    engine_flags(flags, options, true);
}

using sort::KeyType;

struct Keys {
    NpyArray array;
    KeyType type;
    uint32_t count;
    std::string source;  // for the report: a file's name or the kind of input
};

void check_memory(const SortOptions& options, const sort::Engine& engine, const sim::PairsConfig& config,
                  uint64_t count, size_t key_bytes) {
    // Keys, their words, the order, the gathered output; and the pairs on the device.
    SortNeeds needs{count * (2 * key_bytes + 12)};
    // The reference: order, groups, and (key, index) items that std::stable_sort merges beside themselves.
    if (options.check) needs.host_bytes += count * (8 + 3 * key_bytes);
    needs.add_engine(engine, config.engine_config, static_cast<uint32_t>(count));
    if (engine.backend == sort::Backend::cuda) needs.device_bytes += 8 * count;
    require_memory("sorting " + std::to_string(count) + " keys", needs, config.device);
}

Keys made_keys(const SortOptions& options, const sort::Engine& engine, const sim::PairsConfig& config) {
    const sort::Input input = checked_input(options.input);
    const uint64_t count = options.count.value_or(1000000);
    if (count > UINT32_MAX) {
        throw sort::OverLimit("-n " + std::to_string(count) + ": the limit is 4294967295 keys (2^32 - 1)");
    }
    check_memory(options, engine, config, count, 4);
    const auto made = sort::make_keys(input, static_cast<uint32_t>(count), options.seed.value_or(1));
    Keys keys{{"<u4", {count}, {}}, KeyType::u32, static_cast<uint32_t>(count), options.input};
    keys.array.bytes.resize(count * 4);
    if (count) std::memcpy(keys.array.bytes.data(), made.data(), count * 4);
    return keys;
}

Keys file_keys(const SortOptions& options, const sort::Engine& engine, const sim::PairsConfig& config) {
    KeyFile file = read_keys(options.keys_file);
    const uint32_t count = file.count();
    Keys keys{std::move(file.array), file.type, count, options.keys_file};
    check_memory(options, engine, config, keys.count, sort::size_of(keys.type));
    return keys;
}

template <class Key>
double descents_per_key(const Keys& keys) {
    uint32_t descents = 0;
    const std::byte* const bytes = keys.array.bytes.data();
    for (uint32_t k = 1; k < keys.count; ++k) {
        Key one, next;
        std::memcpy(&one, bytes + (k - 1) * sizeof(Key), sizeof(Key));
        std::memcpy(&next, bytes + k * sizeof(Key), sizeof(Key));
        descents += next < one;
    }
    return keys.count ? double(descents) / keys.count : 0;
}

double disorder_of(const Keys& keys) {
    switch (keys.type) {
        case KeyType::u32:
            return descents_per_key<uint32_t>(keys);
        case KeyType::i32:
            return descents_per_key<int32_t>(keys);
        case KeyType::f32:
            return descents_per_key<float>(keys);
        case KeyType::u64:
            return descents_per_key<uint64_t>(keys);
        case KeyType::i64:
            return descents_per_key<int64_t>(keys);
        case KeyType::f64:
            return descents_per_key<double>(keys);
        default:  // no file has keys of other types
            return 0;
    }
}

/// Resolves the engine; `auto` to the default one until the keys are known.
sim::PairsConfig first_engine(SortOptions options) {
    if (options.sort == kAutoSort) {
        if (options.digit_bits || !options.tile.empty())
            throw BadUsage("--digit-bits and --tile belong to an engine; --sort auto chooses one");
        options.sort = "";
    }
    return resolve_engine(options);
}

/// Returns the engine of `auto` for these keys, and says why.
const sort::Engine& chosen_engine(const SortOptions& options, sort::Backend backend, const Keys& keys) {
    const SortChoice choice = resolve_auto_sort(options, backend, {keys.count, disorder_of(keys)});
    if (!options.quiet) std::cerr << "sweeplab: " << choice.engine << " chosen: " << choice.reason << '\n';
    return *sort::find_engine(choice.engine);
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

// Gathered by index, so that the bits of -0 and of a NaN survive.
void write_gathered(OutputStream& file, const NpyArray& array, size_t item_bytes,
                    const std::vector<uint32_t>& order) {
    std::vector<std::byte> sorted(array.bytes.size());
    for (size_t place = 0; place < order.size(); ++place) {
        std::memcpy(&sorted[place * item_bytes], &array.bytes[order[place] * item_bytes], item_bytes);
    }
    write_npy(file.stream(), array.type, array.shape, sorted);
}

void print_report(std::ostream& out, const Keys& keys, const sort::Engine& engine,
                  const sort::SortedOrder& sorted, bool checked) {
    char line[512];
    const double rate = sorted.sort_ms > 0 ? keys.count / (sorted.sort_ms * 1e3) : 0;
    std::snprintf(line, sizeof line, "%s: %u %s %s, %.3f ms, %.1f Mkeys/s, %s run, %u skipped%s\n",
                  engine.name, keys.count, sort::name_of(keys.type), keys.count == 1 ? "key" : "keys",
                  sorted.sort_ms, rate, counted(sorted.report.passes_run, "pass", "passes").c_str(),
                  sorted.report.passes_skipped,
                  checked ? engine.stable ? ", equal to std::stable_sort" : ", sorted (unstable)" : "");
    out << line;
}

int run(const SortOptions& options) {
    // What is requested, and is it possible?
    const bool made = !options.input.empty();
    if (made == !options.keys_file.empty()) {
        throw BadUsage(
            "sort: either a file of keys or --input KIND is expected: `sweeplab sort --input uniform -n 1M`");
    }
    if (!made && options.count) throw BadUsage("-n belongs to --input; a file brings its own count");
    if (!options.values_file.empty() && is_stdout(options.output)) {
        throw BadUsage("--values with -o -: standard output can take only one array");
    }
    if (made) checked_input(options.input);
    const sim::PairsConfig config = first_engine(options);
    const bool both = !options.output.empty() && !options.values_file.empty();
    const auto out = open_output(options.output);
    const auto values_out = open_output(both ? values_path(options.output) : "");

    // Read or make the keys. No engine can be stopped, and nothing is written yet.
    std::optional<ImmediateExit> immediate_exit(std::in_place);
    Activity activity(options.quiet);
    activity.show("making", options.count.value_or(0));
    const sort::Engine& first = *sort::find_engine(config.engine);
    const Keys keys = made ? made_keys(options, first, config) : file_keys(options, first, config);
    if (options.sort == kAutoSort) activity.wipe();
    const sort::Engine& engine =
        options.sort == kAutoSort ? chosen_engine(options, config.backend, keys) : first;
    refuse_unstable_for_wide_keys(engine, keys.type);
    if (options.bits && sort::size_of(keys.type) == 8) {
        throw BadUsage(std::string("--bits with ") + sort::name_of(keys.type) +
                       " keys: only 32-bit keys can be sorted by some of their bits");
    }
    NpyArray values;
    if (!options.values_file.empty()) {
        values = read_npy(options.values_file, {{"<u4"}, 0});
        if (values.rows() != keys.count) {
            throw BadFile(options.values_file + ": shape (" + std::to_string(values.rows()) + ",); (" +
                          std::to_string(keys.count) + ",) expected, one value per key");
        }
    }

    // Sort; check; write.
    if (config.backend == sort::Backend::cuda) use_cuda_device(config.device);
    sort::EngineConfig engine_config = config.engine_config;
    engine_config.threads = config.threads;
    const auto sorter = sort::make_sorter(engine, std::max(keys.count, 1u), engine_config);
    const BitRange bits = options.bits.value_or(BitRange{});
    sort::Options by;
    by.begin_bit = bits.begin;
    by.end_bit = bits.end;
    activity.show("sorting", keys.count);
    const auto sorted =
        sort::sorted_order(engine, *sorter, keys.type, keys.array.bytes.data(), keys.count, by);
    if (options.check) {
        activity.show("checking", keys.count);
        SortReference(keys.type, keys.array.bytes.data(), keys.count, bits).check_order(engine, sorted.order);
    }
    activity.wipe();
    immediate_exit.reset();
    throw_if_interrupted();
    if (out) write_gathered(*out, keys.array, sort::size_of(keys.type), sorted.order);
    if (values_out) write_gathered(*values_out, values, sizeof(uint32_t), sorted.order);
    if (out) out->commit();
    if (values_out) values_out->commit();
    print_report(is_stdout(options.output) ? std::cerr : std::cout, keys, engine, sorted, options.check);
    return 0;
}

const bool registered = add_command<SortOptions>({"sort", 40, "Sorts a file or made keys with one engine.",
                                                  "  sweeplab sort --input uniform -n 1M --check\n"
                                                  "  sweeplab sort keys.npy -o sorted.npy --sort std-sort\n"},
                                                 declare_flags, run);

}  // namespace
}  // namespace app
