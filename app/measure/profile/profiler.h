// Keeps the reports of the last steps and makes statistics of them. Fed by World::poll, read by the panels,
// `profile` and the exports. Adds nothing to the frame but its own row ("profiler").
#pragma once
#include <array>
#include <cstddef>
#include <deque>
#include <iosfwd>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/world.h"

namespace app {

/// Statistics of one stage (all pieces with the same name before '/', summed within a step).
struct StageSummary {
    std::string name;
    double now_ms, p50_ms, p90_ms, p99_ms, max_ms;
    double share;     // of the step, by medians, 0..1
    uint64_t bytes;   // per step, median
    double gb_per_s;  // bytes over p50, 0 when unknown
};

/// Times of steps that are not in memory any more: what of them is exact.
struct DroppedTimes {
    uint64_t count = 0;  // above 0
    double sum_ms = 0, sum_of_squares = 0, min_ms = 0, max_ms = 0;

    void add(double ms);
};

/// The times of one stage in each of the steps in memory, oldest first; 0 where a step did without it.
struct StageSeries {
    std::string name;
    std::vector<double> ms;
    DroppedTimes dropped{};
};

/// Summary of the sorts of the steps in memory.
struct SortSummary {
    struct Path {
        std::string name;
        uint64_t sorts;  // that took it
    };
    std::vector<Path> paths;  // in the engine's order, also those not taken; none for an engine with one path
    std::optional<uint32_t> max_windows{}, max_movers{},
        max_shift{};  // the most of a step; none: not measured
};

/// Changes of the columns by the broad phase, which give nearly every box another key.
struct ColumnChanges {
    uint64_t count = 0;
    uint64_t last_step = 0;  // number of the step
};

class Profiler {
public:
    static constexpr size_t kMostKept = 1 << 18;

    /// Keeps the last `window` steps; 0 keeps all (for `profile`), up to `most`, which is even. From there on it keeps
    /// half of them: one of every 2, then 4, 8, ... steps in a row, chosen by fixed random numbers. Percentiles are
    /// those of the kept ones; totals, counts and the largest times are of all. Whole reports, which the exports need,
    /// are some five times as large as the numbers that statistics are made of.
    explicit Profiler(size_t window = 240, bool whole_reports = true, size_t most = kMostKept)
        : window_(window), most_(most), whole_reports_(whole_reports) {}

    /// Adds the report of a step. If memory runs out it is not counted.
    void add(const sim::StepReport& report);
    void clear() { *this = Profiler(window_, whole_reports_, most_); }
    /// Returns n if one of every n steps is kept; 1: all are.
    uint64_t samples_every() const { return every_; }

    /// Names of the paths that the engine's sorts can take, from now until clear(); they must live on.
    void name_sort_paths(std::span<const char* const> names) { path_names_ = names; }
    std::span<const char* const> sort_path_names() const { return path_names_; }

    /// Returns the reports of the steps in memory; none without `whole_reports`.
    const std::deque<sim::StepReport>& history() const { return history_; }
    void forget_reports() { history_.clear(); }
    std::vector<StageSummary> stages() const;  // in step order; the last row is the profiler's own cost
    StageSummary step() const;                 // name "step"
    std::vector<StageSeries> series() const;   // "step", then the stages in step order
    size_t steps() const { return steps_.size(); }
    /// stages_of_sorting() summed within each step, named "keys + sort + reorder"; no name: nothing sorted.
    StageSummary sorting() const;
    SortSummary sorts() const;
    ColumnChanges column_changes() const { return column_changes_; }  // since clear()
    /// Returns whether in any step since clear() a body touched something or slept; else all bodies moved freely.
    bool any_contact() const { return any_contact_; }
    double steps_per_second() const;  // from the first step's start to the last step's end

private:
    struct Step {
        uint64_t number, bytes;
        double start_us, duration_us, profiler_us;
        uint32_t sorts;
        std::optional<uint32_t> windows, movers, max_shift;  // none: not measured
        std::array<uint32_t, sim::kMaxSorts> path;
    };
    /// Values of one stage in all steps in memory: 0 where a step did without it.
    struct Column {
        std::string stage;
        std::deque<double> ms;
        std::deque<uint64_t> bytes;
        uint64_t last_used = 0;  // counted in reports
        DroppedTimes dropped{};
    };
    Column& column(std::string_view stage, size_t& behind);
    void add_step(const sim::StepReport& report);
    void leave_window();
    void thin_out();
    void drop(size_t k);
    void cut(size_t steps);
    std::vector<const Column*> columns_of_sorting() const;
    void name_paths(SortSummary& summary) const;
    static void count_sorts(SortSummary& summary, const Step& step);

    size_t window_, most_;
    bool whole_reports_;
    uint64_t added_ = 0, every_ = 1;
    ColumnChanges column_changes_;
    bool any_contact_ = false;
    Step first_{}, last_{};  // of all since clear()
    std::deque<Step> steps_;
    DroppedTimes dropped_steps_, dropped_own_, dropped_sorting_;
    SortSummary dropped_sorts_;
    std::vector<Column> columns_;  // in the order in which a step runs them
    std::deque<sim::StepReport> history_;
    std::span<const char* const> path_names_;
};

/// Writes one row per event of history(), below the heading: frame,stage,lane,start_us,dur_us,bytes,items
void write_csv(std::ostream& out, const Profiler& profiler);
/// Write the parts of the CSV, for a file that is written piece by piece.
void write_csv_heading(std::ostream& out);
void write_csv_rows(std::ostream& out, const Profiler& profiler);

/// The table of stage times that `profile` prints, within 80 columns: the stages, their step, the profiler,
/// then the sum sorting() of stages that stand above. A rate above `memory_gb_per_s` is "cached".
void print_table(std::ostream& out, const Profiler& profiler,
                 double memory_gb_per_s = std::numeric_limits<double>::infinity());

}  // namespace app
