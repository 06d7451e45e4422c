// A lesson: a small sort as a list of steps, each with all that is to be shown of it. Made whole from a stage
// log (of the kernels or of the model) and the model's texts; a step forward or back is an index.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/teach/numbers.h"
#include "sort/engines/sortable.h"
#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"

namespace app {

struct LessonPlane;   // app/teach/bodies/plane.h
struct ContactScene;  // app/teach/bodies/contact_scene.h

/// Parameters of the sort of a lesson, and its tiles.
struct LessonSetup {
    sort::Options options{};               // the bits, and whether the order is checked
    int digit_bits = 0;                    // 0: the engine's usual digits, or none
    uint32_t tile_pairs = 32;              // borders are drawn there
    uint32_t warp_threads = kWarpThreads;  // whose writes are counted together; 8 in most lessons
    int slow_tile = -1;     // of Part::waits: the one that counts longer than the others; -1: none
    bool has_tiles = true;  // false: the engine has none, and tile_pairs is no fewer than all
    const sort::LessonVariant* variant = nullptr;  // of the model; null: the engine as it is
    bool has_warps = true;                         // something is counted or done by warps of warp_threads
    sort::Writes writes = sort::Writes::exchanged;

    /// Returns whether pairs are exchanged in the tile before they are written.
    bool exchanges() const { return writes == sort::Writes::exchanged && (!variant || variant->exchanges); }
};

struct LessonArray {
    std::string name, sentence;
    sort::Drawn drawn;
    std::string row, column;  // of a table: their names
    uint32_t columns = 0;     // of a table
    std::vector<uint32_t> words;
    /// Packed words of an array drawn as Drawn::lanes: `packed_columns` per thread, lowest first, with counters
    /// of `lane_bits` (sort/lab/lanes.h). `words` is then the table of the counters: row bin, column thread.
    std::vector<uint32_t> packed{};
    uint32_t packed_columns = 0, lane_bits = 0;
    int decimals = 0;    // of each number: the word 607 with one decimal is 60.7
    std::string unit{};  // "m", "%"
};

/// Returns how the array is headed: "distance (m)"; without a unit "distance".
std::string array_title(const LessonArray& array);

/// One number that matters: "descents", "14 of 31", "neighbours where a key is greater than the next".
struct LessonNumber {
    std::string name, value, meaning;
};

/// Agreement of the model with what ran beside it: the kernels, or a CPU engine that reports the same stages.
enum class Agreement { model_only, agrees, differs };

/// Source of the steps of a lesson; checked_model: the model's, whose result was compared with that of the
/// kernels; own_kernel: a student's, of a lab.
enum class LessonSource { model, kernels, checked_model, cpu_engine, own_kernel };

struct LessonQuestion {
    std::string stage;  // "": of the whole sort
    std::string question, answer;
};

/// Break of the model, and where it shows. Without a break all is empty; a student's kernel that is wrong has no name.
struct LessonBreak {
    std::string name, title, sentence;
    bool wrong = false;        // the result is; the break may do no harm to these keys
    uint32_t wrong_index = 0;  // in the result: the first that is wrong
    std::string wrong_what;    // why: "index 5: key 9 stands where key 4 belongs"
    int first_step = -1;       // the first step that differs from that of the right model; -1: none does
    /// First array of first_step of which a word differs ("": its keys or values), and the index of that
    /// word; none: the steps differ otherwise.
    std::string first_array;
    std::optional<uint32_t> first_word;
};

/// Two boxes beside each other on the sort axis: do they overlap on the others too?
struct BoxTest {
    uint32_t a, b;  // indices in the pairs before the stage
    bool kept;
    bool operator==(const BoxTest&) const = default;
};

/// One stage. Vectors hold one word per pair unless they are empty; those of a stage that did not run all
/// are.
struct LessonStep {
    std::string stage, sentence;
    std::string skipped;  // why the sort skipped it, where it did
    int pass = -1;
    bool ran = true, first_of_pass = false;
    std::vector<uint32_t> keys_before, values_before, keys, values;
    std::vector<uint32_t> from;  // from[i] = index before the stage; empty: nothing moved, or pairs were lost
    std::vector<uint32_t> digits_before, digits;  // of the pass; empty outside digit passes
    uint32_t values_per_key = 1;  // value / values_per_key = index in the input; 2: a key has two records
    bool looks_at_pairs = true;   // false: only at what the stages before it made
    std::vector<LessonArray> arrays;
    uint64_t bytes = 0;          // the least that it reads and writes
    std::vector<BoxTest> tests;  // of a sweep, in the order in which they are made
    std::vector<LessonNumber> numbers;
    Agreement agreement = Agreement::model_only;
};

/// Costs of a pass. `as_written` is empty for a pass that moved nothing, or that has no digit.
struct LessonPass {
    int pass = 0;
    std::string last_stage;
    bool moved = true;  // its last stage ran
    uint32_t descents = 0;
    bool has_digit = false;
    Written as_written;        // with the exchange in the tile, unless a variant has none
    Written without_exchange;  // had it none
    Written one_tile;          // were all pairs in one tile
    uint64_t bytes = 0;
};

struct Lesson {
    std::string engine, title, paper;
    bool stable = true;
    LessonSetup setup;   // with digit_bits known
    std::string source;  // what was run: the GPU's kernels or the CPU model, one line
    LessonSource source_kind = LessonSource::model;
    std::vector<uint32_t> keys, sorted_keys, sorted_values;
    std::vector<LessonStep> steps;
    std::vector<LessonPass> passes;
    sort::Report report{};
    /// Kernel launches of the sort when nobody observes it, and the barriers of the grid inside them, where
    /// they are counted. No launches: it is no sort, or runs on the CPU.
    uint32_t launches = 0;
    std::optional<uint32_t> grid_barriers{};
    bool sorted =
        false;         // the result is what std::stable_sort gives; of an unstable engine: in order, complete
    std::string path;  // that the sort took, "" for engines with one path
    std::vector<std::string>
        pass_names{};  // of a lesson whose passes are methods: "Blelloch"; empty: "pass 1"
    std::vector<LessonQuestion> questions{};
    LessonBreak broken{};
    std::string result{};  // of a lesson that is no sort: what came out; `sorted` says whether it is right
    std::span<const sort::Picture> pictures{};
    bool names_boxes = false;  // of boxes (lesson_boxes.h): sentences call each by its index in the input
    std::shared_ptr<const LessonPlane> plane{};      // of lessons about bodies in a plane
    std::shared_ptr<const ContactScene> contacts{};  // of the lesson `contacts`, which has its own pictures
};

Lesson make_lesson(const sort::Model& model, const sort::StageLog& log, const LessonSetup& setup);

/// Returns the step's array of that name; null: it has none.
const LessonArray* array_named(const LessonStep& step, const std::string& name);

/// Returns "GPU and model agree", "engine and model differ", "model only", "your kernel".
const char* agreement_text(LessonSource source, Agreement agreement);

/// Returns "the keys are in order"; of a step that did not run.
std::string why_skipped(const LessonStep& step);

/// Returns "key", what the words of the stages are; "sum" in a lesson of Part::adds, whose words are never
/// put in order.
const char* key_word(const Lesson& lesson);

/// Returns "pass 1", or the name of the method that the pass is: "Blelloch".
std::string pass_title(const Lesson& lesson, int pass);

/// Returns "sorted", "NOT SORTED"; of a lesson that is no sort "right", "WRONG".
const char* result_word(const Lesson& lesson);

/// Returns whether both logs have the same data of stage `index`.
bool same_stage(const sort::StageLog& a, const sort::StageLog& b, size_t index);

/// Marks each step as one in which the two logs agree or not, and writes the source: `engine` are the kernels
/// or a CPU engine, whose log the lesson was made from. `difference` is what sort::first_difference returned.
void compare(Lesson& lesson, const sort::StageLog& engine, const sort::StageLog& model,
             const std::string& difference, LessonSource source = LessonSource::kernels);

/// Writes the source of a lesson that was made from the model's log, where the kernels of `engine` sorted the same keys
/// on the GPU. `difference` is what sort::first_difference_of_results returned.
void compare_result(Lesson& lesson, const char* engine, const std::string& difference);

/// Fills lesson.broken, for a lesson made from the log of the broken model; `right` is made from the other one.
void mark_broken(Lesson& lesson, const sort::Break& broken, const sort::StageLog& of_broken,
                 const sort::StageLog& of_right, const Lesson& right);

/// Fills lesson.broken for a lesson that is no sort, made from the broken model; `right` is made from the other one.
void mark_broken(Lesson& lesson, const sort::Break& broken, const Lesson& right);

}  // namespace app
