// The verdicts of a report as Markdown, for a page of results.
#pragma once
#include <string>

#include "app/bench/paper_report/report.h"

namespace app {

/// By paper: how many claims there are, hold, hold where the paper measured, do not hold. Then each claim that does not
/// hold everywhere, with why; then those that were not tested or not made, with the reason. `beside`: another machine's
/// report, whose verdicts get a column; null: none.
std::string verdict_table(const Report& report, const Report* beside);

}  // namespace app
