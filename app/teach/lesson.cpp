// From a stage log to a lesson. What is counted is in numbers.cpp; how it looks, in text.cpp.
#include "app/teach/lesson.h"

#include <algorithm>
#include <numeric>

#include "app/teach/costs.h"
#include "app/teach/sizes.h"
#include "app/teach/step_numbers.h"
#include "sort/lab/lanes.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

sort::StageText text_of(const sort::Model& model, const std::string& stage, const LessonSetup& setup) {
    if (setup.variant) {
        for (const sort::StageText& text : setup.variant->stages) {
            if (stage == text.stage) return text;
        }
    }
    for (const sort::StageText& text : model.stages) {
        if (stage == text.stage) return text;
    }
    return {"", ""};
}

/// Packed words become a table of their counters, a row per lane.
void unpack(LessonArray& array, uint32_t lane_bits) {
    array.packed = std::move(array.words);
    array.packed_columns = array.columns;
    array.lane_bits = lane_bits;
    const size_t rows = array.packed.size() / array.packed_columns;
    const size_t lanes = size_t{array.packed_columns} * 32 / lane_bits;
    array.columns = static_cast<uint32_t>(rows);
    array.words.assign(rows * lanes, 0);
    for (size_t row = 0; row < rows; ++row) {
        const auto packed = std::span(array.packed).subspan(row * array.packed_columns, array.packed_columns);
        const Words counters = sort::unpacked(packed, lane_bits);
        for (size_t lane = 0; lane < lanes; ++lane) array.words[lane * rows + row] = counters[lane];
    }
}

LessonArray array_of(const sort::Model& model, const std::string& stage, const sort::LoggedArray& logged,
                     const LessonSetup& setup) {
    LessonArray array{logged.name, "", sort::Drawn::table, "row", "column", logged.columns, logged.words};
    for (const sort::ArrayText& text : model.arrays) {
        if (stage != text.stage || logged.name != text.array) continue;
        array.sentence = with_sizes(text.sentence, setup);
        array.drawn = text.drawn;
        array.row = text.row;
        array.column = text.column;
        if (text.drawn == sort::Drawn::lanes) unpack(array, text.lane_bits);
    }
    return array;
}

/// Engines with one width only need not state it: then the number of passes gives it, where the log shows
/// digits.
int digit_bits_of(const sort::Model& model, const sort::StageLog& log, const LessonSetup& setup) {
    if (setup.digit_bits) return setup.digit_bits;
    if (model.digit_bits.usual) return model.digit_bits.usual;
    const auto shows_digits = [](const sort::LoggedStage& stage) {
        return std::any_of(stage.arrays.begin(), stage.arrays.end(),
                           [](const sort::LoggedArray& array) { return array.name == "digits"; });
    };
    const int passes = static_cast<int>(log.report.passes_run + log.report.passes_skipped);
    if (passes == 0 || std::none_of(log.stages.begin(), log.stages.end(), shows_digits)) return 0;
    return (setup.options.end_bit - setup.options.begin_bit + passes - 1) / passes;
}

Words digits_of(const Words& keys, const sort::KeyBits& digit) {
    Words digits;
    for (const uint32_t key : keys) digits.push_back(digit(key));
    return digits;
}

bool is_identity(const Words& from) {
    for (size_t i = 0; i < from.size(); ++i) {
        if (from[i] != i) return false;
    }
    return true;
}

std::string joined(const Words& words) {
    std::string text;
    for (const uint32_t word : words) text += (text.empty() ? "" : " ") + std::to_string(word);
    return text;
}

/// Returns the array of this name in the stage or the last one before it that has it; null: none, or without words.
const Words* words_up_to(const sort::StageLog& log, size_t stage, const std::string& name) {
    for (size_t i = stage + 1; i-- > 0;) {
        for (const sort::LoggedArray& array : log.stages[i].arrays) {
            if (array.name == name && !array.words.empty()) return &array.words;
        }
    }
    return nullptr;
}

/// Returns the sentences of the model's outcomes on the stage, a space before each.
std::string outcome_of(const sort::Model& model, const sort::StageLog& log, size_t stage) {
    std::string text;
    for (const sort::Outcome& outcome : model.outcomes) {
        if (log.stages[stage].name != outcome.stage) continue;
        const Words* const words = words_up_to(log, stage, outcome.array);
        if (!words) continue;
        const bool any = std::any_of(words->begin(), words->end(), [](uint32_t word) { return word != 0; });
        if (any == outcome.if_any) text += std::string(" ") + outcome.sentence;
    }
    return text;
}

