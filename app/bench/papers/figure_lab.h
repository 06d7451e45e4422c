// The laboratory of `bench papers`: makes inputs, measures rivals on them in turns, checks every result
// before its time is used, and says which rivals are not there and why.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "app/bench/common/figure.h"
#include "app/bench/papers/matrices.h"
#include "sort/lab/measure.h"

namespace app {

struct LabConfig {
    sort::Backend backend = sort::Backend::cpu;
    int threads = 0, device = 0;
    uint32_t most_keys = 1u << 20;  // no figure sorts more
    uint32_t longest_made = ~0u;  // made keys: shorter ones stand for those of each n, where no time matters
    double min_time_s = 0.02;     // of measured time, for each rival and input
    int min_samples = 5;
    uint64_t seed = 1;
    uint32_t random_sizes = 0;  // n of figures whose paper drew them at random; 0: powers of two
    double scene_share = 1;     // bodies and steps of the scenes, of a whole report's
    std::vector<SparsePattern> matrices = {};    // that were read; none: matrices are made
    std::vector<std::string> matrix_notes = {};  // those that were left out, with the reason
};

/// An engine as a figure wants it: by name, because it may be missing here.
struct Rival {
    std::string label;  // in the legend
    std::string engine;
    sort::EngineConfig config = {};
    sort::Launch launch = sort::Launch::stream;
    std::string stands_for =
        "";  // the paper's own rival that the program lacks; app/bench/papers/paper_rivals.h
};

/// Keys with their stable order, which every result is compared with.
struct LabKeys {
    std::string name;  // "gaussian"
    std::vector<uint32_t> keys, sorted, order;

    LabKeys(std::string name, std::vector<uint32_t> keys);
    uint32_t count() const { return static_cast<uint32_t>(keys.size()); }
};

struct Timing {
    std::vector<double> samples_ms;  // empty: not measured
    sort::Report report{};
    double bytes_a_key = 0, copy_share = 0;  // see Point
};

class Lab {
public:
    explicit Lab(const LabConfig& config);
    ~Lab();

    const LabConfig& config() const { return config_; }
    bool on_gpu() const { return config_.backend == sort::Backend::cuda; }

    /// Powers of two that are not over the limit; the limit itself when all are.
    std::vector<uint32_t> sizes(std::initializer_list<int> exponents) const;
    uint32_t size(int exponent) const { return sizes({exponent})[0]; }
    /// sizes(), or as many random ones as LabConfig says between the first and the last of them, evenly in log n.
    std::vector<uint32_t> random_sizes(std::initializer_list<int> exponents) const;

    /// Made keys by the words of --input; those used last are kept.
    std::shared_ptr<const LabKeys> keys(const std::string& input, uint32_t count);

    /// The rivals that are there; for each other one a note says why not.
    std::vector<Rival> found(const std::vector<Rival>& wanted, FigureResult& result) const;

    /// Returns the rivals that are there, as found(). If none is, and the backend is cpu, the engines of the
    /// CPU take their place, so that the figure shows what this machine can.
    std::vector<Rival> present(const std::vector<Rival>& wanted, FigureResult& result) const;

    /// Samples of each rival on the same keys. A rival with a wrong result, or one for which memory does not
    /// suffice, gets no samples and a note.
    std::vector<Timing> time(const std::vector<Rival>& rivals, const LabKeys& keys, bool with_values,
                             FigureResult& result, const sort::Options& options = {});

    /// An engine's configuration with what this machine's calibration says; makes the sorter.
    std::unique_ptr<sort::Sorter> make(const Rival& rival, uint32_t count);

    /// Noted in the figure and remembered.
    void add_wrong_result(const std::string& what, FigureResult& result);

    /// Returns the wrong results, in words. If there are any, the command fails after its report is written.
    const std::vector<std::string>& wrong_results() const { return wrong_; }

    /// Bytes a second of a copy on this backend; measured once.
    double copy_rate();

private:
    void time_group(const std::vector<Rival>& rivals, const std::vector<size_t>& group, const LabKeys& keys,
                    bool with_values, const sort::Options& sort_options, std::vector<Timing>& timings,
                    FigureResult& result);

    LabConfig config_;
    std::deque<std::shared_ptr<const LabKeys>> kept_;
    std::vector<std::string> wrong_;
    double copy_rate_ = 0;
};

/// "" when `values` is the order that `keys` asks for; else what is wrong. Values may be empty.
std::string wrong_result(const LabKeys& keys, bool stable, const std::vector<uint32_t>& sorted_keys,
                         const std::vector<uint32_t>& values);

}  // namespace app
