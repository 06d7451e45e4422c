// A frame's sort, held still: its input is copied, sorted once more with an observer, and looked at moment by moment
// while the world is paused. The live sort has no part in it, and nothing of it stays in the frame.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/colour.h"
#include "app/observe/readers/readers.h"

namespace app {

inline constexpr uint32_t kMostFrozenBodies = 1u << 20;
std::string too_many_to_freeze(uint32_t bodies);  // one sentence with both numbers

class SortFreeze {
public:
    SortFreeze(sim::Backend backend, int device) : backend_(backend), device_(device) {}

    /// Queues the copies of the state after the last queued step; the world is finished and stays as it is. Throws
    /// sort::OverLimit.
    void start(const sim::World& world);
    /// Goes on where the device is done; `wait` waits for it. False where there turns out to be no sort.
    bool poll(bool wait = false);
    bool ready() const { return sorted_; }
    /// Returns the time from start() until the sort was ready, or seen to be, ms.
    double took_ms() const { return 1000 * (ready_at_s_ - started_at_s_); }

    /// Returns the moments that the engine showed: before, between its passes or stages, after.
    const SortMoments& engine() const { return engine_; }
    const FrameSort& sort() const { return *input_; }

    /// Shows passes of so many bits of a radix sort of the same keys, from the first moment on; 0: what the engine
    /// showed.
    void show_passes(uint32_t bits);
    uint32_t shown_bits() const { return bits_; }  // 0: what the engine showed

    int moments() const;
    int moment() const { return moment_; }
    void go_to(int moment);  // the nearest there is
    /// "after pass 3 of 16"
    std::string name(int moment) const;
    /// The pass done last did nothing, or need not have been done: all keys have the same digit.
    bool idle(int moment) const;
    /// The digit that the moment is coloured by: of the pass done last, of the first one before it; none where the
    /// moments are no passes.
    struct Digit {
        uint32_t begin, bits;
    };
    std::optional<Digit> digit() const;
    /// Returns the id of the body at each index, at a moment of the sort.
    const std::vector<uint32_t>& ids(int moment);
    const std::vector<uint32_t>& ids() { return ids(moment_); }

    /// Places in the palette by slot; null for colours that do not show the sort. `usual`: the digit where the
    /// moments are no passes. The same vector as long as nothing changes.
    std::shared_ptr<const std::vector<float>> values(Colour colour, Digit usual, uint32_t tile_ranks);
    bool has_windows() const { return engine_.windows && bits_ == 0; }
    bool has_movers() const { return !engine_.movers.empty() && bits_ == 0; }

private:
    void make_values(Colour colour, Digit digit, uint32_t tile_ranks, std::vector<float>& out);
    void mark_disorder(const std::vector<uint32_t>& order, std::vector<float>& out) const;

    sim::Backend backend_;
    int device_;
    sort::EngineConfig config_;
    const sort::Engine* sort_engine_ = nullptr;
    std::unique_ptr<FrameSortReader> reader_;
    std::unique_ptr<SortRecorder> recorder_;
    std::optional<FrameSort> input_;
    std::vector<uint32_t> index_of_id_;  // in the input
    uint32_t differing_ = 0;             // bits in which some keys differ
    SortMoments engine_;
    bool sorted_ = false;
    double started_at_s_ = 0, ready_at_s_ = 0;
    uint32_t bits_ = 0;
    int moment_ = 0;
    std::unique_ptr<sort::Sorter> pass_sorter_;  // for these
    std::vector<std::vector<uint32_t>> passes_;  // of bits_, made when they are looked at

    struct Shown {
        Colour colour;
        uint32_t begin, bits, tile_ranks;
        int moment;
        bool operator==(const Shown&) const = default;
    };
    std::optional<Shown> shown_;
    std::shared_ptr<const std::vector<float>> values_;
};

}  // namespace app