LessonStep step_of(const sort::Model& model, const sort::LoggedStage& stage, const LessonSetup& setup) {
    LessonStep step;
    step.stage = stage.name;
    const sort::StageText text = text_of(model, stage.name, setup);
    step.sentence = with_sizes(text.sentence, setup);
    step.skipped = text.skipped;
    step.pass = stage.pass;
    step.ran = stage.ran;
    if (!stage.ran) return step;
    step.keys_before = stage.keys_before;
    step.values_before = stage.values_before;
    step.keys = stage.keys;
    step.values = stage.values;
    step.from = places_before(stage.values_before, stage.values);
    step.looks_at_pairs = stage.items == stage.keys.size() || stage.values != stage.values_before;
    if (is_identity(step.from)) step.from.clear();
    if (setup.digit_bits && stage.pass >= 0) {
        const sort::KeyBits digit = sort::pass_digit(setup.options, setup.digit_bits, stage.pass);
        step.digits_before = digits_of(stage.keys_before, digit);
        step.digits = digits_of(stage.keys, digit);
    }
    for (const sort::LoggedArray& array : stage.arrays) {
        if (!array.words.empty()) step.arrays.push_back(array_of(model, stage.name, array, setup));
    }
    add_compares(step, setup);
    add_look_back(step);
    step.bytes = stage.bytes;
    if (stage.bytes) {
        const size_t pairs = stage.keys.size();
        step.numbers.push_back(
            {"bytes moved", std::to_string(stage.bytes),
             (pairs
                  ? fixed(static_cast<double>(stage.bytes) / static_cast<double>(pairs)) + " bytes per pair: "
                  : "") +
                 std::string("the least this stage must read and write")});
    }
    return step;
}

/// Returns the pass of the stages [first, last] of the log.
LessonPass pass_of(const sort::LoggedStage* first, const sort::LoggedStage* last, const LessonSetup& setup) {
    LessonPass pass;
    pass.pass = first->pass;
    pass.last_stage = last->name;
    pass.moved = last->ran;
    pass.has_digit = setup.digit_bits > 0;
    pass.descents = descents(first->keys_before);
    for (const sort::LoggedStage* stage = first; stage <= last; ++stage) pass.bytes += stage->bytes;
    const Words from = places_before(first->values_before, last->values);
    if (!pass.moved || !pass.has_digit || from.empty() || setup.writes == sort::Writes::in_strips)
        return pass;

    const Words to = inverse(from);
    const Words digits =
        digits_of(first->keys_before, sort::pass_digit(setup.options, setup.digit_bits, pass.pass));
    const auto of_tiles = [&](uint32_t tile_pairs, bool exchanged) {
        return written(digits, to, tile_pairs, exchanged, setup.warp_threads);
    };
    pass.as_written = of_tiles(setup.tile_pairs, setup.exchanges());
    pass.without_exchange = of_tiles(setup.tile_pairs, false);
    pass.one_tile = of_tiles(static_cast<uint32_t>(to.size()), setup.exchanges());
    return pass;
}

void add_launches(Lesson& lesson, const sort::Model& model) {
    const auto on_gpu = sort::cuda_engine_names();
    if (lesson.steps.empty() ||
        std::find(on_gpu.begin(), on_gpu.end(), std::string(model.name)) == on_gpu.end())
        return;
    lesson.launches = sort::launches_of(model, "").launches;
    lesson.grid_barriers = 0;
    for (const LessonStep& step : lesson.steps) {
        const sort::StageLaunches own = sort::launches_of(model, step.stage);
        lesson.launches += own.launches;
        if (!step.ran || !lesson.grid_barriers) continue;
        if (own.barriers < 0)
            lesson.grid_barriers.reset();
        else
            *lesson.grid_barriers += static_cast<uint32_t>(own.barriers);
    }
}

void add_descents(LessonStep& step) {
    if (!step.ran || step.keys_before.empty()) return;
    const uint32_t count = descents(step.keys_before);
    const std::string runs = count ? std::to_string(count + 1) + " ascending runs" : "the keys are in order";
    step.numbers.insert(
        step.numbers.begin(),
        {"descents", std::to_string(count) + " of " + std::to_string(step.keys_before.size() - 1),
         "before the stage: keys greater than the next; " + runs});
}

