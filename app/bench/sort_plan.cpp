// Names first, then what belongs together, then the machine, then its memory.
#include "app/bench/sort_plan.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "app/errors.h"
#include "app/made_input.h"
#include "app/names.h"
#include "app/sort_memory.h"
#include "sort/errors.h"
#include "sort/models/model.h"

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
    using enum sort::KeyType;
    for (const sort::KeyType type : {u32, i32, f32, u64, i64, f64}) {
        if (name == sort::name_of(type)) return type;
    }
    throw BadUsage("--type '" + name + "'");
}

/// "" when the engine can do what the plan asks.
std::string unable(const sort::Engine& engine, const SortPlan& plan) {
    if (!engine.stable && sort::size_of(plan.type) == 8) {
        return std::string("it is not stable, so it cannot sort ") + sort::name_of(plan.type) + " keys";
    }
    if (plan.launch == sort::Launch::graph && engine.backend == Backend::cpu) {
        return "--launch graph needs an engine of the cuda backend";
    }
    if (plan.launch == sort::Launch::graph && !engine.capturable) {
        return "it cannot be captured into a CUDA graph";
    }
    return "";
}

/// An engine's variants, also where it is only known by its model.
void check_variant(const std::string& engine, const std::string& variant) {
    const sort::Engine* known = sort::find_engine(engine);
    if (!known) known = sort::find_model(engine);
    if (!known) return;
    const std::vector<std::string> variants(known->variants.begin(), known->variants.end());
    if (std::find(variants.begin(), variants.end(), variant) == variants.end()) {
        throw BadUsage(unknown_name("variant of " + engine, variant, variants));
    }
}

BenchEngine resolved(const Options& options, const std::string& name) {
    Options one = options;
    one.sort = name.substr(0, name.find(':'));
    if (one.sort.size() != name.size()) {
        one.variant = name.substr(one.sort.size() + 1);
        if (!one.sort.empty()) check_variant(one.sort, one.variant);
    }
    if (one.sort.empty()) throw BadUsage("--sort '" + name + "': an engine's name is expected before ':'");
    const sim::PairsConfig config = resolve_engine(one);
    BenchEngine engine{name, sort::find_engine(config.engine), config.engine_config};
    engine.config.threads = config.threads;
    return engine;
}

void add_named_engines(const Options& options, SortPlan& plan) {
    for (const std::string& name : options.bench.engines) {
        const BenchEngine engine = resolved(options, name);
        const std::string why = unable(*engine.engine, plan);
        if (!why.empty()) throw BadUsage("engine '" + name + "': " + why);
        const auto same = [&](const BenchEngine& other) { return other.name == name; };
        if (std::any_of(plan.engines.begin(), plan.engines.end(), same)) {
            throw BadUsage("--sort names '" + name + "' twice");
        }
        plan.engines.push_back(engine);
    }
}

/// Why each engine of the backend was skipped, as one sentence.
std::string no_engine_left(Backend backend, int digit_bits, const std::vector<SkippedEngine>& skipped) {
    const std::string none = std::string("no engine of the ") + sort::name_of(backend) + " backend ";
    std::vector<std::string> widths;
    bool has_width = false;
    for (const sort::Engine& engine : sort::engines()) {
        const sort::DigitBits& bits = engine.digit_bits;
        if (engine.backend != backend || bits.most == 0) continue;
        has_width = has_width || (bits.fewest <= digit_bits && digit_bits <= bits.most);
        widths.push_back(std::string(engine.name) + " has " + std::to_string(bits.fewest) +
                         (bits.most > bits.fewest ? " to " + std::to_string(bits.most) : ""));
    }
    if (digit_bits != 0 && !has_width) {
        return none + "has digits of " + std::to_string(digit_bits) +
               (digit_bits == 1 ? " bit: " : " bits: ") +
               (widths.empty() ? "none leaves the choice" : join(widths));
    }
    const auto same = [&](const SkippedEngine& one) { return one.reason == skipped.front().reason; };
    const bool one_reason = std::all_of(skipped.begin(), skipped.end(), same);
    return none +
           "can do this: " + (one_reason ? skipped.front().reason : join(skipped_lines(skipped), "; "));
}

void add_all_engines(const Options& options, SortPlan& plan) {
    Options any = options;
    any.digit_bits = 0;  // the default engine may not have them; the others are asked one by one
    const Backend backend = resolve_engine(any).backend;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != backend) continue;
        std::string why = unable(engine, plan);
        sort::EngineConfig config;
        config.digit_bits = options.digit_bits;
        try {
            sort::require_config(engine, config);
        } catch (const std::invalid_argument& error) {
            why = error.what();
            if (why.starts_with(engine.name)) why.erase(0, std::string(engine.name).size() + 1);
        }
        if (why.empty()) {
            plan.engines.push_back(resolved(options, engine.name));
        } else {
            plan.skipped.push_back({engine.name, why});
        }
    }
    if (plan.engines.empty()) {
        throw BadUsage(no_engine_left(backend, options.digit_bits, plan.skipped));
    }
    std::string reason;
    if (options.backend == "auto" && !sim::cuda_available(&reason)) {
        for (const char* name : sort::cuda_engine_names()) plan.skipped.push_back({name, reason});
    }
}

