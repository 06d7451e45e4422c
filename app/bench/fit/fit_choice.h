// Which of the measured engines, or broad phases, is best for the data, and which are as good.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/common/data_rows.h"

namespace app {

/// One engine or broad phase as `fit` compares it.
struct FitRow {
    std::string task;  // "sort" or "pairs"
    /// With samples of the frames that are compared only.
    DataRow row;
    double first_ms = 0;   // of the first frame where that is compared with none; 0: it is among the others
    bool eligible = true;  // false: it is there to compare with, as it is not stable
    double speed_up = 0;   // worst frame of Choice::against over its own; 0: not known

    bool measured() const { return row.measured(); }
};

/// Moves the samples of the first measured frame to `first_ms`, where others follow: it comes as recorded, so no engine can
/// repair it, and a program has it once.
void set_first_frame_aside(FitRow& row);

/// Are the worst frames of both equal within their noise? Noise of fewer than ten samples counts as 10 %.
bool equal_within_noise(const DataRow& a, const DataRow& b);

struct Choice {
    size_t best = 0;                  // index of a row
    std::vector<size_t> as_good{};    // others, equal within the noise
    std::optional<size_t> against{};  // the row that the best one is compared with; none: it is alone
};

/// Picks of the rows of a task the one whose worst frame is fastest, among those without a fault that measured all frames.
/// `baseline` is the row to compare with; where that is not measured or the best itself, it is the next best. None: no row
/// is left.
std::optional<Choice> choose_row(const std::vector<FitRow>& rows, const std::string& task,
                                 const std::string& baseline);

}  // namespace app
