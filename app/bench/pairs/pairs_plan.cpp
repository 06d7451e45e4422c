// Names first, then the machine.
#include "app/bench/pairs/pairs_plan.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/cli/resolve.h"
#include "app/io/boxes.h"
#include "app/measure/sort_memory.h"
#include "sim/scene.h"
#include "sort/base/errors.h"

namespace app {
namespace {

using sort::Backend;

constexpr uint64_t kUsualCpu[] = {16384, 131072}, kUsualCuda[] = {131072, 1000000};
constexpr uint64_t kHostBytesABox = 24 + 3 * 8 * 6;  // itself, and lists of six pairs while they are compared

std::vector<BoxInput> inputs_of(const PairsBenchOptions& options) {
    std::vector<std::string> names;
    for (const BoxKind& kind : box_kinds()) names.push_back(kind.name);
    std::vector<std::string> asked = options.kinds;
    if (asked.empty()) asked = {"uniform"};
    std::vector<BoxInput> inputs;
    for (const std::string& text : asked) {
        BoxInput input{text, find_box_kind(text)};
        if (!input.made && !is_boxes_name(text)) throw BadUsage(unknown_name("--kind", text, names));
        inputs.push_back(std::move(input));
    }
    for (const uint64_t count : options.counts) {
        if (count > sim::kMaxBodies) {
            throw sort::OverLimit("-n " + std::to_string(count) + ": the limit is " +
                                  std::to_string(sim::kMaxBodies) + " boxes (2^27)");
        }
    }
    const auto made = [](const BoxInput& input) { return input.made != nullptr; };
    if (!options.counts.empty() && std::none_of(inputs.begin(), inputs.end(), made)) {
        throw BadUsage("-n belongs to made boxes; a file brings its own count");
    }
    return inputs;
}

void add_contenders(const PairsBenchOptions& options, PairsPlan& plan) {
    std::vector<std::string> names = options.broad_phases;
    plan.all = names.empty();
    if (plan.all) {
        for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) names.push_back(entry.name);
    }
    for (const std::string& name : names) {
        Options one = options;
        one.broad_phase = name;
        plan.contenders.push_back({name, resolve_engine(one)});
    }
    plan.backend = plan.contenders.front().config.backend;
}

void check_rivals(const std::vector<std::string>& names) {
    const std::vector<std::string> known = rival_names();
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw BadUsage(unknown_name("--rival", name, known));
        }
    }
}

void add_cases(const PairsBenchOptions& options, PairsPlan& plan) {
    std::vector<uint64_t> counts = options.counts;
    if (counts.empty()) {
        const auto& usual = plan.backend == Backend::cuda ? kUsualCuda : kUsualCpu;
        counts.assign(std::begin(usual), std::end(usual));
    }
    for (BoxInput& input : plan.inputs) {
        if (input.made) continue;
        std::vector<std::string> notes;
        input.boxes = read_boxes(input.name, &notes);
        say_notes(notes, options.quiet);
        plan.cases.push_back({&input, uint32_t(input.boxes.size())});
    }
    for (const uint64_t count : counts) {
        for (const BoxInput& input : plan.inputs) {
            if (input.made) plan.cases.push_back({&input, uint32_t(count)});
        }
    }
}

/// The names of a broad phase's stages are its own to say: they are read off one small search of each.
void learn_stages(PairsPlan& plan) {
    const std::vector<sim::Box> boxes = make_boxes(box_kinds()[0], 4096, 1);
    std::vector<sim::PairsConfig> configs;
    for (const PairsContender& one : plan.contenders) {
        configs.push_back(one.config);
        if (one.config.broad_phase != sim::kAutoBroadPhase) continue;
        configs.back().broad_phase = "brute";
        for (const char* choice : {"columns", "sweep"}) {
            configs.push_back(configs.back());
            configs.back().broad_phase = choice;
        }
    }
    for (const sim::PairsConfig& config : configs) {
        const auto search = sim::PairSearch::create(uint32_t(boxes.size()), config);
        search->set_boxes(boxes);
        auto place = plan.stages.begin();
        for (const auto& stage : search->find(sim::PairSearch::Timing::stages).stages) {
            const auto at = std::find(plan.stages.begin(), plan.stages.end(), stage.name);
            place = (at == plan.stages.end() ? plan.stages.insert(place, stage.name) : at) + 1;
        }
    }
}

}  // namespace

PairsPlan make_pairs_plan(const PairsBenchOptions& options) {
    PairsPlan plan;
    plan.inputs = inputs_of(options);
    check_rivals(options.rivals);
    plan.measure.min_time_s = options.min_time_s.value_or(0.2);
    plan.measure.max_noise = options.max_noise.value_or(0);
    plan.timeout_s = options.timeout_s;
    plan.cold = std::make_shared<ColdSamples>(options.cold);
    plan.seed = options.seed.value_or(1);
    add_contenders(options, plan);
    for (const std::string& name : options.rivals) plan.rivals.emplace_back(name);
    add_cases(options, plan);
    learn_stages(plan);
    return plan;
}

void require_pairs_memory(uint32_t count) {
    SortNeeds needs;
    needs.host_bytes = count * kHostBytesABox;
    require_memory("searching " + std::to_string(count) + " boxes", needs, 0);
}

}  // namespace app