void add_written(const LessonPass& pass, const LessonSetup& setup, LessonStep& last) {
    const size_t pairs = last.keys.size();
    const uint32_t tile_pairs = setup.tile_pairs, warp = setup.warp_threads;
    if (pass.as_written.sectors.empty()) return;

    const uint32_t runs = pass.as_written.runs;
    const bool exchanged = setup.exchanges();
    last.numbers.push_back(
        {"same-digit runs written", std::to_string(runs),
         fixed(static_cast<double>(pairs) / runs) + " pairs per run; " +
             (exchanged ? "without the exchange in the tile: " + std::to_string(pass.without_exchange.runs)
                        : "in the order in which they came")});
    std::string without = joined(pass.without_exchange.sectors);
    if (pass.without_exchange.sectors == pass.as_written.sectors) {
        without = tile_pairs == warp ? "the same, since a tile is one warp here" : "the same";
    }
    const uint32_t least = (warp + kSectorWords - 1) / kSectorWords;
    std::string meaning =
        "32 bytes each; " + std::to_string(least) + " can hold the keys of a warp of " + std::to_string(warp);
    if (warp < kWarpThreads) {
        meaning += ": a warp has " + std::to_string(warp) + " threads here, ";
        meaning += tile_pairs == warp ? "as many as a tile has pairs"
                                      : "so that a tile of " + std::to_string(tile_pairs) + " pairs has " +
                                            std::to_string(tile_pairs / warp);
    }
    if (exchanged) meaning += "; without the exchange: " + without;
    if (exchanged && pairs > tile_pairs)
        meaning += "; with all pairs in one tile: " + joined(pass.one_tile.sectors);
    last.numbers.push_back({"sectors written by each warp", joined(pass.as_written.sectors), meaning});
    const auto total = [](const Written& written) { return std::to_string(written.all_sectors()); };
    last.numbers.push_back({"sectors written by all warps", total(pass.as_written),
                            exchanged ? "without the exchange: " + total(pass.without_exchange)
                                      : "with no exchange in the tile"});
}

bool is_sorted_as_promised(const Lesson& lesson) {
    Words order(lesson.keys.size());
    std::iota(order.begin(), order.end(), 0u);
    const sort::KeyBits bits = sort::key_bits(lesson.setup.options.begin_bit, lesson.setup.options.end_bit);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return bits(lesson.keys[a]) < bits(lesson.keys[b]); });
    if (lesson.sorted_keys.size() != order.size() || lesson.sorted_values.size() != order.size())
        return false;
    if (lesson.stable && lesson.sorted_values != order) return false;
    Words values = lesson.sorted_values;
    for (size_t place = 0; place < order.size(); ++place) {
        const uint32_t value = values[place];
        if (value >= order.size() || lesson.sorted_keys[place] != lesson.keys[value]) return false;
        if (bits(lesson.keys[value]) != bits(lesson.keys[order[place]])) return false;
    }
    std::sort(values.begin(), values.end());
    return std::adjacent_find(values.begin(), values.end()) == values.end();
}

}  // namespace

std::string array_title(const LessonArray& array) {
    return array.unit.empty() ? array.name : array.name + " (" + array.unit + ")";
}

const LessonArray* array_named(const LessonStep& step, const std::string& name) {
    const auto found = std::find_if(step.arrays.begin(), step.arrays.end(),
                                    [&](const LessonArray& array) { return array.name == name; });
    return found == step.arrays.end() ? nullptr : &*found;
}