/// Names that are wrong everywhere are refused before the first engine is measured or tuned.
void check_names(const Options& options, const SortPlan& plan) {
    for (const std::string& input : plan.inputs) checked_input(input);
    for (const uint64_t count : options.bench.counts) {
        if (count > UINT32_MAX) {
            throw sort::OverLimit("-n " + std::to_string(count) +
                                  ": the limit is 4294967295 pairs (2^32 - 1)");
        }
    }
    if (options.bits && sort::size_of(plan.type) == 8) {
        throw BadUsage(std::string("--bits with --type ") + sort::name_of(plan.type) +
                       ": only 32-bit keys can be sorted by some of their bits");
    }
    if (plan.values == BenchValues::none && sort::size_of(plan.type) == 8) {
        throw BadUsage(std::string("--values none with --type ") + sort::name_of(plan.type) +
                       ": 64-bit keys are sorted as two runs of (key, index)");
    }
}

/// All engines at once on the largest n, since they take turns.
void check_memory(const SortPlan& plan) {
    const uint32_t count = *std::max_element(plan.counts.begin(), plan.counts.end());
    const uint64_t n = count, key_bytes = sort::size_of(plan.type), record_bytes = plan.record_bytes();
    SortNeeds needs;
    // Made keys, words, indices, the reference with its items; each engine's result.
    needs.host_bytes = n * (2 * key_bytes + 4 + 8 + (key_bytes + 8) + 8 * plan.engines.size());
    // Input and working copy of keys and indices; high words, and the records with their gathered copy.
    uint64_t pair_bytes = n * (16 + (key_bytes == 8 ? 4 : 0) + 2 * record_bytes);
    if (key_bytes == 8 || record_bytes > 0) {  // sort_chain.cpp
        // The sorts alone are measured once more beside it; records as made and as one engine left them.
        pair_bytes += n * 16;
        needs.host_bytes += n * (8 + 2 * record_bytes + 8 * plan.engines.size());
    }
    (plan.uses(Backend::cuda) ? needs.device_bytes : needs.host_bytes) += pair_bytes;
    for (const BenchEngine& one : plan.engines) needs.add_engine(*one.engine, one.config, count);
    require_memory("bench sort -n " + std::to_string(count), needs, plan.device);
}

}  // namespace

std::vector<std::string> skipped_lines(const std::vector<SkippedEngine>& skipped) {
    std::vector<std::pair<std::string, std::string>> names_by_reason;
    for (const SkippedEngine& one : skipped) {
        const auto same = [&](const auto& line) { return line.second == one.reason; };
        const auto at = std::find_if(names_by_reason.begin(), names_by_reason.end(), same);
        if (at == names_by_reason.end()) {
            names_by_reason.push_back({one.name, one.reason});
        } else {
            at->first += ", " + one.name;
        }
    }
    std::vector<std::string> lines;
    for (const auto& [names, reason] : names_by_reason) lines.push_back(names + ": " + reason);
    return lines;
}

const char* name_of(BenchValues values) { return kValues[static_cast<int>(values)]; }
const char* name_of(sort::Launch launch) { return launch == sort::Launch::graph ? "graph" : "stream"; }

bool SortPlan::uses(Backend backend) const {
    return std::any_of(engines.begin(), engines.end(),
                       [&](const BenchEngine& one) { return one.engine->backend == backend; });
}

size_t SortPlan::record_bytes() const {
    return values == BenchValues::record64 ? 8 : values == BenchValues::record128 ? 16 : 0;
}

SortPlan make_sort_plan(const Options& options) {
    const BenchOptions& bench = options.bench;
    SortPlan plan;
    plan.inputs = bench.inputs.empty() ? std::vector<std::string>{"uniform"} : bench.inputs;
    plan.values = enum_of<BenchValues>(kValues, bench.values);
    plan.type = type_of(bench.type);
    plan.bits = options.bits.value_or(BitRange{});
    plan.launch = bench.launch == "graph" ? sort::Launch::graph : sort::Launch::stream;
    plan.measure.launch = plan.launch;
    plan.measure.min_time_s = bench.min_time_s.value_or(0.2);
    plan.measure.max_noise = bench.max_noise.value_or(0);
    plan.timeout_s = bench.timeout_s;
    plan.seed = options.seed.value_or(1);
    plan.threads = options.threads;
    plan.device = options.device;
    check_names(options, plan);
    if (bench.engines.empty()) {
        add_all_engines(options, plan);
    } else {
        add_named_engines(options, plan);
    }

    for (const uint64_t count : bench.counts) plan.counts.push_back(static_cast<uint32_t>(count));
    if (plan.counts.empty()) plan.counts = {1u << 16, 1u << 20};
    if (bench.counts.empty() && plan.uses(Backend::cuda)) plan.counts.push_back(1u << 24);
    check_memory(plan);
    return plan;
}

}  // namespace app
