// Chooses the maker, the model and the kernels of a requested lesson, and runs them.
#include "app/teach/make.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/machine.h"
#include "app/base/text/names.h"
#include "app/cli/kernel_loading.h"
#include "app/teach/look_back_times.h"
#include "app/teach/maker.h"
#include "app/teach/sizes.h"
#include "sort/base/errors.h"
#include "sort/device.h"
#include "sort/registry.h"

namespace app {
namespace {

const LessonMaker kMakers[] = {order_check_lesson(),    scan_lesson(),   sweep_lesson(), columns_lesson(),
                               endpoint_lesson(),       morton_lesson(), tree_lesson(),
#ifndef __EMSCRIPTEN__  // the module of the site has no room for it
                               sparse_product_lesson(),
#endif
                               contacts_lesson()};

const sort::Break& break_of(const std::string& lesson, const std::string& name) {
    if (const sort::Break* broken = find_break(lesson, name)) return *broken;
    if (breaks_of(lesson).empty()) throw BadUsage("the lesson '" + lesson + "' has nothing to break");
    std::vector<std::string> known;
    for (const sort::Break& broken : breaks_of(lesson)) known.push_back(broken.name);
    throw BadUsage(unknown_name("break", name, known));
}

MadeLesson make_by(const LessonMaker& maker, const LessonRequest& request) {
    const std::string name = maker.name;
    const sort::Break* const broken = request.broken.empty() ? nullptr : &break_of(name, request.broken);
    if (request.digit_bits) throw BadUsage("the lesson '" + name + "' has no digits");
    if (request.backend == "cuda") throw sort::Unavailable("the lesson '" + name + "' has no kernels");
    const SizeChoice sizes = checked_sizes(name, {request.tile, request.warp});
    const std::string small = small_sizes_text(name, sizes);
    MadeLesson made{maker.make(request.input, broken, sizes), ""};
    made.lesson.engine = maker.name;
    made.lesson.title = maker.title;
    made.lesson.paper = maker.paper;
    made.lesson.source = "CPU model (this lesson has no kernels" + (small.empty() ? "" : "; " + small) + ")";
    if (!broken) return made;
    made.lesson.source = "CPU model, broken: " + std::string(broken->title);
    if (!small.empty()) made.lesson.source += " (" + small + ")";
    mark_broken(made.lesson, *broken, maker.make(request.input, nullptr, sizes));
    return made;
}

/// Returns "fourway" of "fourway:no-shuffle".
std::string engine_of(const std::string& lesson) { return lesson.substr(0, lesson.find(':')); }

/// Returns a sorter for the lesson; what an engine has not is wrong usage, found before the machine is examined.
std::unique_ptr<sort::Sorter> model_sorter_of(const sort::Model& model, const LessonInput& input,
                                              const sort::EngineConfig& config) {
    try {
        return sort::make_lesson_sorter(model, static_cast<uint32_t>(input.keys.size()), config);
    } catch (const std::invalid_argument& error) {
        throw BadUsage(error.what());
    }
}

bool has_tile(const sort::Engine& engine, const sort::TileShape& tile) {
    return std::find(engine.tiles.begin(), engine.tiles.end(), tile) != engine.tiles.end();
}

/// Returns why the engine itself cannot run beside the model; "" if it can. Throws sort::Unavailable if it
/// was requested.
std::string why_model_only(const LessonRequest& request, const std::string& small) {
    const std::string& name = request.engine;
    if (!small.empty()) {
        if (request.backend == "cuda")
            throw BadUsage("--backend cuda: only the model of '" + name + "' has " + small);
        return small;
    }
    const sort::Engine* const engine = sort::find_engine(engine_of(name));
    if (engine && engine->backend == sort::Backend::cpu) {
        if (request.backend == "cuda") {
            throw sort::Unavailable("engine '" + name + "' has no kernels: it runs on the CPU");
        }
        return "";
    }
    if (request.backend == "cpu") return "the kernels were not run";
    std::string reason;
    if (sort::cuda_available(&reason, request.device)) {
        if (!engine) {
            reason = "engine '" + name + "' is not in this build";
        } else if (engine->shows_lesson && find_lesson_model(name)->sizes.tiles &&
                   !has_tile(*engine, {sort::kLessonTile, 1})) {
            reason = "engine '" + name + "' has no tile of lessons";
        } else {
            reason = sort::refusal_of(*engine, request.device, true);
        }
    }
    if (!reason.empty() && (request.backend == "cuda" || request.device != 0)) {
        throw sort::Unavailable("the kernels of '" + name + "' cannot run: " + reason);
    }
    return reason;
}

}  // namespace

const sort::Model* find_lesson_model(const std::string& lesson) {
    return sort::find_model(engine_of(lesson));
}

const sort::LessonVariant* find_variant(const std::string& lesson) {
    const sort::Model* const model = find_lesson_model(lesson);
    if (!model || lesson.find(':') == lesson.npos) return nullptr;
    for (const sort::LessonVariant& variant : model->lesson_variants) {
        if (lesson == std::string(model->name) + ":" + variant.name) return &variant;
    }
    return nullptr;
}

void require_lesson(const std::string& lesson) {
    const std::string engine = engine_of(lesson);
    const bool is_variant = engine != lesson;
    if (find_maker(lesson) || find_variant(lesson)) return;
    if (const sort::Model* const model = sort::find_model(engine)) {
        if (!is_variant) return;
        std::vector<std::string> names;
        for (const sort::LessonVariant& variant : model->lesson_variants)
            names.push_back(engine + ":" + variant.name);
        if (names.empty()) throw BadUsage("the lesson '" + engine + "' has no variants");
        throw BadUsage(unknown_name("lesson", lesson, names));
    }
    const std::vector<std::string> known = lesson_names();
    const auto cuda = sort::cuda_engine_names();  // known in every build
    if (find_maker(engine)) throw BadUsage("the lesson '" + engine + "' has no variants");
    if (sort::find_engine(engine) || std::find(cuda.begin(), cuda.end(), engine) != cuda.end()) {
        throw BadUsage("engine '" + engine + "' has no lesson; engines with one: " + join(known));
    }
    throw BadUsage(unknown_name("lesson", engine, known));
}

const LessonMaker* find_maker(const std::string& name) {
    for (const LessonMaker& maker : kMakers) {
        if (name == maker.name) return &maker;
    }
    return nullptr;
}

std::vector<LessonTitle> lesson_titles() {
    std::vector<LessonTitle> titles;
    for (const sort::Model& model : sort::models()) titles.push_back({model.name, model.title, model.paper});
    for (const LessonMaker& maker : kMakers) titles.push_back({maker.name, maker.title, maker.paper});
    std::sort(titles.begin(), titles.end(),
              [](const LessonTitle& a, const LessonTitle& b) { return a.name < b.name; });
    return titles;
}

std::vector<std::string> lesson_names() {
    std::vector<std::string> names;
    for (const LessonTitle& lesson : lesson_titles()) names.push_back(lesson.name);
    return names;
}

std::vector<std::string> lesson_and_variant_names() {
    std::vector<std::string> names;
    for (const std::string& name : lesson_names()) {
        names.push_back(name);
        const sort::Model* const model = sort::find_model(name);
        if (!model) continue;
        for (const sort::LessonVariant& variant : model->lesson_variants)
            names.push_back(name + ":" + variant.name);
    }
    return names;
}

bool has_kernels(const std::string& lesson) {
    const sort::Engine* const engine = sort::find_engine(engine_of(lesson));
    return find_lesson_model(lesson) && !(engine && engine->backend == sort::Backend::cpu);
}

std::span<const sort::Break> breaks_of(const std::string& lesson) {
    if (const LessonMaker* maker = find_maker(lesson)) return maker->breaks;
    const sort::Model* const model = find_lesson_model(lesson);
    return model ? model->breaks : std::span<const sort::Break>();
}

const sort::Break* find_break(const std::string& lesson, const std::string& name) {
    for (const sort::Break& broken : breaks_of(lesson)) {
        if (name == broken.name) return &broken;
    }
    return nullptr;
}

bool has_waits(const std::string& lesson) {
    const std::span<const sort::Picture> pictures = sort::pictures_of(lesson);
    return std::any_of(pictures.begin(), pictures.end(),
                       [](const sort::Picture& picture) { return picture.part == sort::Part::waits; });
}

int checked_slow_tile(uint64_t tile, std::span<const std::string> lessons) {
    if (std::none_of(lessons.begin(), lessons.end(), has_waits))
        throw BadUsage("--slow-tile belongs to onesweep, whose tiles wait for each other");
    if (tile >= kLookBackTiles)
        throw BadUsage("--slow-tile " + std::to_string(tile) + ": 0 to " +
                       std::to_string(kLookBackTiles - 1) + " expected");
    return static_cast<int>(tile);
}

MadeLesson make_lesson(const LessonRequest& request) {
    if (const LessonMaker* maker = find_maker(request.engine)) return make_by(*maker, request);
    require_lesson(request.engine);
    const sort::Model& model = *find_lesson_model(request.engine);
    const sort::LessonVariant* const variant = find_variant(request.engine);
    const LessonInput& input = request.input;
    const SizeChoice sizes = checked_sizes(request.engine, {request.tile, request.warp, request.digit_bits});
    sort::EngineConfig config{.digit_bits = request.digit_bits};
    if (variant) config.variant = variant->name;
    if (model.sizes.tiles) config.tile = {static_cast<uint32_t>(sizes.tile), 1};
    const auto model_sorter = model_sorter_of(model, input, config);
    const std::string small = small_sizes_text(request.engine, sizes);
    const sort::Break* const broken =
        request.broken.empty() ? nullptr : &break_of(request.engine, request.broken);
    const std::string model_only = why_model_only(request, small);

    LessonSetup setup{{.end_bit = input.bits}, request.digit_bits};
    setup.slow_tile = request.slow_tile;
    setup.has_tiles = model.sizes.tiles;
    setup.has_warps = setup.has_tiles;
    setup.variant = variant;
    setup.writes = model.writes;
    setup.tile_pairs = setup.has_tiles ? config.tile.pairs() : kMostLessonKeys;
    setup.warp_threads = setup.has_tiles ? static_cast<uint32_t>(sizes.warp) : model.lesson_warp_threads;
    std::vector<uint32_t> values(input.keys.size());
    std::iota(values.begin(), values.end(), 0u);
    const auto log_of = [&](const sort::Engine& engine, sort::Sorter& sorter) {
        return sort::log_sort(engine, sorter, input.keys, values, setup.options);
    };
    const sort::StageLog of_model = log_of(model, *model_sorter);
    if (broken) {
        const auto sorter = sort::make_lesson_sorter(model, model_sorter->capacity(), config, broken);
        const sort::StageLog of_broken = log_of(model, *sorter);
        MadeLesson made{make_lesson(model, of_broken, setup), ""};
        made.lesson.source = "CPU model, broken: " + std::string(broken->title);
        if (!small.empty()) made.lesson.source += " (" + small + ")";
        mark_broken(made.lesson, *broken, of_broken, of_model, make_lesson(model, of_model, setup));
        return made;
    }
    if (!model_only.empty()) {
        MadeLesson made{make_lesson(model, of_model, setup), ""};
        made.lesson.source = "CPU model (" + model_only + ")";
        return made;
    }
    const sort::Engine& engine = *sort::find_engine(engine_of(request.engine));
    const bool gpu = engine.backend == sort::Backend::cuda;
    load_kernels(engine, request.device, false, request.quiet);
    if (gpu) use_cuda_device(request.device);
    if (!has_tile(engine, config.tile)) config.tile = {};
    const auto sorter = sort::make_sorter(engine, input.keys.size(), config);
    const sort::StageLog of_engine = log_of(engine, *sorter);
    if (!engine.shows_lesson) {
        MadeLesson made{make_lesson(model, of_model, setup),
                        sort::first_difference_of_results(of_engine, of_model)};
        compare_result(made.lesson, engine.name, made.difference);
        return made;
    }
    MadeLesson made{make_lesson(model, of_engine, setup), sort::first_difference(of_engine, of_model)};
    compare(made.lesson, of_engine, of_model, made.difference,
            gpu ? LessonSource::kernels : LessonSource::cpu_engine);
    return made;
}

}  // namespace app
