// Names as on the screen. What is not known is null, never 0.
#include "app/teach/export/lesson_json.h"

#include <nlohmann/json.hpp>

#include "app/teach/code/excerpts.h"
#include "app/teach/costs.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

const char* drawn_name(sort::Drawn drawn) {
    switch (drawn) {
        case sort::Drawn::a_pair:
            return "per pair before";
        case sort::Drawn::a_place:
            return "per pair after";
        case sort::Drawn::in_tile:
            return "per pair in tile";
        case sort::Drawn::a_word:
            return "word";
        case sort::Drawn::lanes:
            return "packed counters";
        case sort::Drawn::table:
            break;
    }
    return "table";
}

Json agreement_json(Agreement agreement) {
    if (agreement == Agreement::model_only) return nullptr;
    return agreement == Agreement::agrees;
}

Json array_json(const LessonArray& array) {
    Json json{{"name", array.name}, {"sentence", array.sentence}, {"shape", drawn_name(array.drawn)}};
    if (array.drawn == sort::Drawn::table || array.drawn == sort::Drawn::lanes) {
        json["row"] = array.row;
        json["column"] = array.column;
        json["columns"] = array.columns ? array.columns : array.words.size();
    }
    json["words"] = array.words;
    if (!array.unit.empty()) {
        json["unit"] = array.unit;
        json["decimals"] = array.decimals;
    }
    if (!array.packed.empty()) {
        json["packed"] = array.packed;
        json["packed_columns"] = array.packed_columns;
        json["counter_bits"] = array.lane_bits;
    }
    return json;
}

Json code_json(const CodeExcerpt* excerpt) {
    if (!excerpt) return nullptr;
    return {{"file", excerpt->path}, {"first_line", excerpt->first_line}, {"lines", lines_of(*excerpt)}};
}

Json step_json(const std::string& lesson, const LessonStep& step, size_t number) {
    Json json{{"step", number},
              {"stage", step.stage},
              {"pass", step.pass < 0 ? Json(nullptr) : Json(step.pass)},
              {"ran", step.ran},
              {"sentence", step.sentence},
              {"code", code_json(excerpt_of(lesson, step.stage))},
              {"kernel_agrees", agreement_json(step.agreement)}};
    if (!step.ran) {
        json["skipped"] = step.skipped;
        return json;
    }
    json["keys_before"] = step.keys_before;
    json["values_before"] = step.values_before;
    json["keys"] = step.keys;
    json["values"] = step.values;
    if (!step.digits.empty()) json["digits"] = step.digits;
    if (!step.from.empty()) json["from"] = step.from;
    json["arrays"] = Json::array();
    for (const LessonArray& array : step.arrays) json["arrays"].push_back(array_json(array));
    json["numbers"] = Json::array();
    for (const LessonNumber& number : step.numbers)
        json["numbers"].push_back(
            {{"name", number.name}, {"value", number.value}, {"meaning", number.meaning}});
    return json;
}

template <class Number>
Json number_json(const std::optional<Number>& number) {
    return number ? Json(*number) : Json(nullptr);
}

Json totals_json(const LessonCosts& totals) {
    const auto known = [&](uint32_t value) { return totals.writes_known ? Json(value) : Json(nullptr); };
    return {{"passes_run", number_json(totals.passes)},
            {"passes_skipped", number_json(totals.passes_skipped)},
            {"stages_run", totals.stages},
            {"stages_skipped", totals.stages_skipped},
            {"pairs_moved", totals.moves},
            {"bytes", number_json(totals.bytes)},
            {"launches", number_json(totals.launches)},
            {"grid_barriers", number_json(totals.barriers)},
            {"compares", number_json(totals.compares)},
            {"same_digit_runs", known(totals.runs)},
            {"sectors", known(totals.sectors)},
            {"sectors_without_exchange", known(totals.sectors_plain)}};
}

Json lesson_json(const Lesson& lesson, const std::string& what) {
    const sort::Options& options = lesson.setup.options;
    const bool is_sort = lesson.result.empty(), has_tiles = lesson.setup.has_tiles;
    Json json{{"engine", lesson.engine},
              {"title", lesson.title},
              {"paper", lesson.paper},
              {"stable", is_sort ? Json(lesson.stable) : Json(nullptr)},
              {"source", lesson.source},
              {"input", what},
              {"key_bits", options.end_bit - options.begin_bit},
              {"digit_bits", lesson.setup.digit_bits ? Json(lesson.setup.digit_bits) : Json(nullptr)},
              {"tile_pairs", has_tiles ? Json(lesson.setup.tile_pairs) : Json(nullptr)},
              {"warp_threads", lesson.setup.has_warps ? Json(lesson.setup.warp_threads) : Json(nullptr)},
              {"keys", lesson.keys}};
    json["steps"] = Json::array();
    for (size_t i = 0; i < lesson.steps.size(); ++i)
        json["steps"].push_back(step_json(lesson.engine, lesson.steps[i], i + 1));
    json["sorted_keys"] = lesson.sorted_keys;
    json["sorted_values"] = lesson.sorted_values;
    json["sorted"] = is_sort ? Json(lesson.sorted) : Json(nullptr);
    if (!is_sort) {
        json["result"] = lesson.result;
        json["right"] = lesson.sorted;
    }
    json["path"] = lesson.path.empty() ? Json(nullptr) : Json(lesson.path);
    json["questions"] = Json::array();
    for (const LessonQuestion& one : lesson.questions)
        json["questions"].push_back(
            {{"stage", one.stage}, {"question", one.question}, {"answer", one.answer}});
    if (!lesson.broken.name.empty()) {
        const LessonBreak& broken = lesson.broken;
        json["broken"] = {{"name", broken.name},
                          {"title", broken.title},
                          {"sentence", broken.sentence},
                          {"wrong", broken.wrong},
                          {"first_wrong", broken.wrong_what},
                          {"first_step", broken.first_step < 0 ? Json(nullptr) : Json(broken.first_step + 1)},
                          {"first_array", broken.first_array},
                          {"first_word", broken.first_word ? Json(*broken.first_word) : Json(nullptr)}};
    }
    json["totals"] = totals_json(costs_of(lesson));
    return json;
}

}  // namespace

Json lessons_json(const std::vector<const Lesson*>& lessons, const std::string& what) {
    Json json{{"schema", 1}, {"lessons", Json::array()}};
    for (const Lesson* lesson : lessons) json["lessons"].push_back(lesson_json(*lesson, what));
    return json;
}

}  // namespace app
