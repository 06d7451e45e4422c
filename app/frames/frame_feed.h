// Frames of a set as the boxes of a world's steps: step k has those of frame k - 1.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "app/frames/carried_order.h"
#include "app/frames/read_ahead.h"
#include "sim/world.h"

namespace app {

class FrameFeed {
public:
    /// Opens a set and reads its first frames, up to one that can be read, and one in the middle and at the end. Throws as
    /// FrameSet, and BadFile where all that can be read have no items.
    explicit FrameFeed(const std::string& path);

    const FrameSet& set() const { return *set_; }
    uint64_t frames() const { return set_->size(); }

    /// Gives a world the boxes of a step, 1 to frames(), in the order that the sort of the step before left: as a program
    /// meets them that keeps it; those of step 1 as recorded. A frame that cannot be read, or shown, leaves the
    /// boxes as they are. Returns why, when it is met for the first time, else "". Throws as World::give(), and what
    /// reading throws for other reasons than a wrong file.
    std::string give(sim::World& world, uint64_t step);

    /// Returns the id, after give(), of the body that had `id` before; sim::kNobody: it is gone.
    uint32_t id_now(uint32_t id) const;

    /// Sentences on the frames met so far that left the boxes as they were, by index.
    const std::map<size_t, std::string>& faults() const { return faults_; }

    /// Returns the scene of a world that is fed, and what its bodies start with: the first frame that can be read.
    sim::Scene scene() const;
    std::shared_ptr<const sim::GivenStart> start() const;

private:
    ReadFrame read(size_t frame);
    std::vector<uint32_t> order_for(sim::World& world, const FrameItems& next, uint64_t step);
    std::vector<sim::Box> boxes_before(const FrameItems& next) const;

    std::unique_ptr<const FrameSet> set_;
    std::vector<sim::Box> room_;  // around some of the frames
    FrameItems items_, before_;   // that the world has, and had before the last give()
    CarriedOrder carried_;
    std::map<size_t, std::string> faults_;
    size_t ahead_at_ = 0;                    // frame that ahead_ has next
    std::unique_ptr<FrameReadAhead> ahead_;  // after the set, which it reads
};

/// Returns why a frame that was read cannot be shown, as a sentence that names it; "" if it can.
std::string why_not_shown(const FrameSet& set, size_t frame, const FrameItems& items);

/// Returns the boxes of items. Keys have none: each becomes a point, as far along x, from 0 to 10, as it is between the
/// least and the greatest key of its frame, and along y as its index.
std::vector<sim::Box> boxes_of_items(const FrameItems& items);

}  // namespace app
