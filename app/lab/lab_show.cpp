// A stage of the lesson is what all blocks store between one barrier and the next.
#include "app/lab/lab_show.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "app/base/text/names.h"
#include "app/lab/lab_build.h"
#include "app/lab/lab_run.h"
#include "app/lab/lab_trace.h"
#include "app/lab/lab_verdict.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t kMostStages = 64;  // a kernel may pass barriers for ever

/// An array of the kernel while its stores are done again.
struct Watched {
    bool shared = false;
    uint32_t count = 0;                  // elements; of a shared array, of each block
    std::map<uint32_t, Words> of_block;  // of a global array, block 0 has them
    std::map<uint32_t, std::vector<bool>> written;
    std::set<uint32_t> lines;  // that stored to it in the present stage
};

class LabLesson {
public:
    LabLesson(const LabFolder& folder, const LabConstants& constants, const LabTrace& trace)
        : lab_(*folder.lab), constants_(constants), trace_(trace) {
        if (trace.inputs.empty()) return;
        lesson_.engine = lab_.name;
        lesson_.title = lab_.sentence;
        lesson_.source = folder.kernel().string() + " on the emulated device, blocks and threads in order; " +
                         constants_text();
        lesson_.source_kind = LessonSource::own_kernel;
        lesson_.keys = lesson_.sorted_keys = trace.inputs[0].words;
        lesson_.sorted_values.resize(lesson_.keys.size());
        std::iota(lesson_.sorted_values.begin(), lesson_.sorted_values.end(), 0u);
        lesson_.setup.options.end_bit = 8;
        lesson_.setup.tile_pairs = constants.threads;
        lesson_.setup.warp_threads = std::min(constants.threads, 32u);
    }

    /// Returns how many stores were left out, because they are behind the last stage that is shown.
    uint32_t add_stages() {
        if (lesson_.keys.empty()) return 0;
        add_input();
        uint32_t barriers = 0, left_out = 0;
        for (const LabStore& store : trace_.stores) barriers = std::max(barriers, store.barriers);
        const uint32_t end = std::min(barriers + 1, kMostStages);
        for (uint32_t stage = 0; stage < end; ++stage) add_stage(stage, barriers);
        for (const LabStore& store : trace_.stores) left_out += store.barriers >= end;
        return left_out;
    }

    Lesson with_result(const LabVerdict& verdict) {
        lesson_.sorted = verdict.right();
        if (lesson_.keys.empty()) return std::move(lesson_);
        if (!trace_.found.empty()) add_result();
        for (LessonStep& step : lesson_.steps) {
            step.looks_at_pairs =
                std::any_of(step.arrays.begin(), step.arrays.end(),
                            [](const LessonArray& array) { return array.drawn == sort::Drawn::a_pair; });
        }
        lesson_.result = verdict.right()
                             ? "every element is right in this run; `sweeplab lab check` tries more"
                             : verdict.verdict + ": " + verdict.reason;
        return std::move(lesson_);
    }

private:
    std::string constants_text() const {
        std::string text = "kThreads = " + std::to_string(constants_.threads);
        if (constants_.bits > 0)
            text += ", kBits = " + std::to_string(constants_.bits) +
                    ", kShift = " + std::to_string(constants_.shift);
        return text + " here";
    }
    uint32_t blocks() const {
        return (static_cast<uint32_t>(lesson_.keys.size()) + constants_.threads - 1) / constants_.threads;
    }
    bool is_bins(size_t count) const { return constants_.bits > 0 && count == size_t{1} << constants_.bits; }

    LessonStep& step(const std::string& stage, const std::string& sentence) {
        LessonStep step;
        step.stage = stage;
        step.sentence = sentence;
        step.first_of_pass = lesson_.steps.empty();
        step.keys_before = step.keys = lesson_.keys;
        step.values_before = step.values = lesson_.sorted_values;
        return lesson_.steps.emplace_back(std::move(step));
    }

    bool is_per_key(const std::string& array) const {
        const std::vector<std::string> names = split(lab_.per_key, ' ');
        return std::find(names.begin(), names.end(), array) != names.end();
    }

