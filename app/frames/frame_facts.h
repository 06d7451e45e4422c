// What one frame after another holds, and how far its sort is from done by what the last one left.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/frames/carried_order.h"
#include "app/frames/disorder.h"
#include "app/frames/read_ahead.h"
#include "sort/pair_sorter.h"

namespace app {

struct FrameFacts {
    uint64_t number = 0;
    std::string name, fault{};  // fault: why it could not be read; the rest is then as it is here
    uint32_t count = 0;
    std::optional<sim::Box> extent{};  // of all but keys; none without items
    uint64_t varying = 0;              // bits in which the ordered keys differ
    uint32_t recorded_descents = 0;    // of the keys as the file has them
    // In the order that the sort of the last frame left; of the first frame as recorded.
    bool carried = false;
    uint32_t descents = 0, movers = 0;
    Disorder disorder{};
    std::string path{};  // that cpu-adaptive took: "windows", "full sort"

    bool read() const { return fault.empty(); }
};

/// Takes the frames of a set in turn and sorts each by cpu-adaptive, which keeps what it knows from frame to frame.
class FrameExaminer {
public:
    explicit FrameExaminer(const FrameForm& form) : form_(form) {}

    /// Examines the next frame. Throws sort::OverLimit.
    FrameFacts examine(const FrameSet& set, const ReadFrame& frame);

private:
    /// Sorts keys in host memory. Returns the order: the index of the key that belongs to each place.
    std::vector<uint32_t> sorted(SortedKeys keys, std::string& path);

    const FrameForm& form_;
    CarriedOrder carried_;
    std::unique_ptr<sort::PairSorter> sorter_;
};

/// "keys", "float32 boxes": what a report calls the items.
std::string items_text(const FrameSet& set);

}  // namespace app
