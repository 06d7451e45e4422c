// Where a sort spends its time and its bytes: an observer brackets every stage.
#include <algorithm>
#include <stdexcept>

#include "app/base/interrupt.h"
#include "app/bench/papers/stage_recorder.h"
#include "sort/base/errors.h"
#include "sort/lab/model.h"

namespace app {
namespace {

constexpr uint32_t kModelKeys = 1 << 16;  // models are plain loops

std::vector<StageShare> model_shares(FigureResult& result, const Rival& rival, const LabKeys& keys,
                                     bool with_values, const sort::Options& options, uint32_t* count) {
    const sort::Model* model = sort::find_model(rival.engine);
    if (!model) return {};
    *count = std::min(keys.count(), kModelKeys);
    const auto sorter = sort::make_sorter(*model, *count, rival.config);
    const std::vector<uint32_t> prefix(keys.keys.begin(), keys.keys.begin() + *count);
    result.note(rival.label + ": bytes by its model on the CPU, " + count_text(*count) + " keys; no times");
    return observe_on_cpu(*sorter, prefix, with_values, options, 0, false).shares;
}

}  // namespace

std::vector<StageShare> stage_shares(Lab& lab, FigureResult& result, const Rival& rival, const LabKeys& keys,
                                     bool with_values, const sort::Options& options, uint32_t* count) {
    throw_if_interrupted();
    *count = keys.count();
    FigureResult ignored;
    const auto there = lab.present({rival}, ignored);
    try {
        if (there.empty() || there[0].engine != rival.engine) {
            return model_shares(result, rival, keys, with_values, options, count);
        }
        const sort::Engine* engine = sort::find_engine(rival.engine);
        const auto sorter = lab.make(rival, keys.count());
        const ObservedSort observed =
            engine->backend == sort::Backend::cuda
                ? observe_on_cuda(*sorter, keys.keys, with_values, options)
                : observe_on_cpu(*sorter, keys.keys, with_values, options, kObservedRuns, true);
        const std::string wrong = wrong_result(keys, engine->stable, observed.keys, observed.values);
        if (wrong.empty()) return observed.shares;
        lab.add_wrong_result(
            rival.label + ", observed, on " + count_text(keys.count()) + " " + keys.name + " keys: " + wrong,
            result);
    } catch (const sort::OverLimit& error) {
        result.note(rival.label + ": " + error.what());
    } catch (const std::invalid_argument& error) {
        result.note(rival.label + ": " + error.what());
    }
    return {};
}

}  // namespace app