    /// An array of device memory as the lesson shows it: under the keys, a word, or a list.
    LessonArray global_array(const std::string& name, const std::string& sentence, const Words& words) const {
        LessonArray array{name, sentence, sort::Drawn::a_pair, "", "", 0, words};
        if (is_per_key(name)) return array;
        array.drawn = words.size() == 1 ? sort::Drawn::a_word : sort::Drawn::table;
        array.columns = 1;
        array.row = is_bins(words.size()) ? "bin" : words.size() == blocks() ? "tile" : "element";
        return array;
    }

    /// A word per thread stands under the keys of its tile; other shared arrays are tables with a column per block.
    LessonArray shared_array(const std::string& name, const std::string& sentence,
                             const Watched& watched) const {
        LessonArray array{name, sentence, sort::Drawn::a_pair, "", "", 0, {}};
        const auto word = [&](uint32_t block, uint32_t at) {
            const auto found = watched.of_block.find(block);
            return found == watched.of_block.end() ? 0 : found->second[at];
        };
        if (watched.count == constants_.threads) {
            for (size_t i = 0; i < lesson_.keys.size(); ++i)
                array.words.push_back(
                    word(static_cast<uint32_t>(i) / watched.count, static_cast<uint32_t>(i) % watched.count));
            return array;
        }
        array.drawn = sort::Drawn::table;
        array.row = is_bins(watched.count) ? "bin" : "element";
        array.column = "block";
        array.columns = blocks();
        for (uint32_t at = 0; at < watched.count; ++at) {
            for (uint32_t block = 0; block < blocks(); ++block) array.words.push_back(word(block, at));
        }
        return array;
    }

    void add_input() {
        LessonStep& input =
            step("input", "What the kernel is given. The row of keys is " + trace_.inputs[0].name +
                              ": element i belongs to thread i % kThreads of block i / kThreads.");
        for (const LabWords& array : trace_.inputs) {
            const bool zeros =
                std::all_of(array.words.begin(), array.words.end(), [](uint32_t w) { return w == 0; });
            if (&array != &trace_.inputs[0] && !zeros)
                input.arrays.push_back(global_array(array.name, "given", array.words));
        }
        if (constants_.bits == 0) return;
        Words digits;
        for (const uint32_t key : lesson_.keys)
            digits.push_back(key >> constants_.shift & ((1u << constants_.bits) - 1));
        input.arrays.push_back({"digit", "digit_of(key)", sort::Drawn::a_pair, "", "", 0, digits});
    }

    void store_again(const LabStore& store) {
        Watched& watched = arrays_[store.array];
        watched.shared = store.shared;
        watched.count = store.count;
        const uint32_t block = store.shared ? store.block : 0;
        Words& words = watched.of_block[block];
        if (words.empty()) {
            words = initial_words(store);
            watched.written[block].assign(store.count, false);
        }
        if (store.index >= words.size()) return;
        words[store.index] = store.value;
        watched.written[block][store.index] = true;
        watched.lines.insert(store.line);
    }

    Words initial_words(const LabStore& store) const {
        for (const LabWords& array : trace_.inputs) {
            if (!store.shared && array.name == store.array && array.words.size() == store.count)
                return array.words;
        }
        return Words(store.count, 0);
    }

    bool is_given(const std::string& name) const {
        return std::any_of(trace_.inputs.begin(), trace_.inputs.end(),
                           [&](const LabWords& array) { return array.name == name; });
    }

    void add_stage(uint32_t stage, uint32_t barriers) {
        for (auto& [name, watched] : arrays_) watched.lines.clear();
        for (const LabStore& store : trace_.stores) {
            if (store.barriers == stage) store_again(store);
        }
        const std::string number = std::to_string(stage + 1);
        const bool last = stage == barriers;
        const std::string from = stage == 0 ? "From the start" : "From barrier " + std::to_string(stage);
        LessonStep& made = step(
            last ? stage == 0 ? "the kernel" : "to the end" : "to barrier " + number,
            from + (last ? " to the end" : " to barrier " + number) + ": what all threads store, and where.");
        for (const auto& [name, watched] : arrays_) {
            if (watched.lines.empty()) continue;
            std::vector<std::string> lines;
            for (const uint32_t line : watched.lines) lines.push_back(std::to_string(line));
            const std::string where =
                (lines.size() > 1 ? "stored at the lines " : "stored at line ") + join(lines, ", ");
            made.arrays.push_back(
                watched.shared ? shared_array(name, "in shared memory, " + where, watched)
                               : global_array(name, "in device memory, " + where, watched.of_block.at(0)));
            add_unwritten(made, name, watched);
        }
        if (made.arrays.empty()) made.sentence += " Nothing is stored.";
    }

