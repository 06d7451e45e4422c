#include "sim/run/save_ring.h"

#include <algorithm>
#include <utility>

#include "sort/base/errors.h"

namespace sim {

static auto place_of(std::vector<SavedState>& saves, uint64_t step) {
    return std::lower_bound(saves.begin(), saves.end(), step,
                            [](const SavedState& save, uint64_t at) { return save.completed_steps() < at; });
}

uint64_t SaveRing::bytes(bool on_device) const {
    uint64_t sum = 0;
    for (const SavedState& save : saves_) sum += save.on_device == on_device ? save.bytes : 0;
    return sum;
}

bool SaveRing::has(uint64_t step) const {
    return std::any_of(saves_.begin(), saves_.end(),
                       [&](const SavedState& save) { return save.completed_steps() == step; });
}

SavedState* SaveRing::before(uint64_t step) {
    if (saves_.empty()) return nullptr;
    const auto next = place_of(saves_, step);
    return next == saves_.begin() ? &saves_.front() : &*std::prev(next);
}

void SaveRing::clear() {
    saves_.clear();
    spare_ = {};
    why_smaller_.clear();
}

void SaveRing::forget_after(uint64_t step) { saves_.erase(place_of(saves_, step + 1), saves_.end()); }

bool SaveRing::fits(bool on_device) const {
    return bytes(on_device) <= (on_device ? memory_.device_bytes : memory_.host_bytes);
}

/// The oldest that is still on the device. False: there is no room for it in the host's memory.
bool SaveRing::oldest_to_host(World& world) {
    const auto oldest =
        std::find_if(saves_.begin(), saves_.end(), [](const SavedState& s) { return s.on_device; });
    if (oldest == saves_.end() || bytes(false) + oldest->bytes > memory_.host_bytes) return false;
    try {
        world.move_to_host(*oldest);
        return true;
    } catch (const sort::OverLimit& error) {
        why_smaller_ = error.what();
        return false;
    }
}

/// Removes the saved state whose loss makes the least difference: where they are dense relative to their age.
/// The first and the newest stay.
SavedState SaveRing::drop_one() {
    const uint64_t now = saves_.back().completed_steps();
    size_t least = 1;
    double least_gap = 2;
    for (size_t k = 1; k + 1 < saves_.size(); ++k) {
        const double gap = double(saves_[k + 1].completed_steps() - saves_[k - 1].completed_steps());
        const double relative = gap / double(now - saves_[k - 1].completed_steps());
        if (relative > least_gap) continue;
        least_gap = relative;
        least = k;
    }
    SavedState dropped = std::move(saves_[least]);
    saves_.erase(saves_.begin() + std::ptrdiff_t(least));
    return dropped;
}

/// Returns whether the memory of a saved state can be reused for another one.
bool SaveRing::can_free(bool on_device) const { return saves_.size() > 2 && bytes(on_device) > 0; }

void SaveRing::make_room(World& world) {
    while (true) {
        while (!fits(true) && oldest_to_host(world)) {
        }
        if (saves_.size() < 3 || (fits(true) && fits(false) && saves_.size() <= kMostSaves)) return;
        spare_ = drop_one();
    }
}

void SaveRing::add(World& world) {
    const bool on_device = world.config().backend == Backend::cuda;
    const uint64_t most = on_device ? memory_.device_bytes : memory_.host_bytes;
    SavedState save;
    while (true) {
        try {
            save = world.save(std::exchange(spare_, {}), most);
            break;
        } catch (const StateTooLarge& error) {
            why_smaller_ = error.what();
            return;
        } catch (const sort::OverLimit& error) {
            why_smaller_ = error.what();
            if (!can_free(on_device)) return;
            if (!on_device || !oldest_to_host(world)) drop_one();
        }
    }
    const auto at = place_of(saves_, save.completed_steps());
    if (at != saves_.end() && at->completed_steps() == save.completed_steps()) {
        *at = std::move(save);
    } else {
        saves_.insert(at, std::move(save));
    }
    make_room(world);
}

void SaveRing::move_to_host(World& world) {
    while (oldest_to_host(world)) {
    }
    std::erase_if(saves_, [](const SavedState& save) { return save.on_device; });
    spare_ = {};
}

}  // namespace sim
