// See make.h.
#include "app/teach/make.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/machine.h"
#include "app/base/names.h"
#include "sim/world.h"
#include "sort/base/errors.h"
#include "sort/registry.h"

namespace app {
namespace {

constexpr sort::TileShape kLessonTile{32, 1};

const sort::Model& model_of(const std::string& engine) {
    if (const sort::Model* model = sort::find_model(engine)) return *model;
    const std::vector<std::string> known = lesson_names();
    const auto cuda = sort::cuda_engine_names();  // known in every build
    if (sort::find_engine(engine) || std::find(cuda.begin(), cuda.end(), engine) != cuda.end()) {
        throw BadUsage("engine '" + engine + "' has no lesson; engines with one: " + join(known));
    }
    throw BadUsage(unknown_name("lesson", engine, known));
}

/// A sorter for the lesson; what an engine has not is wrong usage, found before the machine is looked at.
std::unique_ptr<sort::Sorter> sorter_of(const sort::Engine& engine, const LessonInput& input,
                                        const sort::EngineConfig& config) {
    try {
        return sort::make_sorter(engine, static_cast<uint32_t>(input.keys.size()), config);
    } catch (const std::invalid_argument& error) {
        throw BadUsage(error.what());
    }
}

bool has_lesson_tile(const sort::Engine& engine) {
    return std::find(engine.tiles.begin(), engine.tiles.end(), kLessonTile) != engine.tiles.end();
}

/// Why the kernels cannot run; "" when they can. Throws sort::Unavailable when they were requested.
std::string why_model_only(const LessonRequest& request) {
    if (request.backend == "cpu") return "--backend cpu";
    std::string reason;
    const std::string& name = request.engine;
    if (sim::cuda_available(&reason, request.device)) {
        const sort::Engine* engine = sort::find_engine(name);
        if (!engine) {
            reason = "engine '" + name + "' is not in this build";
        } else if (has_lesson_tile(*sort::find_model(name)) && !has_lesson_tile(*engine)) {
            reason = "engine '" + name + "' has no tile of lessons";
        }
    }
    if (!reason.empty() && (request.backend == "cuda" || request.device != 0)) {
        throw sort::Unavailable("the kernels of '" + name + "' cannot run: " + reason);
    }
    return reason;
}

}  // namespace

std::vector<std::string> lesson_names() {
    std::vector<std::string> names;
    for (const sort::Model& model : sort::models()) names.push_back(model.name);
    return names;
}

MadeLesson make_lesson(const LessonRequest& request) {
    const sort::Model& model = model_of(request.engine);
    const LessonInput& input = request.input;
    const sort::EngineConfig config{.digit_bits = request.digit_bits, .tile = kLessonTile};
    const auto model_sorter = sorter_of(model, input, config);
    const std::string model_only = why_model_only(request);

    const LessonSetup setup{{.end_bit = input.bits}, request.digit_bits, kLessonTile.pairs()};
    std::vector<uint32_t> values(input.keys.size());
    std::iota(values.begin(), values.end(), 0u);
    const sort::StageLog of_model = sort::log_sort(model, *model_sorter, input.keys, values, setup.options);
    if (!model_only.empty()) {
        MadeLesson made{make_lesson(model, of_model, setup), ""};
        made.lesson.source = "CPU model (" + model_only + ")";
        return made;
    }
    use_cuda_device(request.device);
    const sort::Engine& engine = *sort::find_engine(request.engine);
    const auto sorter = sorter_of(engine, input, config);
    const sort::StageLog of_kernel = sort::log_sort(engine, *sorter, input.keys, values, setup.options);
    MadeLesson made{make_lesson(model, of_kernel, setup), sort::first_difference(of_kernel, of_model)};
    compare(made.lesson, of_kernel, of_model, made.difference);
    return made;
}

}  // namespace app
