// A lesson that cannot be made is a failure, too, unless the kernels were requested and cannot run.
#include "app/teach/checking/check.h"

#include <numeric>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/teach/checking/recount.h"
#include "app/teach/layout.h"
#include "sort/base/errors.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

/// Returns the first fault of a lesson; "": there is none.
std::string fault_of(const MadeLesson& made) {
    const std::string differ = agreement_text(made.lesson.source_kind, Agreement::differs);
    if (!made.difference.empty()) return differ + ": " + made.difference;
    if (!made.lesson.sorted)
        return made.lesson.result.empty() ? "the result is not that of std::stable_sort" : made.lesson.result;
    for (const LessonStep& step : made.lesson.steps) {
        if (step.agreement == Agreement::differs) return differ + " in " + step.stage;
    }
    const std::string number = false_number(made.lesson);
    return number.empty() ? false_sentence(made.lesson) : number;
}

}  // namespace

std::vector<LessonInput> check_inputs() {
    std::vector<LessonInput> inputs;
    for (const sort::InputKind& kind : sort::input_kinds()) {
        for (const uint32_t count : {33u, 64u, 256u}) inputs.push_back(made_input(kind.example, count, 1));
    }
    std::vector<uint32_t> all(kMostLessonKeys);
    std::iota(all.rbegin(), all.rend(), 0u);
    inputs.push_back(typed_input(all));
    inputs.push_back(typed_input({7}));
    inputs.push_back(typed_input({2, 1}));
    inputs.push_back(typed_input(std::vector<uint32_t>(64, 5)));
    inputs.push_back(typed_input(std::vector<uint32_t>(kMostLessonKeys, 0)));
    inputs.push_back(typed_input({4294967295u, 0, 2147483648u, 4294967295u, 65536, 1, 0}));
    return inputs;
}

LessonCheck check_lessons(const LessonRequest& request, const std::vector<LessonInput>& inputs,
                          const std::function<void()>& tick) {
    LessonCheck check;
    check.engine = request.engine;
    LessonRequest one = request;
    for (const LessonInput& input : inputs) {
        one.input = input;
        const std::string name = input.what + ", " + counted(input.keys.size(), "key") + " (" +
                                 std::to_string(input.bits) + " bits): ";
        try {
            const MadeLesson made = make_lesson(one);
            ++check.lessons;
            check.stages += static_cast<uint32_t>(made.lesson.steps.size());
            check.compared += made.lesson.source_kind != LessonSource::model ? 1 : 0;
            check.failure = fault_of(made);
            if (check.failure.empty() && request.backend == "cuda" &&
                made.lesson.source_kind != LessonSource::kernels &&
                made.lesson.source_kind != LessonSource::checked_model)
                check.failure = "the kernels did not run";
        } catch (const sort::Unavailable&) {
            throw;
        } catch (const BadUsage&) {
            throw;
        } catch (const std::exception& error) {
            check.failure = error.what();
        }
        tick();
        if (check.failure.empty()) continue;
        check.failure = name + check.failure;
        break;
    }
    return check;
}

std::string check_text(const std::vector<LessonCheck>& checks, bool colour) {
    std::vector<std::vector<std::string>> lines = {{"lesson", "inputs", "stages", "compared", "result"}};
    for (const LessonCheck& check : checks) {
        lines.push_back({check.engine, std::to_string(check.lessons), std::to_string(check.stages),
                         std::to_string(check.compared),
                         !check.failure.empty() ? "FAILED"
                         : check.compared       ? "agrees"
                                                : "model only"});
    }
    Page page(colour);
    page.columns(lines);
    for (const LessonCheck& check : checks) {
        if (!check.failure.empty()) page.paragraph(check.engine + ": " + check.failure, 0, 2);
    }
    page.paragraph(
        "Every result is that of std::stable_sort (of unstable sorts: in order and complete; of broad phases: "
        "that of brute force; of the tree: every body once in each sum; of contacts: no pair missed, no box twice in a colour, no impulse below 0). agrees: the engine itself ran too (compared), and its arrays are the model's in "
        "every stage (of adaptive and bucketsort on a GPU: its result is the model's). model only: it could not run here, or the lesson has no engine. Descents, additions, bank "
        "conflicts, tests, pairs, runs, sectors, and keys, words and sums in the sentences of operations, were counted a "
        "second time from the arrays.",
        0, 2);
    return page.text();
}

}  // namespace app
