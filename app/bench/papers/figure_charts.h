// The shapes that most figures have: rivals over n, rivals over kinds of input; and the times of the stages
// inside one sort.
#pragma once
#include "app/base/numbers.h"
#include "app/bench/papers/claim.h"
#include "app/bench/papers/figure_lab.h"
#include "app/bench/papers/paper_rivals.h"

namespace app {

enum class Shown { mkeys_per_s, ms };

/// The axis that belongs to it; `log`: powers of ten.
Axis shown_axis(Shown shown, bool with_values, bool log = false);
Axis count_axis();

/// Makes the point of a chart for a timing of `count` keys: its time or rate, as `shown` says.
Point timed_point(const std::string& at, double x, const std::vector<double>& samples_ms, uint64_t count,
                  Shown shown);

Point timed_point(const std::string& at, double x, const Timing& timing, uint64_t count, Shown shown);

/// Lines over n: all rivals on `input` keys of each size.
Chart over_sizes(Lab& lab, FigureResult& result, const std::string& title, const std::vector<Rival>& rivals,
                 const std::vector<uint32_t>& sizes, const std::string& input, bool with_values, Shown shown,
                 const sort::Options& options = {});

/// Bars: all rivals on each kind of input, of one size.
Chart over_inputs(Lab& lab, FigureResult& result, const std::string& title, const std::vector<Rival>& rivals,
                  uint32_t size, const std::vector<std::string>& inputs, bool with_values, Shown shown,
                  const sort::Options& options = {});

/// Bars: one group a rival, keys alone and pairs side by side; uniform keys.
inline const std::string kKeysAlone = "keys alone", kPairs = "pairs";
Chart over_rivals(Lab& lab, FigureResult& result, const std::string& title, const std::vector<Rival>& rivals,
                  uint32_t size, Shown shown, const sort::Options& options = {});

/// Most papers' sorts have no order check, so their figures are made without it.
inline const sort::Options kNoOrderCheck = {.check_order = false};

/// Appends a point to each rival's series; rivals without samples get none. The series are made by the first.
void add_points(Chart& chart, const std::vector<Rival>& rivals, const std::vector<Timing>& timings,
                const std::string& at, double x, uint64_t count, Shown shown);

/// One stage of an engine, all passes together.
struct StageShare {
    std::string name;
    int passes = 0;                  // how often it came; 1 for stages outside the passes
    std::vector<double> samples_ms;  // of all passes together; empty from a model
    uint64_t bytes = 0;              // by the engine's model, of all passes together
};

/// Runs some sorts of the keys with an observer that takes the times (slower than the sort alone: every stage
/// is bracketed). A rival that is not there, but has a model on the CPU, gives its bytes without times, on a
/// prefix of the keys; `*count` then becomes the number of keys it had. Empty when there is neither.
std::vector<StageShare> stage_shares(Lab& lab, FigureResult& result, const Rival& rival, const LabKeys& keys,
                                     bool with_values, const sort::Options& options, uint32_t* count);

}  // namespace app
