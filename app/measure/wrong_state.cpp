#include "app/measure/wrong_state.h"

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "sort/base/numbers.h"

namespace app {

using sort::grouped;

bool is_wrong(const sim::Counters& counters) { return counters.outside > 0 || counters.not_finite > 0; }

std::string wrong_state_text(const sim::Counters& counters) {
    std::string text;
    const auto add = [&](uint32_t count, const char* what) {
        if (count > 0) text += (text.empty() ? "" : ", ") + grouped(count) + what;
    };
    add(counters.outside, " outside");
    add(counters.not_finite, " not finite");
    add(counters.fast, " fast");
    return text;
}

std::string wrong_state_line(const sim::Counters& counters) {
    std::string text;
    const auto add = [&](uint32_t last, uint64_t all, const char* what) {
        if (all > 0)
            text += (text.empty() ? "" : "; ") + std::string(what) + ": last step " +
                    counted(last, "body", "bodies") + ", summed over all steps " + grouped(all);
    };
    add(counters.outside, counters.total_outside, "outside the container");
    add(counters.not_finite, counters.total_not_finite, "not finite");
    add(counters.fast, counters.total_fast, "faster than their radius per step");
    return text;
}

void require_right_state(const sim::Counters& counters, bool allowed) {
    if (allowed || (counters.total_outside == 0 && counters.total_not_finite == 0)) return;
    sim::Counters wrong = counters;
    wrong.total_fast = 0;
    throw CheckFailed("the state is wrong; " + wrong_state_line(wrong) +
                      " (--allow-outside: exit code 0 all the same)");
}

}  // namespace app