    void add_unwritten(LessonStep& made, const std::string& name, const Watched& watched) const {
        if (!watched.shared && is_given(name)) return;
        const uint64_t all = uint64_t{watched.count} * (watched.shared ? blocks() : 1);
        uint64_t written = 0;
        for (const auto& [block, marks] : watched.written)
            written += static_cast<uint64_t>(std::count(marks.begin(), marks.end(), true));
        if (written == all) return;
        made.numbers.push_back({name + " not yet written",
                                std::to_string(all - written) + " of " + std::to_string(all), "drawn as 0"});
    }

    void add_result() {
        LessonStep& made = step("result", "What the kernel has left in device memory, beside what is right.");
        LessonBreak& wrong = lesson_.broken;
        for (size_t k = 0; k < trace_.found.size(); ++k) {
            const LabWords& found = trace_.found[k];
            const Words& right = trace_.wanted[k];
            if (found.words.empty()) continue;
            made.arrays.push_back(global_array(found.name, "as the kernel left it", found.words));
            uint32_t differ = 0;
            for (uint32_t i = 0; i < right.size(); ++i) {
                if (found.words[i] == right[i] && !found.unwritten[i]) continue;
                if (differ++ > 0 || wrong.wrong) continue;
                wrong.wrong = true;
                wrong.wrong_index = i;
                wrong.wrong_what =
                    found.name + "[" + std::to_string(i) + "] " +
                    (found.unwritten[i] ? "was never written" : "is " + std::to_string(found.words[i])) +
                    ", " + std::to_string(right[i]) + " is right";
                wrong.first_step = static_cast<int>(lesson_.steps.size()) - 1;
                wrong.first_array = found.name;
                wrong.first_word = i;
            }
            made.numbers.push_back({found.name, differ == 0 ? "right" : std::to_string(differ) + " wrong",
                                    "of " + counted(right.size(), "element")});
            if (differ == 0) continue;
            LessonArray& shown_right =
                made.arrays.emplace_back(global_array(found.name, "what is right", right));
            shown_right.name = "right " + found.name;
        }
        if (wrong.wrong) made.sentence += " First wrong: " + wrong.wrong_what + ".";
    }

    const LabTask& lab_;
    LabConstants constants_;
    const LabTrace& trace_;
    Lesson lesson_;
    std::map<std::string, Watched> arrays_;
};

}  // namespace

ShownLab show_lab(const LabFolder& folder, uint32_t count, uint64_t seed) {
    const WorkFolder work;
    const LabConstants constants = shown_constants(*folder.lab);
    const LabBuild build = build_lab(folder, constants, false, work);
    if (build.program.empty()) return {not_built(build), {}, 0};
    std::vector<std::string> words = constants_words(constants, seed);
    words.insert(words.end(), {"--shown", std::to_string(count)});
    const LabRun run = run_lab(build.program, std::move(words));
    ShownLab shown{lab_verdict(run.report, run.ran_out), {}, 0};
    shown.verdict.printed = run.printed;
    shown.verdict.left_out = run.left_out;
    if (shown.verdict.right())
        shown.verdict.next =
            "`sweeplab lab check` tries more inputs and orders; this is one run, threads in order.";
    shown.verdict.build_s = build.seconds;
    shown.verdict.run_s = run.seconds;
    const LabTrace trace = read_trace(run.report);
    LabLesson lesson(folder, constants, trace);
    shown.left_out = lesson.add_stages();
    shown.lesson = lesson.with_result(shown.verdict);
    return shown;
}

}  // namespace app