Lesson make_lesson(const sort::Model& model, const sort::StageLog& log, const LessonSetup& setup) {
    Lesson lesson;
    lesson.engine = model.name;
    lesson.title = model.title;
    if (setup.variant) {
        lesson.engine += std::string(":") + setup.variant->name;
        lesson.title = setup.variant->title;
    }
    lesson.paper = model.paper;
    lesson.stable = model.stable;
    lesson.pictures = sort::pictures_of(lesson.engine);
    lesson.setup = setup;
    lesson.keys = log.keys;
    lesson.sorted_keys = log.sorted_keys;
    lesson.sorted_values = log.sorted_values;
    lesson.report = log.report;
    lesson.path = sort::path_name(model, log.report.path);
    lesson.setup.digit_bits = digit_bits_of(model, log, setup);
    for (const sort::LoggedStage& stage : log.stages) {
        lesson.steps.push_back(step_of(model, stage, lesson.setup));
        LessonStep& step = lesson.steps.back();
        if (step.ran) step.sentence += outcome_of(model, log, lesson.steps.size() - 1);
    }
    add_waits(lesson);
    add_inversions(lesson);
    for (const sort::Question& asked : model.questions) {
        lesson.questions.push_back(
            {asked.stage, with_sizes(asked.question, lesson.setup), with_sizes(asked.answer, lesson.setup)});
    }

    // Neighbouring stages with the same number of a pass are that pass.
    for (size_t first = 0; first < log.stages.size();) {
        size_t last = first;
        while (last + 1 < log.stages.size() && log.stages[last + 1].pass == log.stages[first].pass) ++last;
        lesson.steps[first].first_of_pass = true;
        add_descents(lesson.steps[first]);
        if (log.stages[first].pass >= 0 && log.stages[first].ran) {
            lesson.passes.push_back(pass_of(&log.stages[first], &log.stages[last], lesson.setup));
            add_written(lesson.passes.back(), setup, lesson.steps[last]);
        }
        first = last + 1;
    }
    // With few keys an engine may cut their bits into more digits than it counts passes.
    const auto moved = std::count_if(lesson.passes.begin(), lesson.passes.end(),
                                     [](const LessonPass& pass) { return pass.moved; });
    lesson.report.passes_run = std::max(lesson.report.passes_run, static_cast<uint32_t>(moved));
    lesson.sorted = is_sorted_as_promised(lesson);
    add_launches(lesson, model);
    return lesson;
}

const char* agreement_text(LessonSource source, Agreement agreement) {
    const bool engine = source == LessonSource::cpu_engine;
    switch (agreement) {
        case Agreement::agrees:
            return engine ? "engine and model agree" : "GPU and model agree";
        case Agreement::differs:
            return engine ? "engine and model differ" : "GPU and model differ";
        case Agreement::model_only:
            break;
    }
    return source == LessonSource::own_kernel ? "your kernel" : "model only";
}

std::string why_skipped(const LessonStep& step) {
    return step.skipped.empty() ? "these keys do not need it" : step.skipped;
}

const char* key_word(const Lesson& lesson) {
    const auto adds = [](const sort::Picture& picture) { return picture.part == sort::Part::adds; };
    return std::any_of(lesson.pictures.begin(), lesson.pictures.end(), adds) ? "sum" : "key";
}

std::string pass_title(const Lesson& lesson, int pass) {
    const auto number = static_cast<size_t>(pass);
    return number < lesson.pass_names.size() ? lesson.pass_names[number] : "pass " + std::to_string(pass);
}

const char* result_word(const Lesson& lesson) {
    if (!lesson.result.empty()) return lesson.sorted ? "right" : "WRONG";
    return lesson.sorted ? "sorted" : "NOT SORTED";
}

bool same_stage(const sort::StageLog& a, const sort::StageLog& b, size_t index) {
    if (index >= a.stages.size() || index >= b.stages.size()) return false;
    sort::StageLog first, second;
    first.stages = {a.stages[index]};
    second.stages = {b.stages[index]};
    return sort::first_difference(first, second).empty();
}

void compare(Lesson& lesson, const sort::StageLog& engine, const sort::StageLog& model,
             const std::string& difference, LessonSource source) {
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        lesson.steps[i].agreement = same_stage(engine, model, i) ? Agreement::agrees : Agreement::differs;
    }
    const bool gpu = source == LessonSource::kernels;
    const std::string who = gpu ? "kernel" : "engine";
    const std::string count = std::to_string(lesson.steps.size());
    lesson.source_kind = source;
    lesson.source = gpu ? "GPU kernels (" : "the engine itself, on the CPU (";
    lesson.source += who + (difference.empty() ? " and model agree in all " + count + " stages)"
                                               : " and model differ: " + difference + ")");
}

void compare_result(Lesson& lesson, const char* engine, const std::string& difference) {
    lesson.source_kind = LessonSource::checked_model;
    lesson.source = std::string("CPU model (the kernels of ") + engine + " keep these stages inside a launch";
    lesson.source += difference.empty() ? "; the order was checked against their result on the GPU)"
                                        : "; GPU and model differ: " + difference + ")";
}

}  // namespace app
