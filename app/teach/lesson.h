// A lesson: a small sort as a list of steps, each with all that is to be shown of it. Made whole from a stage
// log (of the kernels or of the model) and the model's texts; a step forward or back is an index.
#pragma once
#include <string>
#include <vector>

#include "app/teach/numbers.h"
#include "sort/engines/sortable.h"
#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"

namespace app {

/// What was sorted, and its tiles.
struct LessonSetup {
    sort::Options options{};   // the bits, and whether the order is checked
    int digit_bits = 0;        // 0: the engine's usual digits, or none
    uint32_t tile_pairs = 32;  // borders are drawn there
};

struct LessonArray {
    std::string name, sentence;
    sort::Drawn drawn;
    std::string row, column;  // of a table: their names
    uint32_t columns = 0;     // of a table
    std::vector<uint32_t> words;
};

/// One number that matters: "descents", "14 of 31", "neighbours where a key is greater than the next".
struct LessonNumber {
    std::string name, value, meaning;
};

enum class Agreement { model_only, agrees, differs };  // of the kernel with the model

/// One stage. Vectors hold one word per pair unless they are empty; those of a stage that did not run all
/// are.
struct LessonStep {
    std::string stage, sentence;
    std::string skipped;  // why the sort skipped it, where it did
    int pass = -1;
    bool ran = true, first_of_pass = false;
    std::vector<uint32_t> keys_before, values_before, keys, values;
    std::vector<uint32_t> from;                   // from[i] = index before the stage; empty: nothing moved
    std::vector<uint32_t> digits_before, digits;  // of the pass; empty outside digit passes
    bool looks_at_pairs = true;                   // false: only at what the stages before it made
    std::vector<LessonArray> arrays;
    std::vector<LessonNumber> numbers;
    Agreement agreement = Agreement::model_only;
};

/// What a pass cost. `written` is empty for a pass that moved nothing, or that has no digit.
struct LessonPass {
    int pass = 0;
    std::string last_stage;
    bool moved = true;  // its last stage ran
    uint32_t descents = 0;
    bool has_digit = false;
    Written with_exchange, without_exchange, one_tile;  // one_tile: were all pairs in one tile
    uint64_t bytes = 0;
};

struct Lesson {
    std::string engine, title, paper;
    bool stable = true;
    LessonSetup setup;   // with digit_bits known
    std::string source;  // what was run: the GPU's kernels or the CPU model, one line
    std::vector<uint32_t> keys, sorted_keys, sorted_values;
    std::vector<LessonStep> steps;
    std::vector<LessonPass> passes;
    sort::Report report{};
    bool sorted =
        false;         // the result is what std::stable_sort gives; of an unstable engine: in order, complete
    std::string path;  // that the sort took, "" for engines with one path
};

Lesson make_lesson(const sort::Model& model, const sort::StageLog& log, const LessonSetup& setup);

/// Marks each step as one in which the two logs agree or not, and writes the source. `difference` is what
/// sort::first_difference returned.
void compare(Lesson& lesson, const sort::StageLog& kernel, const sort::StageLog& model,
             const std::string& difference);

}  // namespace app
