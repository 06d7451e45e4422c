// The engines of a plan: those that were named, all of a backend, or a list of those that are usual.
#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/bench/sort/sort_plan.h"
#include "app/cli/resolve.h"
#include "sort/lab/libraries/segmented_sort.h"
#include "sort/lab/model.h"

namespace app {
namespace {

using sort::Backend;

std::vector<std::string> segmented_names(Backend backend) {
    std::vector<std::string> names;
    for (const sort::SegmentedCall& one : sort::segmented_calls()) {
        if (one.engine.backend == backend) names.push_back(one.engine.name);
    }
    return names;
}

/// "" when the engine can do what the plan asks.
std::string unable(const BenchEngine& one, const SortPlan& plan) {
    const sort::Engine& engine = *one.engine;
    const bool segments = plan.segments.count > 0;
    if (segments && !sort::find_segmented_call(one.name) && sort::find_library_call(engine.name)) {
        return "its library's call sorts one array; of segments there are " +
               join(segmented_names(engine.backend));
    }
    const sort::SegmentedCall* const call = sort::find_segmented_call(one.name);
    if (call && !call->sorts(plan.type)) {
        return std::string("this build has no kernels of it for ") + sort::name_of(plan.type) + " keys";
    }
    if (segments && !engine.stable) return "it is not stable, so it cannot sort segments";
    if (segments && engine.create_wide && one.config.tile != sort::TileShape{})
        return "its sort of segments leaves no choice of tiles";
    const bool wide = sort::size_of(plan.type) == 8;
    if (wide && engine.create_wide && one.config.tile != sort::TileShape{})
        return std::string("its sort of ") + sort::name_of(plan.type) + " keys leaves no choice of tiles";
    if (!engine.stable && wide) {
        return std::string("it is not stable, so it cannot sort ") + sort::name_of(plan.type) + " keys";
    }
    const std::string refusal = sort::refusal_of(engine, plan.device);
    if (!refusal.empty()) return refusal;
    for (const sort::Launch launch : plan.launches) {
        if (can_launch(engine, launch)) return "";
    }
    return engine.backend == Backend::cpu ? "--launch graph needs an engine of the cuda backend"
                                          : "it cannot be captured into a CUDA graph";
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

/// Null: the engine sorts no segments alone. Throws BadUsage, sort::Unavailable.
const sort::SegmentedCall* segmented_call(const Options& options, const std::string& name,
                                          const SortPlan& plan) {
    const sort::SegmentedCall* const call = sort::find_segmented_call(name);
    if (!call) return nullptr;
    const Backend backend = call->engine.backend;
    if (plan.segments.count == 0) throw BadUsage("engine '" + name + "' belongs to --segments");
    if (options.backend != "auto" && options.backend != sort::name_of(backend)) {
        throw BadUsage("engine '" + name + "' belongs to the " + sort::name_of(backend) + " backend");
    }
    std::string reason;
    if (backend == Backend::cuda && !sim::cuda_available(&reason, options.device)) {
        throw sort::Unavailable("engine '" + name + "' needs CUDA: " + reason);
    }
    return call;
}

/// An engine with the tile "256x8", or "" for its own. Throws BadUsage, sort::Unavailable.
BenchEngine resolved(const Options& options, const std::string& name, const std::string& tile) {
    Options one = options;
    one.tile = tile;
    one.sort = name.substr(0, name.find(':'));
    if (one.sort.size() != name.size()) {
        one.variant = name.substr(one.sort.size() + 1);
        if (!one.sort.empty()) check_variant(one.sort, one.variant);
    }
    if (one.sort.empty()) throw BadUsage("--sort '" + name + "': an engine's name is expected before ':'");
    const sim::PairsConfig config = resolve_engine(one);
    const std::string row = tile.empty() ? name : name + " " + tile;
    BenchEngine engine{row, sort::find_engine(config.engine), config.engine_config};
    engine.config.threads = config.threads;
    return engine;
}

BenchEngine segmented_engine(const sort::SegmentedCall& call, const Options& options) {
    BenchEngine engine{call.engine.name, &call.engine, {}};
    engine.config.threads = options.threads;
    return engine;
}

std::vector<std::string> tiles_of(const SortBenchOptions& options) {
    return options.tiles.empty() ? std::vector<std::string>{""} : options.tiles;
}

void add_named_engines(const SortBenchOptions& options, SortPlan& plan) {
    for (const std::string& name : options.engines) {
        for (const std::string& tile : tiles_of(options)) {
            const sort::SegmentedCall* const call = segmented_call(options, name, plan);
            const BenchEngine engine =
                call ? segmented_engine(*call, options) : resolved(options, name, tile);
            const std::string why = unable(engine, plan);
            if (!why.empty()) throw BadUsage("engine '" + name + "': " + why);
            const auto same = [&](const BenchEngine& other) { return other.name == engine.name; };
            if (std::any_of(plan.engines.begin(), plan.engines.end(), same)) {
                throw BadUsage("--sort names '" + name + "' twice");
            }
            plan.engines.push_back(engine);
        }
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

/// "" when the engine has the configuration and can do what the plan asks.
std::string why_left_out(const BenchEngine& one, const SortPlan& plan) {
    try {
        sort::require_config(*one.engine, one.config);
    } catch (const std::invalid_argument& error) {
        const std::string why = error.what();
        return why.starts_with(one.name + " ") ? why.substr(one.name.size() + 1) : why;
    }
    return unable(one, plan);
}

void add_all_engines(const SortBenchOptions& options, SortPlan& plan) {
    Options any = options;
    any.digit_bits = 0;  // the default engine may not have them; the others are asked one by one
    const Backend backend = resolve_engine(any).backend;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != backend) continue;
        std::string why_not;
        bool any_tile = false;
        for (const std::string& tile : tiles_of(options)) {
            BenchEngine one{engine.name, &engine, {}};
            one.config.digit_bits = options.digit_bits;
            if (!tile.empty()) one.config.tile = parse_tile("--tile", tile);
            const std::string why = why_left_out(one, plan);
            if (why.empty()) plan.engines.push_back(resolved(options, engine.name, tile));
            any_tile = any_tile || why.empty();
            why_not = why;
        }
        if (!any_tile) plan.skipped.push_back({engine.name, why_not});
    }
    if (plan.segments.count > 0) {
        for (const sort::SegmentedCall& call : sort::segmented_calls()) {
            if (call.engine.backend != backend) continue;
            const BenchEngine one = segmented_engine(call, options);
            const std::string why = unable(one, plan);
            if (why.empty()) {
                plan.engines.push_back(one);
            } else {
                plan.skipped.push_back({call.engine.name, why});
            }
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

void add_usual_engines(const Options& options, const UsualEngines& usual, SortPlan& plan) {
    const Backend backend = resolve_engine(options).backend;
    for (const char* name : backend == Backend::cuda ? usual.cuda : usual.cpu) {
        const sort::Engine* engine = sort::find_engine(name);
        const std::string why = engine ? unable({name, engine, {}}, plan) : "it is not in this build";
        if (why.empty()) {
            plan.engines.push_back(resolved(options, name, ""));
        } else {
            std::cerr << "sweeplab: " << name << " is left out: " << why << '\n';
        }
    }
    if (plan.engines.empty()) throw BadUsage("none of the usual engines is left; --sort names others");
}

}  // namespace

void add_engines(const SortBenchOptions& options, const UsualEngines& usual, SortPlan& plan) {
    if (!options.engines.empty()) {
        add_named_engines(options, plan);
    } else if (usual.cpu.empty()) {
        add_all_engines(options, plan);
    } else {
        add_usual_engines(options, usual, plan);
    }
}

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

}  // namespace app
