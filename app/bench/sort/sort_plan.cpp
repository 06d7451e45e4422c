// Names first, then what belongs together, then the machine, then its memory.
#include "app/bench/sort/sort_plan.h"

#include <algorithm>
#include <iterator>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "sort/base/errors.h"
#include "sort/lab/libraries/segmented_sort.h"

namespace app {
namespace {

using sort::Backend;

const char* const kValues[] = {"none", "u32", "record64", "record128"};

template <class Enum, size_t kCount>
Enum enum_of(const char* const (&names)[kCount], const std::string& name) {
    const auto at = std::find(std::begin(names), std::end(names), name);
    return static_cast<Enum>(at - std::begin(names));
}

sort::KeyType type_of(const std::string& name) {
    for (const sort::KeyType type : sort::kKeyTypes) {
        if (name == sort::name_of(type)) return type;
    }
    throw BadUsage("--type '" + name + "'");
}

/// Names that are wrong everywhere are refused before the first engine is measured or tuned.
void check_names(const SortBenchOptions& options, const SortPlan& plan) {
    for (const uint64_t count : options.counts) {
        if (count > UINT32_MAX) {
            throw sort::OverLimit("-n " + std::to_string(count) +
                                  ": the limit is 4294967295 pairs (2^32 - 1)");
        }
    }
    if (options.bits && sort::size_of(plan.type) != 4) {
        throw BadUsage(std::string("--bits with --type ") + sort::name_of(plan.type) +
                       ": only 32-bit keys can be sorted by some of their bits");
    }
    if (plan.values == BenchValues::none && sort::size_of(plan.type) == 8) {
        throw BadUsage(std::string("--values none with --type ") + sort::name_of(plan.type) +
                       ": keys of 64 bits are measured with values");
    }
    if (plan.segments.count > 0 && (options.bits || plan.values != BenchValues::u32)) {
        throw BadUsage("--segments: they are measured with u32 values and by all bits of the key");
    }
}

/// Kinds of 64-bit keys are whole numbers: other types have none that would mean the same.
void check_inputs(const std::vector<BenchInput>& inputs, sort::KeyType type) {
    if (type == sort::KeyType::u64 || type == sort::KeyType::i64) return;
    for (const BenchInput& input : inputs) {
        if (!input.made || !sort::is_wide(*input.made)) continue;
        throw BadUsage("--input " + input.name +
                       " makes keys of 64 bits: the type u64 or i64 is expected, not " + sort::name_of(type));
    }
}

/// Returns the type of all keys of a run, which is one: recorded keys decide it for made ones. Throws
/// BadUsage.
sort::KeyType common_type(const SortBenchOptions& options, const std::vector<BenchInput>& inputs) {
    std::optional<sort::KeyType> type;
    std::string from;
    if (!options.type.empty()) type = type_of(options.type), from = "--type";
    for (const BenchInput& input : inputs) {
        if (input.made) continue;
        if (type && *type != input.type) {
            throw BadUsage(input.name + " has " + sort::name_of(input.type) + " keys, " + from + " " +
                           sort::name_of(*type) + "; keys of one type at a time are expected");
        }
        type = input.type;
        from = input.name + " has";
    }
    return type.value_or(sort::KeyType::u32);
}

/// What PairSorter has beside the engine's own, and a library's second pairs with as much scratch again.
uint64_t typed_scratch_bytes(const BenchEngine& one, sort::KeyType type, uint32_t count) {
    const uint64_t pair_bytes = std::max<uint64_t>(sort::size_of(type), 4) + 4;  // words of narrower keys
    const bool wide = sort::size_of(type) == 8 && one.engine->create_wide;
    const uint64_t own = count * pair_bytes + (wide ? one.engine->wide_bytes(count, one.config) : 0);
    const bool library =
        sort::find_library_call(one.engine->name) || sort::find_segmented_call(one.engine->name);
    return own + (library ? 2 * count * pair_bytes : 0);
}

uint32_t largest_count(const SortPlan& plan) {
    uint32_t count = 0;
    for (const SortCase& one : plan.cases) count = std::max(count, one.count);
    return count;
}

}  // namespace

const char* name_of(BenchValues values) { return kValues[static_cast<int>(values)]; }
const char* name_of(sort::Launch launch) { return launch == sort::Launch::graph ? "graph" : "stream"; }

bool can_launch(const sort::Engine& engine, sort::Launch launch) {
    return launch == sort::Launch::stream || (engine.backend == Backend::cuda && engine.capturable);
}

bool SortPlan::uses(Backend backend) const {
    return std::any_of(engines.begin(), engines.end(),
                       [&](const BenchEngine& one) { return one.engine->backend == backend; });
}

size_t SortPlan::path_width() const {
    size_t width = 0;
    for (const BenchEngine& one : engines) {
        for (const char* path : one.engine->paths) width = std::max(width, std::string(path).size());
    }
    return width;
}

size_t SortPlan::record_bytes() const {
    return values == BenchValues::record64 ? 8 : values == BenchValues::record128 ? 16 : 0;
}

bool SortPlan::typed() const {
    return type != sort::KeyType::u32 || record_bytes() > 0 || segments.count > 0;
}

const char* SortPlan::library_of(const std::string& engine) const {
    const auto at = std::find_if(engines.begin(), engines.end(),
                                 [&](const BenchEngine& one) { return one.name == engine; });
    return at == engines.end() ? "" : at->engine->library;
}

std::string SortPlan::launch_text() const { return launches.size() > 1 ? "both" : name_of(launches.at(0)); }

SortPlan start_plan(const SortBenchOptions& options, const std::vector<BenchInput>& inputs,
                    const UsualEngines& usual) {
    SortPlan plan;
    plan.values = enum_of<BenchValues>(kValues, options.values);
    plan.type = common_type(options, inputs);
    plan.bits = options.bits.value_or(BitRange{});
    plan.segments = options.segments;
    if (options.launch != "graph") plan.launches.push_back(sort::Launch::stream);
    if (options.launch != "stream") plan.launches.push_back(sort::Launch::graph);
    plan.measure.max_noise = options.max_noise.value_or(0);
    plan.measure.min_time_s = options.min_time_s.value_or(0.2);
    plan.timeout_s = options.timeout_s;
    plan.cold = std::make_shared<ColdSamples>(options.cold);
    plan.seed = options.seed.value_or(1);
    plan.threads = options.threads;
    plan.device = options.device;
    check_names(options, plan);
    check_inputs(inputs, plan.type);
    add_engines(options, usual, plan);
    // Streams are there always: what is left out is the graph.
    plan.graph_left_out =
        0 < std::erase_if(plan.launches, [&](sort::Launch launch) {
            return std::none_of(plan.engines.begin(), plan.engines.end(),
                                [&](const BenchEngine& one) { return can_launch(*one.engine, launch); });
        });

    const auto is_rival = [&](const BenchEngine& one) { return one.name == options.rival; };
    if (!options.rival.empty() && std::none_of(plan.engines.begin(), plan.engines.end(), is_rival)) {
        std::vector<std::string> names;
        for (const BenchEngine& one : plan.engines) names.push_back(one.name);
        const std::string nearest = nearest_name(options.rival, names);
        throw BadUsage("--rival " + options.rival + ": one of the measured engines is expected, " +
                       join(names) + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    }
    plan.rival = options.rival;
    return plan;
}

SortNeeds needs_of(const SortPlan& plan) {
    const uint32_t count = largest_count(plan);
    const uint64_t n = count, key_bytes = sort::size_of(plan.type), record_bytes = plan.record_bytes();
    SortNeeds needs;
    // Made keys, words, indices, the reference with its items; each engine's result.
    needs.host_bytes = n * (2 * key_bytes + 4 + 8 + (key_bytes + 8) + 8 * plan.engines.size());
    // Input and working copy of keys and indices, and the records with their gathered copy.
    uint64_t pair_bytes = n * (2 * (key_bytes + 4) + 2 * record_bytes);
    if (plan.typed()) {  // typed_sorts.cpp
        // A key goes with the number of its segment.
        const bool words = plan.segments.count > 0 && sort::size_of(plan.type) < 8;
        const sort::KeyType widest = words ? sort::KeyType::u64 : plan.type;
        for (const BenchEngine& one : plan.engines) pair_bytes += typed_scratch_bytes(one, widest, count);
        const uint64_t offset_bytes = plan.segments.count > 0 ? 4 * (uint64_t{plan.segments.count} + 1) : 0;
        pair_bytes += offset_bytes;
        needs.host_bytes += offset_bytes * (plan.cases.size() + 1);
        // The result of one engine; records as made and as it left them.
        needs.host_bytes += n * (key_bytes + 2 * record_bytes);
    }
    (plan.uses(Backend::cuda) ? needs.device_bytes : needs.host_bytes) += pair_bytes;
    for (const BenchEngine& one : plan.engines) needs.add_engine(*one.engine, one.config, count);
    return needs;
}

void check_memory(const SortPlan& plan, const std::string& command) {
    require_memory(command + " -n " + std::to_string(largest_count(plan)), needs_of(plan), plan.device);
}

std::vector<uint32_t> drawn_offsets(const SegmentRange& segments, uint64_t seed) {
    SortNeeds needs;
    needs.host_bytes = 4 * (uint64_t{segments.count} + 1);
    require_memory("--segments " + std::to_string(segments.count), needs, -1);
    std::vector<uint32_t> offsets(size_t{segments.count} + 1);
    uint64_t end = 0;
    for (uint32_t s = 0; s < segments.count; ++s) {
        end += sort::random_number(seed, s) % (uint64_t{segments.most} + 1);
        if (end > UINT32_MAX) {
            throw sort::OverLimit("--segments " + std::to_string(segments.count) + ":" +
                                  std::to_string(segments.most) +
                                  ": the limit is 4294967295 pairs (2^32 - 1) in all");
        }
        offsets[s + 1] = static_cast<uint32_t>(end);
    }
    return offsets;
}

SortPlan make_sort_plan(const BenchSortOptions& options) {
    std::vector<BenchInput> inputs;
    for (const std::string& file : options.files) inputs.push_back(parse_bench_input(file));
    for (const std::string& text : options.inputs) inputs.push_back(parse_bench_input(text));
    if (inputs.empty()) inputs.push_back(parse_bench_input("uniform"));
    const auto is_made = [](const BenchInput& input) { return input.made.has_value(); };
    if (!options.counts.empty() && std::none_of(inputs.begin(), inputs.end(), is_made)) {
        throw BadUsage("-n belongs to made keys; a file brings its own count");
    }
    if (options.segments.count > 0 && !std::all_of(inputs.begin(), inputs.end(), is_made)) {
        throw BadUsage("--segments belongs to made keys");
    }
    if (options.segments.count > 0 && !options.counts.empty()) {
        throw BadUsage("--segments with -n: the segments say how many pairs there are");
    }

    SortPlan plan = start_plan(options, inputs, {});
    if (plan.segments.count > 0) {
        const std::vector<uint32_t> offsets = drawn_offsets(plan.segments, plan.seed);
        for (const BenchInput& input : inputs) {
            plan.cases.push_back({input, offsets.back()});
            plan.cases.back().offsets = offsets;
        }
        check_memory(plan, "bench sort");
        return plan;
    }
    std::vector<uint32_t> counts(options.counts.begin(), options.counts.end());
    if (counts.empty()) counts = {1u << 16, 1u << 20};
    if (options.counts.empty() && plan.uses(Backend::cuda)) counts.push_back(1u << 24);
    for (const BenchInput& input : inputs) {
        if (!input.made) plan.cases.push_back({input, input.count});
    }
    for (const uint32_t count : counts) {
        for (const BenchInput& input : inputs) {
            if (input.made) plan.cases.push_back({input, count});
        }
    }
    check_memory(plan, "bench sort");
    return plan;
}

}  // namespace app
