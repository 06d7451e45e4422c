#include "app/bench/fit/fit_choice.h"

#include <algorithm>
#include <cmath>

#include "app/bench/common/samples.h"

namespace app {
namespace {

constexpr double kAssumedNoise = 0.1;  // of rows with too few samples to know theirs

/// That of one frame: of few samples how far they lie apart, as a single late one may be their median.
double noise_of_frame(const std::vector<double>& samples_ms) {
    if (const auto known = known_noise(samples_ms)) return *known;
    const auto [least, most] = std::minmax_element(samples_ms.begin(), samples_ms.end());
    return (*most - *least) / sort::median(samples_ms);
}

/// That of all frames, or of the worst one by itself where that is more.
double noise_ms(const DataRow& row) {
    const double of_all = row.noise().value_or(kAssumedNoise);
    const double of_worst = row.worst() ? noise_of_frame(row.worst()->samples_ms) : 0;
    return std::max(of_all, of_worst) * row.worst_ms();
}

}  // namespace

void set_first_frame_aside(FitRow& row) {
    if (row.row.measured_frames() < 2) return;
    const auto first = std::find_if(row.row.frames.begin(), row.row.frames.end(),
                                    [](const DataFrame& frame) { return frame.measured(); });
    row.first_ms = first->median_ms();
    first->samples_ms.clear();
}

bool equal_within_noise(const DataRow& a, const DataRow& b) {
    return std::abs(a.worst_ms() - b.worst_ms()) <= noise_ms(a) + noise_ms(b);
}

std::optional<Choice> choose_row(const std::vector<FitRow>& rows, const std::string& task,
                                 const std::string& baseline) {
    size_t most_frames = 0;
    for (const FitRow& one : rows) {
        if (one.task == task) most_frames = std::max(most_frames, one.row.measured_frames());
    }
    std::vector<size_t> complete;
    for (size_t i = 0; i < rows.size(); ++i) {
        const FitRow& one = rows[i];
        if (one.task == task && one.measured() && one.row.fault.empty() &&
            one.row.measured_frames() == most_frames)
            complete.push_back(i);
    }
    std::stable_sort(complete.begin(), complete.end(),
                     [&](size_t a, size_t b) { return rows[a].row.worst_ms() < rows[b].row.worst_ms(); });
    const auto best =
        std::find_if(complete.begin(), complete.end(), [&](size_t i) { return rows[i].eligible; });
    if (best == complete.end()) return {};
    Choice choice{*best};
    for (const size_t i : complete) {
        if (i == choice.best) continue;
        if (rows[i].eligible && equal_within_noise(rows[i].row, rows[choice.best].row))
            choice.as_good.push_back(i);
        if (!choice.against || rows[i].row.name == baseline) choice.against = i;
    }
    return choice;
}

}  // namespace app
