// One n and one input: every engine sorts the same keys in turns, every result is checked. An input of many
// frames is sorted frame by frame by the same sorters, as a frame loop does.
#pragma once
#include <map>
#include <optional>
#include <set>

#include "app/bench/common/samples.h"
#include "app/bench/sort/sort_frame.h"

namespace app {

/// One frame of an input by itself.
struct FrameTime {
    uint32_t count = 0;  // keys
    uint64_t bytes = 0;  // moved, by the engine's own model; 0: not known
    double median_ms = 0, noise = 0;
};

/// Measurements of one engine on one input. No samples: the time was over before its turn.
struct SortRow {
    std::string engine, input;
    sort::Backend backend = sort::Backend::cpu;
    sort::Launch launch = sort::Launch::stream;
    uint32_t count = 0;
    std::string series{}, label{};     // of the case
    double amount = 0;                 // of the case's disorder
    Disorder disorder{};               // of its keys
    std::vector<double> samples_ms{};  // of all frames
    std::vector<FrameTime> frames{};
    uint32_t passes_run = 0, passes_skipped = 0;
    std::map<std::string, uint32_t> paths{};  // number of frames whose sort took it
    // Whose call the samples are, where it is not the engine's own: "PairSorter".
    std::set<std::string> timed{};
    bool has_report = true;  // a library's own call has none: no passes, no path
    // As the engine reports them; the most of a frame.
    std::optional<uint32_t> windows{}, movers{}, max_shift{};
    double copy_rate = 0;  // bytes a second of a copy as large as the keys and values
    std::string check{};   // "ok", "ok, unstable", kNotChecked
    std::vector<std::string> warnings{};
    double rival_ms = 0;      // the median of the plan's rival on the same input; 0: none
    bool like_rival = false;  // it is another engine, and the noise does not let them be told apart

    bool measured() const { return !samples_ms.empty(); }
    double median_ms() const { return sort::median(samples_ms); }
    double min_ms() const { return fastest(samples_ms); }
    size_t samples() const { return samples_ms.size(); }
    double noise() const;        // of many frames: the median of theirs, since their keys differ
    uint64_t bytes() const;      // of a frame in the mean; 0: not known
    double keys_per_s() const;   // the keys of all frames over the sum of their medians
    double bytes_per_s() const;  // likewise
    double ratio() const;        // rival_ms over the median; 0: not known
    const char* launch_text() const { return name_of(launch); }
    std::string check_text() const { return measured() ? check : "timed out"; }
    std::string timed_text() const;
    std::string path_text() const;  // "windows", "windows 98 full sort 2"; "" for engines with one path
};

/// Do the medians differ by more than the noise of both?
bool differ(const SortRow& a, const SortRow& b);

/// The rows of a case before it is measured.
std::vector<SortRow> planned_rows(const SortPlan& plan, const SortCase& which);

/// Copy rates by backend and size, measured once each.
class CopyRates {
public:
    double of(sort::Backend backend, size_t bytes);

private:
    std::map<std::pair<sort::Backend, size_t>, double> rates_;
};

/// Rows by launch, then in the order of the plan's engines. `tick` is called between samples. Once interrupted(),
/// the rows that have samples, kNotChecked. Throws CheckFailed, BadFile, sort::OverLimit.
std::vector<SortRow> measure_sort_case(const SortPlan& plan, const SortCase& which, CopyRates& rates,
                                       const std::function<void()>& tick);

}  // namespace app
